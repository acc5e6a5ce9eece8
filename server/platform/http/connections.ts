import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { Problem, unreadable } from "./problem.ts";

/** Time limits: to receive a whole request, uploads included, and of an idle connection. */
export const connectionLimits = { requestTimeout: 300_000, connectionTimeout: 120_000 };

/** Responses a connection may leave unread before its next request is processed. */
const maxUnread = 4;

/** Rejects requests with several hosts or without a path, and applies back-pressure to unread responses. */
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
