import { hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompressSync, constants, gzip } from "node:zlib";
import {
  type AllowedHosts,
  contentSecurityPolicy,
  permissionsPolicy,
  securityHeaders,
  strictTransportSecurity,
} from "./security-headers.ts";

type Encoding = "identity" | "br" | "gzip";
type Headers = Record<string, string | number>;

interface Encoded {
  body: Buffer;
  headers: Headers;
}

/** A rendered document, hashed and compressed once. */
export interface StoredDocument {
  status: number;
  etag: string;
  headers: Headers;
  /** Bytes of the uncompressed document. */
  length: number;
  /** The only encoding stored at first: most browsers accept it, and it is a fifth of the size. */
  brotli: Encoded;
  /** For clients that don't accept brotli; created on first use. */
  gzip?: Promise<Encoded>;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const brotliQuality = 5;
/** A window of 256 kB, larger than most documents: with the default of 4 MB the process takes 25 MB more memory. */
const brotliWindowBits = 18;
/** Without `stale-while-revalidate`: browsers would obey it too, and show a page once more after it was changed. */
const cacheControl: Record<number, string> = {
  200: "public, max-age=0, s-maxage=60",
  403: "public, max-age=0, s-maxage=60",
  404: "public, max-age=0, must-revalidate",
};

/** Compresses a rendered response and sets its headers. `origin` is the shop's origin for the browser. */
export async function createDocument(
  response: Response,
  origin: string,
  { hosts, vary = "accept-encoding" }: { hosts?: AllowedHosts | undefined; vary?: string } = {},
): Promise<StoredDocument> {
  const { buffer, byteOffset, byteLength } = await response.bytes();
  const body = Buffer.from(buffer, byteOffset, byteLength);
  const type = response.headers.get("content-type");
  const location = response.headers.get("location");
  const retryAfter = response.headers.get("retry-after");
  const headers: Headers = {
    ...securityHeaders,
    "permissions-policy": permissionsPolicy(hosts),
    ...(origin.startsWith("https:") ? strictTransportSecurity : {}),
    "cache-control": cacheControl[response.status] ?? (location ? "public, max-age=0, s-maxage=60" : "no-store"),
    ...(type ? { "content-type": type } : {}),
    ...(location ? { location } : {}),
    ...(retryAfter ? { "retry-after": retryAfter } : {}),
    ...(type?.startsWith("text/html")
      ? {
          "content-security-policy": contentSecurityPolicy(
            response.headers.get("x-inline-scripts") ?? "",
            origin,
            hosts,
          ),
        }
      : {}),
    vary,
  };
  const etag = `W/"${hash("sha256", body, "base64url").slice(0, 22)}"`;
  if (response.status === 200) headers.etag = etag;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_LGWIN]: brotliWindowBits,
  };
  const brotli = encoded(headers, "br", await compressBrotli(body, { params }));
  return { status: response.status, etag, headers, length: body.length, brotli };
}

/** The uncompressed bytes of the document. */
export const decompress = ({ brotli: { body } }: StoredDocument): Buffer => brotliDecompressSync(body);

/** Sends a document in the best encoding the client accepts, or 304 if the client has it. */
export async function sendDocument(document: StoredDocument, request: IncomingMessage, response: ServerResponse) {
  const known = request.headers["if-none-match"];
  if (known !== undefined && document.status === 200 && known.includes(document.etag)) {
    response.writeHead(304, document.headers).end();
    return;
  }
  const { body, headers } = await encodedFor(document, acceptedEncoding(request.headers["accept-encoding"]));
  response.writeHead(document.status, headers);
  if (request.method === "HEAD") response.end();
  else response.end(body);
}

async function encodedFor(document: StoredDocument, encoding: Encoding): Promise<Encoded> {
  if (encoding === "br") return document.brotli;
  if (encoding === "gzip") {
    document.gzip ??= compressGzip(decompress(document)).then((body) => encoded(document.headers, "gzip", body));
    return document.gzip;
  }
  const body = decompress(document);
  return { body, headers: { ...document.headers, "content-length": body.length } };
}

function acceptedEncoding(accepted: string | string[] | undefined): Encoding {
  if (accepted === undefined) return "identity";
  const text = String(accepted);
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(text)) return "br";
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(text) ? "gzip" : "identity";
}

/** Copies the compressed bytes, which may be part of a larger buffer. */
function encoded(headers: Headers, encoding: Encoding, compressed: Buffer): Encoded {
  const body = Buffer.allocUnsafeSlow(compressed.length);
  compressed.copy(body);
  return { body, headers: { ...headers, "content-encoding": encoding, "content-length": body.length } };
}
