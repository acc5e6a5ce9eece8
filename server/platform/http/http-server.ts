import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import cookie from "@fastify/cookie";
import cors from "@fastify/cors";
import multipart from "@fastify/multipart";
import swagger from "@fastify/swagger";
import Fastify, {
  type ConnectionError,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { problems } from "#contract/problems.ts";
import type { Config } from "#server/platform/config.ts";
import { say } from "#words/say.ts";
import { connectionLimits, guardConnections } from "./connections.ts";
import { isTooDeep } from "./json-depth.ts";
import { Problem, toProblem } from "./problem.ts";
import { unreadable } from "./unreadable.ts";

const megabyte = 1024 * 1024;

/** The HTTP server with what every call shares: parsing, the one error shape, the OpenAPI document. */
export async function createHttpServer(config: Config): Promise<FastifyInstance> {
  const http = Fastify({
    logger: { level: config.logLevel, redact: ["req.headers.authorization", "req.headers.cookie"] },
    logController: new LogController({ disableRequestLogging: config.logLevel !== "debug" }),
    bodyLimit: megabyte,
    trustProxy: "loopback",
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 600 },
    forceCloseConnections: "idle",
    ...connectionLimits,
    frameworkErrors: sendProblem,
    clientErrorHandler: refuseBytes,
    rewriteUrl: ({ url = "/" }) => readable(url),
  });
  // Calls check their own input (handling.ts); these only keep Fastify from compiling the schemas a second time.
  http.setValidatorCompiler(() => (value) => ({ value }));
  http.setSerializerCompiler(() => (value) => JSON.stringify(value));
  http.setErrorHandler(sendProblem);
  guardConnections(http);
  http.addHook("onRequest", async ({ url }, reply) => {
    if (url.startsWith("/v1/")) reply.headers(apiHeaders);
  });
  // Where the shop is reached by https, browsers are told to use nothing else (two years, as their preload lists ask).
  if (config.publicUrl?.startsWith("https:"))
    http.addHook("onSend", async (_request, reply) => {
      reply.header("strict-transport-security", "max-age=63072000; includeSubDomains");
    });
  await http.register(cookie);
  await http.register(cors, { origin: config.publicUrl ?? false, credentials: true });
  await http.register(multipart, { limits: { fileSize: 200 * megabyte, files: 50, fields: 50 } });
  await http.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: `${config.shopName} API`,
        version: "1",
        description: "Every call of the shop, generated from the schemas that validate it.",
      },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    },
    transform: jsonSchemaTransform,
  });
  emptyBodies(http);
  checkBoundaries(http);
  return http;
}

/** Answers of the API are data: no browser takes them for a document, a script or a frame. */
const apiHeaders = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

/** Answers bytes that are no HTTP request, in the shape of every other problem. */
function refuseBytes(error: ConnectionError, socket: Socket) {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code] ?? 400;
  const body = JSON.stringify({ message: say(unreadable), code: "bad_input" });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  if (socket.writable) socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  socket.destroy(error);
}

/** An address whose escapes are no text (`/%E0%A4%A`) is taken by its letters: it names nothing, and is answered like that. */
function readable(url: string) {
  const [path = "", ...query] = url.split("?");
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll("%", "%25"), ...query].join("?");
  }
}

declare module "fastify" {
  interface FastifyRequest {
    /** The body as it came, for messages signed by a payment provider. */
    rawBody?: string;
  }
}

/** A multipart body is read only with a boundary as RFC 2046 has it: 1 to 70 characters. */
function checkBoundaries(http: FastifyInstance) {
  http.addHook("onRequest", async ({ headers }) => {
    const type = headers["content-type"] ?? "";
    if (!/^multipart\//i.test(type)) return;
    const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=[\s;]|$))/i.exec(type) ?? [];
    if (!quoted && !plain) throw new Problem("bad_input", { message: unreadable });
  });
}

/** `Content-Type: application/json` without a body is a call without input, not an error. */
function emptyBodies(http: FastifyInstance) {
  const parse = http.getDefaultJsonParser("error", "error");
  http.removeContentTypeParser("application/json");
  http.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (request.url.startsWith("/v1/webhooks/")) request.rawBody = String(body);
    if (body === "") done(null, undefined);
    else if (isTooDeep(body as string)) done(new Problem("bad_input", { message: unreadable }));
    else parse(request, body as string, done);
  });
}

/** Answers a Refusal with its code and its words in the language of the shop, and any surprise with a 500 that is logged once and shows nothing. */
function sendProblem(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  if (request.raw.errored) {
    // Nobody waits for an answer any more.
    request.log.info({ url: request.url }, "the client ended the request");
    return reply.status(400).send();
  }
  const refusal = forCart(request, toProblem(error) ?? refusalOfFramework(error as FastifyError));
  if (!refusal) {
    request.log.error({ err: error, url: request.url }, "unexpected");
    return reply
      .status(500)
      .send({ message: say(problems.unexpected.says), code: "unexpected", request_id: request.id });
  }
  if (refusal.status === 503 && error !== refusal)
    request.log.warn({ err: error, url: request.url }, "the database could not");
  if (refusal.status === 401) reply.header("www-authenticate", "Bearer");
  if (refusal.retryAfter) reply.header("retry-after", String(refusal.retryAfter));
  return reply.status(refusal.status).send({
    message: say(refusal.message),
    code: refusal.code,
    ...(refusal.errors ? { errors: refusal.errors.map((one) => ({ ...one, message: say(one.message) })) } : {}),
    ...refusal.details,
    request_id: request.id,
  });
}

/** On /cart, 400 says only that a guest cart is unknown: the page throws the cart away on it (docs/decisions/0004). */
function forCart(request: FastifyRequest, refusal: Problem | undefined) {
  const misread = refusal?.status === 400 && refusal.code !== "guest_cart_unknown" && /^\/v1\/cart\b/.test(request.url);
  return misread ? new Problem("invalid_line") : refusal;
}

/** What parsers of multipart bodies throw without a status. */
const malformedMultipart = /end of multipart data|Boundary not found|^Malformed part/;

function refusalOfFramework(error: FastifyError): Problem | undefined {
  if (malformedMultipart.test(error.message)) return new Problem("bad_input", { message: unreadable });
  if (error.statusCode === 413) return new Problem("upload_too_large");
  if (error.statusCode === 415)
    return new Problem("upload_unreadable", { message: "Send JSON, or multipart/form-data for uploads." });
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new Problem("bad_input", {
      message: unreadable,
      errors: [{ field: "", code: error.code, message: error.message }],
    });
  return undefined;
}
