import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type ApiRoute, api } from "#contract/api.ts";
import type { Endpoint, Route } from "#contract/endpoint.ts";
import { type FieldError, ProblemReply } from "#contract/problem-reply.ts";
import { type ProblemCode, problems } from "#contract/problems.ts";
import { say } from "#words/say.ts";
import type { Bus } from "#server/platform/cache/bus.ts";
import { admit } from "#server/platform/auth/caller.ts";
import type { Db } from "#server/platform/database/database.ts";
import type { Call, Handler, App } from "#server/platform/app.ts";
import { noKey, type Once, onceOnly } from "./idempotency.ts";
import { keptAnswers } from "#server/platform/cache/kept-answers.ts";
import { type RateClass, rateLimiter } from "./rate-limit.ts";
import type { ReadCache, Shows } from "#server/platform/cache/response-cache.ts";
import { Problem } from "./problem.ts";
import type { Tokens } from "#server/platform/auth/tokens.ts";

interface Sent {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}
type AnyHandler = (input: never, call: Call) => Promise<unknown>;
interface Parts {
  http: FastifyInstance;
  db: Db;
  tokens: Tokens;
  reads: ReadCache;
  bus: Bus;
}

/** How declared calls are answered: `handle` for rooms to say how, `call` to make one from within. */
export function callTable({ http, db, tokens, reads, bus }: Parts): Pick<App, "handle" | "call"> {
  const handlers = new Map<string, AnyHandler>();
  const within = new Set<string>();
  const limit = rateLimiter(db);

  const run = async (route: ApiRoute, input: object, call: Call) => {
    const endpoint = declared(route);
    const answer = await handlers.get(route)?.(input as never, call);
    // An answer kept under a key within its transaction is checked there.
    return endpoint.reply && !call.once.isWithin ? endpoint.reply.parse(answer) : answer;
  };

  const kept = keptAnswers(reads, (route, input, shows) => run(route, input, asNobody(shows)));

  const respond = async (route: ApiRoute, request: FastifyRequest, reply: FastifyReply) => {
    const endpoint = declared(route);
    await limit(classOf(route, endpoint), request);
    const caller = await admit(endpoint.caller, request, tokens, db);
    const input = parse(endpoint, { params: request.params, query: request.query, body: request.body });
    const status = endpoint.status ?? 200;
    if (endpoint.cached) {
      const { json } = await kept(route, input);
      return reply.type("application/json; charset=utf-8").send(json());
    }
    const work = (once: Once) => run(route, input, { caller, shows: () => undefined, http: { request, reply }, once });
    const isWithin = within.has(route);
    const { answer, replayed } = await onceOnly({ endpoint, route, request, caller, db, status, isWithin, work });
    // What an administrator changed is seen by the very next request, whichever process answers it.
    if (endpoint.caller === "admin" && !route.startsWith("GET ")) await bus.heardByAll();
    if (reply.sent) return reply;
    if (replayed !== undefined) return reply.status(replayed).send(answer);
    return status === 204 ? reply.status(204).send() : reply.status(status).send(answer);
  };

  return {
    handle: <R extends ApiRoute>(route: R, handler: Handler<R>, how?: { idempotency: "within" }) => {
      handlers.set(route, handler as AnyHandler);
      if (how) within.add(route);
      const [method, path] = route.split(" ") as [Endpoint["caller"], string];
      http.route({
        method: method as "GET",
        url: `/v1${path}`,
        schema: documented(declared(route)),
        handler: (request, reply) => respond(route, request, reply),
      });
    },
    call: async (route, args, shows: Shows = () => undefined) => {
      const endpoint = declared(route);
      if (endpoint.caller !== "anyone" && endpoint.caller !== "visitor") throw new Problem("not_signed_in");
      const input = parse(endpoint, args as Sent);
      if (!endpoint.cached) return (await run(route, input, asNobody(shows))) as never;
      const { answer, topics } = await kept(route, input, { isWithin: true });
      shows(...topics);
      return answer() as never;
    },
  };
}

const asNobody = (shows: Shows): Call => ({ caller: { kind: "nobody" }, shows, http: undefined, once: noKey });

const declared = (route: string) => (api as Record<Route, unknown>)[route as Route] as Endpoint;

/** Which rate limit a call falls under: as declared, else by whether it changes anything. */
function classOf(route: string, { limit }: Endpoint): RateClass {
  if (limit && limit !== "normal") return limit;
  if (route.startsWith("POST /webhooks/")) return "webhook";
  return route.startsWith("GET ") ? "read" : "write";
}

/** The request as the contract wants it. A path that can't be is a 404, anything else that can't be a 400. */
function parse(endpoint: Endpoint, sent: Sent) {
  const params = endpoint.params?.safeParse(sent.params);
  if (params && !params.success) throw new Problem("not_found");
  const query = endpoint.query?.safeParse(sent.query ?? {});
  const body = endpoint.body?.safeParse(sent.body ?? {});
  const wrong = [...(query?.error?.issues ?? []), ...(body?.error?.issues ?? [])];
  if (wrong.length > 0) throw new Problem("bad_input", { errors: wrong.map(fieldError) });
  return { params: params?.data, query: query?.data, body: body?.data };
}

function fieldError(issue: z.core.$ZodIssue): FieldError {
  const gaps = issue.code === "custom" ? issue.params : undefined;
  return { field: issue.path.join("."), code: issue.code, message: gaps ? say(issue.message, gaps) : issue.message };
}

const everyCall: ProblemCode[] = ["bad_input", "too_many_requests", "unexpected", "busy"];
const signedIn: ProblemCode[] = ["not_signed_in", "session_expired", "forbidden", "token_broken"];

/** The call's entry in the OpenAPI document, from the same schemas that validate it. */
function documented(endpoint: Endpoint) {
  const codes = [...everyCall, ...(endpoint.caller === "anyone" ? [] : signedIn), ...(endpoint.problems ?? [])];
  const refusals = Object.groupBy(codes, (code) => problems[code].status);
  const response = Object.fromEntries(
    Object.entries(refusals).map(([status, list]) => [
      status,
      ProblemReply.describe((list ?? []).map((code) => `${code}: ${problems[code].says}`).join("\n")),
    ]),
  );
  return {
    summary: endpoint.summary,
    description: `May be called by: ${endpoint.caller}.${endpoint.idempotency ? ` Idempotency-Key header ${endpoint.idempotency}.` : ""}`,
    ...(endpoint.upload ? { consumes: ["multipart/form-data"] } : {}),
    ...(endpoint.caller === "anyone" ? {} : { security: [{ bearer: [] }] }),
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    response: { [endpoint.status ?? 200]: endpoint.reply ?? z.null().describe("Nothing"), ...response },
  };
}
