import { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { Problem } from "#server/platform/http/problem.ts";
import { closeUnread, limitSockets } from "./socket-limits.ts";

const trustedProxies = { networks: [] };
const unlimited = async () => undefined;

/** A request for a socket; `close` ends it. */
function request(remoteAddress: string, headers = {}) {
  const socket = Object.assign(new EventEmitter(), { remoteAddress, destroyed: false });
  return { asked: { socket, headers } as unknown as IncomingMessage, close: () => socket.emit("close") };
}
const isAdmitted = (allow: ReturnType<typeof limitSockets>, { asked }: { asked: IncomingMessage }) =>
  new Promise<boolean>((resolve) => allow(asked, (_error, isAllowed) => resolve(isAllowed)));

test("L1 an address has 200 sockets of a process at most, and a proxy that names the clients any number", async () => {
  const allow = limitSockets({ trustedProxies }, unlimited);
  const open = Array.from({ length: 200 }, () => request("203.0.113.1"));
  for (const one of open) expect(await isAdmitted(allow, one)).toBe(true);
  expect(await isAdmitted(allow, request("203.0.113.1"))).toBe(false);
  expect(await isAdmitted(allow, request("203.0.113.2"))).toBe(true);
  for (let at = 0; at < 300; at++)
    expect(await isAdmitted(allow, request("127.0.0.1", { "x-forwarded-for": `198.51.100.${at % 100}` }))).toBe(true);
  open[0]?.close();
  expect(await isAdmitted(allow, request("203.0.113.1"))).toBe(true);
  expect(await isAdmitted(allow, request("203.0.113.1"))).toBe(false);
});

test("L1 a /48, which one customer can have whole, has as many sockets as 16 addresses", async () => {
  const allow = limitSockets({ trustedProxies }, unlimited);
  const ip = (network: number) => `2001:db8:7:${network.toString(16)}::1`;
  for (let at = 0; at < 16 * 200; at++) expect(await isAdmitted(allow, request(ip(at)))).toBe(true);
  expect(await isAdmitted(allow, request(ip(4000)))).toBe(false);
  expect(await isAdmitted(allow, request("2001:db8:8::1"))).toBe(true);
});

test("L1 a socket that is reset while its limit is checked is not counted as open", async () => {
  const checked = Promise.withResolvers<undefined>();
  const allow = limitSockets({ trustedProxies }, () => checked.promise);
  for (let at = 0; at < 300; at++) {
    const { asked, close } = request("203.0.113.1");
    allow(asked, () => undefined);
    Object.assign(asked.socket, { destroyed: true });
    close();
  }
  checked.resolve(undefined);
  expect(await isAdmitted(allow, request("203.0.113.1"))).toBe(true);
});

test("L1 sockets beyond the limit of a minute are refused", async () => {
  const refuse = limitSockets({ trustedProxies }, () => Promise.reject(new Problem("too_many_requests")));
  expect(await isAdmitted(refuse, request("203.0.113.1"))).toBe(false);
});

test("L1 a socket that reads nothing is closed after a hundred messages", () => {
  const conn = Object.assign(new EventEmitter(), { closed: 0, close: () => conn.closed++ });
  closeUnread({ conn } as never);
  const send = (count: number) => {
    for (let at = 0; at < count; at++) conn.emit("packetCreate");
  };
  send(100);
  conn.emit("drain");
  send(100);
  expect(conn.closed).toBe(0);
  send(1);
  expect(conn.closed).toBe(1);
});
