import { hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants, gzip } from "node:zlib";
import { type Guests, guards, httpsOnly, policyOf } from "./security-headers.ts";

type Encoding = "identity" | "br" | "gzip";
type HeaderList = Record<string, string | number>;

interface Packed {
  body: Buffer;
  headers: HeaderList;
  /** Packed in a hurry, for the first who asks: whoever asks again is worth a better packing. */
  hasty?: "unsent" | "sent";
}

/** A rendered document as it is sent again and again: nothing is hashed or compressed twice. */
export interface KeptDocument {
  status: number;
  etag: string;
  headers: HeaderList;
  /** Of its plain bytes. */
  length: number;
  /** As most browsers take it, and at first all that is kept of it: plain it is five times as long. */
  brotli: Packed;
  /** For browsers that take nothing better, made when first asked for. */
  gzip?: Packed | Promise<Packed>;
}

const brotli = promisify(brotliCompress);
const gunzippable = promisify(gzip);
const freshness: Record<number, string> = {
  200: "public, max-age=0, s-maxage=60, stale-while-revalidate=600",
  403: "public, max-age=0, s-maxage=60, stale-while-revalidate=600",
  404: "public, max-age=0, must-revalidate",
};

/** Makes a rendered answer ready to be sent. `origin` is the shop's address as the browser knows it. */
export async function documentOf(response: Response, origin: string, guests?: Guests): Promise<KeptDocument> {
  const { buffer, byteOffset, byteLength } = await response.bytes();
  const body = Buffer.from(buffer, byteOffset, byteLength);
  const type = response.headers.get("content-type");
  const location = response.headers.get("location");
  const wait = response.headers.get("retry-after");
  const headers: HeaderList = {
    ...guards,
    ...(origin.startsWith("https:") ? httpsOnly : {}),
    "cache-control": freshness[response.status] ?? (location ? "public, max-age=0, s-maxage=60" : "no-store"),
    ...(type ? { "content-type": type } : {}),
    ...(location ? { location } : {}),
    ...(wait ? { "retry-after": wait } : {}),
    ...(type?.startsWith("text/html") ? { "content-security-policy": policyOf(body, origin, guests) } : {}),
    vary: "accept-encoding",
  };
  const etag = `W/"${hash("sha256", body, "base64url").slice(0, 22)}"`;
  if (response.status === 200) headers.etag = etag;
  // At once: in another thread it would take as long, and the way there and back besides.
  const brotli = packed(headers, "br", brotliCompressSync(body, effort(quickly.brotli, body)));
  return { status: response.status, etag, headers, length: body.length, brotli: { ...brotli, hasty: "unsent" } };
}

/** Its bytes as they were rendered. In one piece with room to spare, so that none has to be put together. */
export const plainOf = ({ brotli: { body }, length }: KeptDocument): Buffer =>
  brotliDecompressSync(body, { chunkSize: Math.max(64, length + 1) });

/** Sends it in the best form the browser takes; nothing but 304 when the browser has it. */
export function sendDocument(kept: KeptDocument, request: IncomingMessage, response: ServerResponse): void {
  const known = request.headers["if-none-match"];
  if (known !== undefined && kept.status === 200 && known.includes(kept.etag)) {
    response.writeHead(304, kept.headers).end();
    return;
  }
  const encoding = wanted(request.headers["accept-encoding"]);
  if (encoding === "identity") {
    const body = plainOf(kept);
    return write(kept.status, { body, headers: { ...kept.headers, "content-length": body.length } }, request, response);
  }
  const ready = encoding === "br" ? kept.brotli : (kept.gzip ?? gzipped(kept));
  if (ready instanceof Promise) void ready.then((made) => write(kept.status, made, request, response));
  else write(kept.status, ready, request, response);
  if (!(ready instanceof Promise) && ready.hasty) sentAgain(kept, encoding, ready);
}

function gzipped(kept: KeptDocument): Promise<Packed> {
  const packing = gunzippable(plainOf(kept), { level: quickly.gzip }).then(
    (small): Packed => ({ ...packed(kept.headers, "gzip", small), hasty: "sent" }),
  );
  kept.gzip = packing;
  void packing.then((made) => {
    kept.gzip = made;
  });
  return packing;
}

function write(status: number, { body, headers }: Packed, request: IncomingMessage, response: ServerResponse) {
  response.writeHead(status, headers);
  if (request.method === "HEAD") response.end();
  else response.end(body);
}

function wanted(accepted: string | string[] | undefined): Encoding {
  if (accepted === undefined) return "identity";
  const text = String(accepted);
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(text)) return "br";
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(text) ? "gzip" : "identity";
}

/** What is sent a second time is packed better; meanwhile others get what is there already. */
function sentAgain(kept: KeptDocument, encoding: "br" | "gzip", ready: Packed) {
  if (ready.hasty === "unsent") {
    ready.hasty = "sent";
    return;
  }
  delete ready.hasty;
  const body = plainOf(kept);
  const packing = encoding === "br" ? brotli(body, effort(well.brotli, body)) : gunzippable(body, { level: well.gzip });
  void packing.then((small) => {
    kept[encoding === "br" ? "brotli" : "gzip"] = packed(kept.headers, encoding, small);
  });
}

/** `small` is part of a larger piece of memory, which would be kept whole. */
function packed(headers: HeaderList, encoding: Encoding, small: Buffer): Packed {
  const body = Buffer.allocUnsafeSlow(small.length);
  small.copy(body);
  return { body, headers: { ...headers, "content-encoding": encoding, "content-length": body.length } };
}

/** How hard to try, by encoding. Most documents are asked for once before they change: those take a third of the time, and an eighth more bytes. */
const quickly = { brotli: 3, gzip: 5 };
const well = { brotli: 5, gzip: 9 };

const effort = (quality: number, { length }: Buffer) => ({
  // Most come out in one piece, so that nothing has to be put together.
  chunkSize: 32 * 1024,
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    // A window of the usual 4 MB costs a third more to set up than one that holds most of a document.
    [constants.BROTLI_PARAM_LGWIN]: 16,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  },
});
