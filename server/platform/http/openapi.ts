import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "./problem.ts";
import type { RateLimiter } from "./rate-limit.ts";

// Only the page's own scripts and styles; some styles are set inline by scripts.
const docsPolicy = {
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'", "'unsafe-inline'"],
  "img-src": ["'self'", "data:"],
  "connect-src": ["'self'"],
  "base-uri": ["'none'"],
  "form-action": ["'none'"],
  "frame-ancestors": ["'none'"],
};

/** `/v1/openapi.json`, serialized once, and its documentation page `/v1/docs`. */
export async function registerOpenApi(http: FastifyInstance, limit: RateLimiter) {
  let json: Buffer | undefined;
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    await limit("read", request);
    json ??= Buffer.from(JSON.stringify(http.swagger()));
    return reply.type("application/json; charset=utf-8").header("cache-control", "public, max-age=300").send(json);
  };
  http.get("/v1/openapi.json", { schema: { hide: true } }, send);
  await http.register(swaggerUi, {
    routePrefix: "/v1/docs",
    staticCSP: docsPolicy,
    uiHooks: {
      onRequest: async (request, reply) => {
        await limit("read", request);
        // The plugin would serialize the document for every request.
        if (request.url.startsWith("/v1/docs/yaml")) throw new Problem("not_found");
        if (request.url.startsWith("/v1/docs/json")) return send(request, reply);
        return undefined;
      },
    },
  });
}
