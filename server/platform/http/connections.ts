import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { Problem, unreadable } from "./problem.ts";

/** Time limits: to receive a whole request, uploads included, and of an idle connection. */
export const connectionLimits = { requestTimeout: 300_000, connectionTimeout: 120_000 };

/** Responses a connection may leave unread before its next request is processed. */
const maxUnread = 4;

/** How long open connections get to end by themselves when the shop stops, and new ones to send their request. */
const drainMs = 500;
/**
 * Whether a request may become a socket: those of socket.io, and of Vite in development. Others are answered as plain
 * requests, as HTTP allows. Node leaves an upgraded connection without time limits to its listener.
 */
export const mayUpgrade = ({ url, headers }: IncomingMessage, { development }: { development: boolean }) =>
  Boolean(url?.startsWith("/socket.io/")) ||
  (development && Boolean(headers["sec-websocket-protocol"]?.startsWith("vite-")));

const draining = new WeakSet<FastifyInstance>();
/** Connections that have not sent a request yet. */
const silent = new WeakMap<FastifyInstance, Set<Socket>>();

/**
 * Closes the server. Every connection ends with its next answer, and they get half a second for it: closing one while a
 * request is on its way would reset that request. Connections that have not sent any by then are ended.
 */
export async function closeServer(http: FastifyInstance) {
  draining.add(http);
  const count = () =>
    new Promise<number>((resolve) => http.server.getConnections((_error, open) => resolve(open ?? 0)));
  const end = Date.now() + drainMs;
  while (Date.now() < end && (await count()) > 0) await setTimeout(20);
  await acceptWaiting(http, end + drainMs);
  // At once, before more arrive; Fastify would only after its hooks.
  http.server.close();
  const closed = http.close();
  await Promise.race([closed, setTimeout(drainMs)]);
  for (const socket of silent.get(http) ?? []) socket.destroy();
  await closed;
}

/**
 * Accepts the connections that wait in the kernel, which would be reset: one at each turn of the event loop, so none is
 * left after a turn without. A server that always has more waiting stops at `end`.
 */
async function acceptWaiting({ server }: FastifyInstance, end: number) {
  let isAccepted = true;
  const onConnection = () => {
    isAccepted = true;
  };
  server.on("connection", onConnection);
  while (isAccepted && Date.now() < end) {
    isAccepted = false;
    await setImmediate();
  }
  server.off("connection", onConnection);
}

/**
 * Rejects requests with several hosts or without a path, applies back-pressure to unread responses, closes upgrades
 * that are not for sockets, and logs errors of connections, which would end the process if nobody listened.
 */
export function guardConnections(http: FastifyInstance, config: { development: boolean }) {
  http.addHook("onSend", async (_request, reply) => {
    if (draining.has(http)) reply.header("connection", "close");
  });
  const waiting = new Set<Socket>();
  silent.set(http, waiting);
  http.server.on("connection", (socket: Socket) => {
    waiting.add(socket);
    socket.once("close", () => waiting.delete(socket));
    const address = socket.remoteAddress;
    socket.on("error", (error) => http.log.info({ err: error, address }, "a connection failed"));
  });
  // Before Node 24.9, which asks `mayUpgrade` itself.
  http.server.on("upgrade", (request: IncomingMessage, socket: Socket) => {
    if (!mayUpgrade(request, config)) socket.destroy();
  });
  const answersOf = new WeakMap<Socket, Promise<void>[]>();
  http.addHook("onRequest", async ({ raw }, reply) => {
    waiting.delete(raw.socket);
    if (!raw.url?.startsWith("/") || countHosts(raw.rawHeaders) > 1)
      throw new Problem("bad_input", { message: unreadable });
    const answers = answersOf.get(raw.socket) ?? [];
    answersOf.set(raw.socket, answers);
    const earlier = answers.at(-maxUnread);
    answers.push(sent(reply.raw));
    if (answers.length > maxUnread) answers.shift();
    await earlier;
  });
}

const countHosts = (rawHeaders: string[]) =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;

const sent = (response: ServerResponse) => new Promise<void>((resolve) => response.once("close", () => resolve()));
