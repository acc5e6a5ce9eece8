import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { Problem } from "./problem.ts";
import { unreadable } from "./unreadable.ts";

/** How long a whole request may take to arrive, uploads included, and a connection may be silent. */
export const connectionLimits = { requestTimeout: 300_000, connectionTimeout: 120_000 };

/** Answers one connection may leave unread before its next request is worked on. */
const maxUnread = 4;

/** What every connection is held to: one host, a path as target, and answers that are read. */
export function guardConnections(http: FastifyInstance) {
  const answersOf = new WeakMap<Socket, Promise<void>[]>();
  http.addHook("onRequest", async ({ raw }, reply) => {
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
