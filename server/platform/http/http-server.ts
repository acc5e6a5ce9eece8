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
import { inLanguage } from "#server/platform/language.ts";
import { type Language, say } from "#words/say.ts";
import { trustedBy, warnOfProxies } from "./client-address.ts";
import { connectionLimits, guardConnections, mayUpgrade } from "./connections.ts";
import { isTooDeep } from "./json-depth.ts";
import { loggedError } from "./logged-error.ts";
import { Problem, toProblem, unreadable } from "./problem.ts";

const megabyte = 1024 * 1024;

/** The HTTP server with what all endpoints share: parsing, error responses, the OpenAPI document. */
export async function createHttpServer(config: Config): Promise<FastifyInstance> {
  const http = Fastify({
    logger: {
      level: config.logLevel,
      redact: ["req.headers.authorization", "req.headers.cookie"],
      serializers: {
        err: (error: unknown) => loggedError(error) as never,
        req: ({ method, url, host, ip }: FastifyRequest) => ({ method, url: pathOf(url), host, remoteAddress: ip }),
      },
    },
    logController: new LogController({ disableRequestLogging: config.logLevel !== "debug" }),
    bodyLimit: megabyte,
    trustProxy: trustedBy(config.trustedProxies),
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 600 },
    forceCloseConnections: "idle",
    // Requests taken while the server closes are answered as ever (connections.ts).
    return503OnClosing: false,
    ...connectionLimits,
    http: { shouldUpgradeCallback: (request) => mayUpgrade(request, config) },
    frameworkErrors: sendProblem,
    clientErrorHandler: rejectMalformed,
    rewriteUrl: ({ url = "/" }) => escapeMalformed(url),
  });
  // Endpoints validate their input themselves (endpoints.ts); without these Fastify would compile the schemas again.
  http.setValidatorCompiler(() => (value) => ({ value }));
  http.setSerializerCompiler(() => (value) => JSON.stringify(value));
  http.setErrorHandler(sendProblem);
  guardConnections(http, config);
  warnOfProxies(http);
  http.addHook("onRequest", async ({ url }, reply) => {
    if (url.startsWith("/v1/")) reply.headers(apiHeaders);
  });
  // Once the body is read: reading it ends in another asynchronous context.
  http.addHook("preHandler", ({ language }, _reply, done) => (language ? inLanguage(language, done) : done()));
  // Two years, as the preload lists of browsers require.
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
        title: `${config.shopName ?? "Kiosk"} API`,
        version: "1",
        description:
          "All endpoints of the shop, generated from the schemas that validate them. Every error has the " +
          "same shape, also those of requests that reach no endpoint: 400 for what is not HTTP, 404 for " +
          "unknown paths, 408 for requests that take too long to arrive, 414 for path parameters of more " +
          "than 600 characters, 431 for headers that are too large.",
      },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    },
    transform: jsonSchemaTransform,
  });
  parseJsonBodies(http);
  checkBoundaries(http);
  return http;
}

/** API responses are data: browsers must not use them as documents, scripts or frames. */
const apiHeaders = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

/** Responds to bytes that are not an HTTP request with the usual error response. */
function rejectMalformed(error: ConnectionError, socket: Socket) {
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

/** Escapes the percent signs of a path that can't be decoded (`/%E0%A4%A`), so that it is answered with 404. */
function escapeMalformed(url: string) {
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
    /** The language of the answer; undefined is the default one. */
    language?: Language | undefined;
    /** The body as received, for webhooks signed by a payment provider. */
    rawBody?: string;
  }
}

/** Rejects multipart bodies without a valid boundary: 1 to 70 characters by RFC 2046. */
function checkBoundaries(http: FastifyInstance) {
  http.addHook("onRequest", async ({ headers }) => {
    const type = headers["content-type"] ?? "";
    if (!/^multipart\//i.test(type)) return;
    const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=[\s;]|$))/i.exec(type) ?? [];
    if (!quoted && !plain) throw new Problem("bad_input", { message: unreadable });
  });
}

/** Parses JSON bodies; an empty one is no input, as is a broken one on /cart (docs/decisions/0004). */
function parseJsonBodies(http: FastifyInstance) {
  const parse = http.getDefaultJsonParser("error", "error");
  http.removeContentTypeParser("application/json");
  http.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (request.url.startsWith("/v1/webhooks/")) request.rawBody = String(body);
    const finish = (error: Error | null, value?: unknown) =>
      error && !isOnCart(request) ? done(error) : done(null, error ? undefined : value);
    if (body === "") finish(null);
    else if (isTooDeep(body as string)) finish(new Problem("bad_input", { message: unreadable }));
    else parse(request, body as string, finish);
  });
}

/** Responds to an error: a problem with its code and message, anything else with a 500 without details, which is logged. */
const sendProblem = (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) =>
  inLanguage(request.language, () => describeProblem(error, request, reply));

function describeProblem(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  if (request.raw.errored || request.raw.socket.destroyed) {
    // The client is gone.
    request.log.info({ url: pathOf(request.url) }, "the client ended the request");
    return reply.status(400).send();
  }
  const problem = forCart(request, toProblem(error) ?? frameworkProblem(error as FastifyError));
  if (!problem) {
    request.log.error({ err: error, url: pathOf(request.url) }, "unexpected");
    return reply
      .status(500)
      .send({ message: say(problems.unexpected.says), code: "unexpected", request_id: request.id });
  }
  if (problem.status === 503 && error !== problem)
    request.log.warn({ err: error, url: pathOf(request.url) }, "the database is unavailable");
  if (problem.status === 401) reply.header("www-authenticate", "Bearer");
  if (problem.retryAfter) reply.header("retry-after", String(problem.retryAfter));
  return reply.status(problem.status).send({
    message: say(problem.message),
    code: problem.code,
    ...(problem.errors ? { errors: problem.errors.map((one) => ({ ...one, message: say(one.message) })) } : {}),
    ...problem.details,
    request_id: request.id,
  });
}

/** An address without its query, which may hold codes, names and searches. */
const pathOf = (url: string) => url.split("?")[0];

/** On /cart, 400 means only that the guest cart is unknown: pages then discard it (docs/decisions/0004). */
function forCart(request: FastifyRequest, problem: Problem | undefined) {
  const isBadInput = problem?.status === 400 && problem.code !== "guest_cart_unknown";
  return isBadInput && isOnCart(request) ? new Problem("invalid_line") : problem;
}

/** Whether a request is for /cart, however its path is written (`/v1/%63art`). */
const isOnCart = ({ routeOptions }: FastifyRequest) => /^\/v1\/cart(\/|$)/.test(routeOptions.url ?? "");

/** Errors of multipart parsers, which have no status. */
const malformedMultipart = /end of multipart data|Boundary not found|^Malformed part/;

function frameworkProblem(error: FastifyError): Problem | undefined {
  if (malformedMultipart.test(error.message)) return new Problem("bad_input", { message: unreadable });
  if (error.statusCode === 414) return new Problem("url_too_long");
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
