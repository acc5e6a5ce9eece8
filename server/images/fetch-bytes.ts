import { lookup as resolve } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import type { Agent, Dispatcher, request } from "undici";

const maxBytes = 20 * 1024 * 1024;
const maxMilliseconds = 20_000;
const maxConnectMs = 5_000;
const maxHeadersMs = 10_000;
const maxRedirects = 4;
const mostRetrySeconds = 3600;

/** A failed fetch; `lasting` if a retry would not help, otherwise the host did not answer as it should. */
export class FetchError extends Error {
  override name = "FetchError";
  readonly lasting: boolean;
  /** The wait the host asked for, or 0. */
  readonly retryAfterSeconds: number;
  constructor(message: string, { lasting = true, retryAfterSeconds = 0 } = {}) {
    super(message);
    this.lasting = lasting;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface FetchLimits {
  /** Whether an IP address may be connected to; by default only public addresses. */
  allows?: (address: string) => boolean;
  milliseconds?: number;
  /** Ends the fetch early. */
  signal?: AbortSignal;
}

/** Addresses of the public range at which a cloud serves its virtual machines alone. */
const cloudAddresses = ["168.63.129.16"];

/**
 * Whether an address is public, and of another machine: not private, link-local, loopback, metadata, reserved or one of this
 * machine, at which its firewall may let it reach more than others can.
 */
export function isPublicAddress(address: string, own: NodeJS.Dict<{ address: string }[]> = networkInterfaces()) {
  if (!ipaddr.isValid(address) || ipaddr.process(address).range() !== "unicast") return false;
  const plain = ipaddr.process(address).toString();
  const isOwn = Object.values(own).some((all) => all?.some((one) => ipaddr.process(one.address).toString() === plain));
  return !isOwn && !cloudAddresses.includes(plain);
}

/** Fetches an untrusted http(s) URL: redirects are checked too, and the connection uses the checked address. */
export async function fetchBytes(
  address: string,
  { allows = (one) => isPublicAddress(one), milliseconds = maxMilliseconds, signal: ended }: FetchLimits = {},
): Promise<Buffer> {
  // Loaded when needed: half a second and some megabytes that most shops never use.
  const undici = await import("undici");
  const agent = new undici.Agent({
    connect: { lookup: checkedLookup(allows), timeout: maxConnectMs },
    headersTimeout: maxHeadersMs,
  });
  const timeout = AbortSignal.timeout(milliseconds);
  const signal = ended ? AbortSignal.any([timeout, ended]) : timeout;
  try {
    return await follow(address, { request: undici.request, agent, signal, allows });
  } catch (error) {
    if (error instanceof FetchError) throw error;
    const cause = (error as { cause?: unknown }).cause;
    if (cause instanceof FetchError) throw cause;
    const isTimeout = timeout.aborted || /TIMEOUT/.test((error as { code?: string }).code ?? "");
    const why = isTimeout ? "The server took too long to respond." : explainFailure(error);
    throw new FetchError(why, { lasting: false });
  } finally {
    await agent.destroy();
  }
}

/** Why a server could not be reached, in words for merchants, of an error of the connection or one that it caused. */
export function explainFailure(error: unknown): string {
  const { code, message, hostname, cause } = error as Error & { code?: string; hostname?: string };
  if (code === undefined && cause instanceof Error) return explainFailure(cause);
  if (code === "ENOTFOUND") return `The address ${hostname} doesn't exist.`;
  if (code === "EAI_AGAIN") return `The address ${hostname} couldn't be looked up.`;
  if (code === "ECONNREFUSED") return "The server refused the connection.";
  if (code === "ECONNRESET" || code === "UND_ERR_SOCKET") return "The server closed the connection.";
  if (/CERT|UNABLE_TO_VERIFY/.test(code ?? "")) return "The security certificate of the server isn't valid.";
  return `Couldn't reach the server (${code ?? message}).`;
}

interface FetchState {
  request: typeof request;
  agent: Agent;
  signal: AbortSignal;
  allows: (address: string) => boolean;
}

async function follow(address: string, { request, agent, signal, allows }: FetchState): Promise<Buffer> {
  let url = checkedUrl(address, allows);
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const answer = await request(url, { dispatcher: agent, signal, headers: { accept: "image/*" } });
    // An unread body raises an error nobody handles.
    answer.body.on("error", () => undefined);
    const { location } = answer.headers;
    if (answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === "string") {
      answer.body.destroy();
      url = checkedUrl(new URL(location, url).href, allows);
      continue;
    }
    if (answer.statusCode !== 200) {
      answer.body.destroy();
      const lasting = answer.statusCode < 500 && answer.statusCode !== 429 && answer.statusCode !== 408;
      // As a date it is Not a Number, and counts as none.
      const seconds = Math.trunc(Number(answer.headers["retry-after"])) || 0;
      const retryAfterSeconds = Math.max(0, Math.min(seconds, mostRetrySeconds));
      throw new FetchError(`The server responded with status ${answer.statusCode}.`, { lasting, retryAfterSeconds });
    }
    return readBody(answer);
  }
  throw new FetchError("Too many redirects.");
}

async function readBody({ body }: Dispatcher.ResponseData): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > maxBytes) throw new FetchError("The image is larger than 20 MB.");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function checkedUrl(address: string, allows: (address: string) => boolean): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw new FetchError("Use an http or https URL.");
  // Literal addresses are not looked up, so they are checked here.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) && !allows(host)) throw new FetchError("This URL isn't on the public internet.");
  return url;
}

const checkedLookup =
  (allows: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "", 4);
      const refused = addresses.length === 0 || addresses.some(({ address }) => !allows(address));
      if (refused) return callback(new FetchError("This URL isn't on the public internet."), "", 4);
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      callback(null, first?.address ?? "", first?.family ?? 4);
    });
