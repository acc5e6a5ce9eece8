import type { IncomingMessage } from "node:http";
import type { Socket } from "socket.io";
import type { Config } from "#server/platform/config.ts";
import { clientAddress, trustedBy } from "#server/platform/http/client-address.ts";
import { Problem } from "#server/platform/http/problem.ts";
import {
  addressOf,
  isThisMachine,
  networkOfOne,
  perWiderNetwork,
  type RateLimiter,
} from "#server/platform/http/rate-limit.ts";

/** Open sockets of an address in a process: the windows of an office or school that shares one. */
const maxOpen = 200;
/** Messages that wait for a browser to read them. */
const maxUnread = 100;

type Answer = (error: string | undefined, isAllowed: boolean) => void;

/**
 * Refuses sockets of an address that has many or opens them all the time, before they are upgraded. A local proxy that
 * says nobody's address is not limited, as it serves everybody.
 */
export function limitSockets({ trustedProxies }: Pick<Config, "trustedProxies">, limit: RateLimiter) {
  const isTrusted = trustedBy(trustedProxies);
  const open = new Map<string, number>();
  const admit = async (request: IncomingMessage) => {
    const ip = clientAddress(request, isTrusted);
    await limit("socket", { ip });
    // Closed meanwhile, so that it does not close again.
    if (request.socket.destroyed) return;
    const address = addressOf({ ip });
    const wider = networkOfOne(address);
    const isFull = (open.get(address) ?? 0) >= maxOpen || (open.get(wider) ?? 0) >= maxOpen * perWiderNetwork;
    if (isFull && !isThisMachine(ip)) throw new Problem("too_many_requests");
    const counted = new Set([address, wider]);
    for (const one of counted) open.set(one, (open.get(one) ?? 0) + 1);
    request.socket.once("close", () => {
      for (const one of counted) {
        const left = (open.get(one) ?? 1) - 1;
        if (left > 0) open.set(one, left);
        else open.delete(one);
      }
    });
  };
  return (request: IncomingMessage, done: Answer) => {
    admit(request).then(
      () => done(undefined, !request.socket.destroyed),
      () => done(undefined, false),
    );
  };
}

/** Counts an event of a socket with what its address changes by calls. */
export function countEvents({ trustedProxies }: Pick<Config, "trustedProxies">, limit: RateLimiter) {
  const isTrusted = trustedBy(trustedProxies);
  return (socket: Pick<Socket, "request">) => limit("write", { ip: clientAddress(socket.request, isTrusted) });
}

/** Closes a socket whose browser does not read what it is sent, which would fill the memory. */
export function closeUnread(socket: Socket) {
  let unread = 0;
  socket.conn.on("packetCreate", () => {
    if (++unread > maxUnread) socket.conn.close(true);
  });
  socket.conn.on("drain", () => {
    unread = 0;
  });
}
