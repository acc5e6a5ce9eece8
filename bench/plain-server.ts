// Sends the bytes of a file from memory with the headers of a page: what any page costs at the least.
import { readFileSync } from "node:fs";
import Fastify from "fastify";

const [file = "", headers = "{}"] = process.argv.slice(2);
const body = readFileSync(file);
const kept = JSON.parse(headers) as Record<string, string>;
const server = Fastify();
server.get("/*", (_request, reply) => reply.headers(kept).send(body));
console.log(await server.listen({ port: 0, host: "127.0.0.1" }));
