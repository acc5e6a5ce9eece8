import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type Guests, guards, httpsOnly, policyOf } from "./policy.ts";

type Encoding = "identity" | "br" | "gzip";
type HeaderList = Record<string, string | number>;

/** A rendered document as it is sent again and again: nothing is hashed or compressed twice. */
export interface KeptDocument {
  status: number;
  etag: string;
  body: Buffer;
  headers: HeaderList;
  /** Bodies by encoding, each made when first asked for. */
  bodies: Map<Encoding, { body: Buffer; headers: HeaderList } | Promise<unknown>>;
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
  const body = Buffer.from(await response.arrayBuffer());
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
    ...(type?.startsWith("text/html") ? { "content-security-policy": policyOf(body.toString(), origin, guests) } : {}),
    vary: "accept-encoding",
  };
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
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
  const ready = kept.bodies.get(encoding);
  if (ready && "body" in ready) write(kept.status, ready as { body: Buffer; headers: HeaderList }, request, response);
  else void compressed(kept, encoding).then((made) => write(kept.status, made, request, response));
}

function write(
  status: number,
  { body, headers }: { body: Buffer; headers: HeaderList },
  request: IncomingMessage,
  response: ServerResponse,
) {
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

async function compressed(kept: KeptDocument, encoding: Encoding) {
  const running = kept.bodies.get(encoding) as Promise<{ body: Buffer; headers: HeaderList }> | undefined;
  const making = running ?? compress(kept, encoding);
  if (!running) kept.bodies.set(encoding, making);
  const made = await making;
  kept.bodies.set(encoding, made);
  return made;
}

async function compress({ body, headers }: KeptDocument, encoding: Encoding) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    // A window of the usual 4 MB costs a third more to set up than one that holds a document.
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const small = encoding === "br" ? await brotli(body, { params }) : await gunzippable(body, { level: 9 });
  return { body: small, headers: { ...headers, "content-encoding": encoding, "content-length": small.length } };
}
