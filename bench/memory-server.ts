// Serves a file from memory with the headers of a page: the least any page can cost. Used by pages.ts.
import { readFileSync } from "node:fs";
import Fastify from "fastify";

const [file = "", headers = "{}"] = process.argv.slice(2);
const body = readFileSync(file);
const pageHeaders = JSON.parse(headers) as Record<string, string>;
const server = Fastify();
server.get("/*", (_request, reply) => reply.headers(pageHeaders).send(body));
console.log(await server.listen({ port: 0, host: "127.0.0.1" }));
