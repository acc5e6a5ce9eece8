import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import ipaddr from "ipaddr.js";
import { headerText } from "./header-text.ts";

/** The proxies whose `X-Forwarded-For` is believed, besides this machine: networks, or how many there are in a row. */
type TrustedProxies = { networks: string[] } | { hops: number };

/** Reads TRUSTED_PROXIES: `1`, `10.0.0.0/8` or `10.0.0.5, 2001:db8::/32`. Throws for anything else. */
export function parseTrustedProxies(text: string): TrustedProxies {
  if (/^[1-9]$/.test(text)) return { hops: Number(text) };
  const networks = text.split(",").map((part) => part.trim());
  for (const network of networks) parseNetwork(network);
  return { networks };
}

function parseNetwork(network: string) {
  // `10` would be read as 0.0.0.10.
  if (!/[.:]/.test(network)) throw new Error(`${network} is no address`);
  return ipaddr.parseCIDR(network.includes("/") ? network : `${network}/${wholeOf(network)}`);
}
const wholeOf = (address: string) => (ipaddr.parse(address).kind() === "ipv4" ? 32 : 128);

/** Whether the proxy at this address, the `hop`th from here, may say whom it forwards. */
export function trustedBy(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if ("hops" in trusted) return (_address, hop) => hop < trusted.hops;
  const networks = trusted.networks.map(parseNetwork);
  return (text) => {
    const address = parsed(text);
    if (!address) return false;
    if (address.range() === "loopback") return true;
    return networks.some((network) => network[0].kind() === address.kind() && address.match(network));
  };
}

/** The client of a request outside of Fastify, such as a socket: the last address that no trusted proxy has. */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, "socket" | "headers">,
  isTrusted: (address: string, hop: number) => boolean,
): string {
  const forwarded = (headerText(headers, "x-forwarded-for") ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  const chain = [socket.remoteAddress ?? "", ...forwarded.reverse()];
  const client = chain.findIndex((address, hop) => !isTrusted(address, hop));
  return withoutPort(chain[client === -1 ? chain.length - 1 : client] ?? "");
}

/** An address without the port that some proxies add: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
export function withoutPort(address: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+):\d+)$/.exec(address) ?? [];
  return bracketed ?? plain ?? address;
}

/** Whether a request came from this machine itself and no proxy forwarded it. */
export const isFromThisMachine = ({ ip, headers }: { ip: string; headers: IncomingMessage["headers"] }): boolean =>
  parsed(ip)?.range() === "loopback" &&
  !Object.keys(headers).some((name) => name.startsWith("x-forwarded-") || name === "forwarded" || name === "x-real-ip");

function parsed(text: string) {
  const address = withoutPort(text);
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
}

const sample = 1000;
/** As many browsers at one address are many customers behind a proxy. */
const manyBrowsers = 20;

/** Logs once when nearly all requests, of many browsers, have one address: limits then count everybody as one. */
export function warnOfProxies(http: FastifyInstance) {
  let isWarned = false;
  let counts = new Map<string, number>();
  let browsers = new Set<string>();
  let seen = 0;
  http.addHook("onRequest", async ({ ip, headers }) => {
    if (isWarned) return;
    seen++;
    counts.set(ip, (counts.get(ip) ?? 0) + 1);
    if (browsers.size < manyBrowsers) browsers.add(headers["user-agent"] ?? "");
    if (seen < sample) return;
    const [address, most] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one));
    if (most >= sample * 0.99 && browsers.size >= manyBrowsers) {
      isWarned = true;
      http.log.warn(
        { address, forwarded: headers["x-forwarded-for"] !== undefined },
        "nearly all requests have one address: if that is a proxy, name it in TRUSTED_PROXIES and let it send X-Forwarded-For",
      );
    }
    [counts, browsers, seen] = [new Map(), new Set(), 0];
  });
}
