import type { FastifyInstance } from "fastify";
import type { RateLimiter } from "./rate-limit.ts";

const withoutBody = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Limits requests with a body by address before the body is read, wherever they go: parsing costs more than counting, and
 * an unknown path has no endpoint that would limit it.
 */
export function limitBodies(http: FastifyInstance, limit: RateLimiter) {
  http.addHook("onRequest", async (request) => {
    if (withoutBody.has(request.method)) return;
    await limit(request.url.startsWith("/v1/webhooks/") ? "webhook body" : "body", request);
  });
}
