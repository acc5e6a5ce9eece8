import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "#server/platform/http/problem.ts";
import { buildFolder } from "./renderer.ts";
import { securityHeaders } from "./security-headers.ts";

/** Serves the client build: assets are immutable, other files are cached for an hour. */
export async function registerStaticFiles(http: FastifyInstance) {
  const client = join(buildFolder, "client");
  if (existsSync(join(client, "assets")))
    await http.register(fastifyStatic, {
      root: join(client, "assets"),
      prefix: "/assets/",
      preCompressed: true,
      immutable: true,
      maxAge: "365d",
      schemaHide: true,
      setHeaders: (reply) => void reply.header("x-content-type-options", securityHeaders["x-content-type-options"]),
    });
  // Files with a route of their own (robots.txt, site.webmanifest).
  const taken = readdirSync(client).filter((name) => http.hasRoute({ method: "GET", url: `/${name}` }));
  await http.register(fastifyStatic, {
    root: client,
    decorateReply: false,
    wildcard: false,
    globIgnore: ["assets/**", ".vite/**", ...taken],
    maxAge: "1h",
    schemaHide: true,
    setHeaders: (reply, file) => {
      reply.header("x-content-type-options", securityHeaders["x-content-type-options"]);
      // Otherwise browsers could not replace the service worker.
      if (file.endsWith("sw.js")) reply.header("cache-control", "no-cache");
    },
  });
}

/** Responds 404: a problem for API paths, otherwise plain text. */
export function notFound(request: FastifyRequest, reply: FastifyReply) {
  if (/^\/v1(\/|$|\?)/.test(request.url)) throw new Problem("not_found");
  return reply.status(404).type("text/plain; charset=utf-8").header("cache-control", "no-store").send("Not found\n");
}
