import { hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type Guests, guards, httpsOnly, policyOf } from "./policy.ts";

type Encoding = "identity" | "br" | "gzip";
type HeaderList = Record<string, string | number>;

interface Packed {
  body: Buffer;
  headers: HeaderList;
  /** Packed in a hurry, for the first who asked: whoever asks again is worth a better packing. */
  hasty?: boolean;
}

/** A rendered document as it is sent again and again: nothing is hashed or compressed twice. */
export interface KeptDocument {
  status: number;
  etag: string;
  body: Buffer;
  headers: HeaderList;
  /** Bodies by encoding, each made when first asked for, and made smaller when asked for again. */
  bodies: Map<Encoding, Packed | Promise<Packed>>;
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
  const bodies: KeptDocument["bodies"] = new Map([
    ["identity", { body, headers: { ...headers, "content-length": body.length } }],
  ]);
  return { status: response.status, etag, body, headers, bodies };
}

/** Sends it in the best form the browser takes; nothing but 304 when the browser has it. */
export function sendDocument(kept: KeptDocument, request: IncomingMessage, response: ServerResponse): void {
  const known = request.headers["if-none-match"];
  if (known !== undefined && kept.status === 200 && known.includes(kept.etag)) {
    response.writeHead(304, kept.headers).end();
    return;
  }
  const encoding = wanted(request.headers["accept-encoding"]);
  const ready = kept.bodies.get(encoding) ?? pack(kept, encoding, quickly);
  if (ready instanceof Promise) void ready.then((made) => write(kept.status, made, request, response));
  else {
    write(kept.status, ready, request, response);
    if (ready.hasty) packWell(kept, encoding, ready);
  }
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

function pack(kept: KeptDocument, encoding: Encoding, effort: typeof quickly) {
  const packing = compress(kept, encoding, effort);
  kept.bodies.set(encoding, packing);
  void packing.then((packed) => kept.bodies.set(encoding, packed));
  return packing;
}

/** Meanwhile others get what is there already. */
function packWell(kept: KeptDocument, encoding: Encoding, hasty: Packed) {
  delete hasty.hasty;
  void compress(kept, encoding, well).then((packed) => kept.bodies.set(encoding, packed));
}

/** How hard to try, by encoding. Most documents are asked for once before they change: those take a third of the time, and an eighth more bytes. */
const quickly = { brotli: 3, gzip: 5 };
const well = { brotli: 5, gzip: 9 };

async function compress({ body, headers }: KeptDocument, encoding: Encoding, effort: typeof quickly): Promise<Packed> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: effort.brotli,
    // A window of the usual 4 MB costs a third more to set up than one that holds a document.
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const small = encoding === "br" ? await brotli(body, { params }) : await gunzippable(body, { level: effort.gzip });
  return {
    body: small,
    headers: { ...headers, "content-encoding": encoding, "content-length": small.length },
    hasty: effort === quickly,
  };
}
