import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandler } from "fastify";
import { z } from "zod";
import { type ApiRoute, api, type ExportedList, type Input, type RowOf } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { type FieldError, type PageMeta, ProblemReply, pageMeta } from "#contract/endpoint.ts";
import { type ProblemCode, problems } from "#contract/problems.ts";
import type { Route } from "#contract/route.ts";
import type { About, App, Call, ChangeDetails } from "#server/platform/app.ts";
import { admit } from "#server/platform/auth/caller.ts";
import type { Tokens } from "#server/platform/auth/tokens.ts";
import type { Bus } from "#server/platform/cache/bus.ts";
import type { AddCacheTags, ResponseCache } from "#server/platform/cache/response-cache.ts";
import type { RecordedObject } from "#server/platform/changes/objects.ts";
import { recordExport } from "#server/platform/changes/recorded-exports.ts";
import { createRecordedWrites, isByStaff, isDashboardWrite } from "#server/platform/changes/recorded-writes.ts";
import { type Columns, listPages, sendCsv, tableLines } from "#server/platform/csv.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import type { Events } from "#server/platform/events.ts";
import { languageKey } from "#server/platform/language.ts";
import { say } from "#words/say.ts";
import { runIdempotently, withoutKey } from "./idempotency.ts";
import { Problem } from "./problem.ts";
import type { RateClass, RateLimiter } from "./rate-limit.ts";

interface Sent {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}
type SavingWrite<Saved> = (tx: Tx, input: never, call: Call) => Promise<Saved>;
type AnyAbout<Saved> = About<never> & { answer?: (saved: Saved, input: never, call: Call) => unknown };
type AnyHandler = (input: never, call: Call) => Promise<unknown>;
type Register = (route: ApiRoute, handler: AnyHandler) => void;
interface Parts {
  http: FastifyInstance;
  db: Db;
  tokens: Tokens;
  responseCache: ResponseCache;
  bus: Bus;
  limit: RateLimiter;
  events: Events;
}

type Answers = Pick<App, "answer" | "answerPage" | "write" | "change" | "changes" | "object" | "objects">;
type Endpoints = Answers & Pick<App, "handle" | "handleExport" | "call" | "undoWrite">;

/** Registers the handlers of the endpoints of the contract, and calls endpoints in process. */
export function createEndpoints(parts: Parts): Endpoints {
  const { http, db, tokens, responseCache, bus, limit, events } = parts;
  const handlers = new Map<string, AnyHandler>();
  const savesOwnAnswer = new Set<string>();

  const run = async (route: ApiRoute, input: object, call: Call) => {
    const endpoint = endpointOf(route);
    const answer = await handlers.get(route)?.(input as never, call);
    // A response saved in its transaction was parsed before the commit.
    return endpoint.reply && !call.idempotency.isSaved ? endpoint.reply.parse(answer) : answer;
  };
  const cachedJson = cachedAnswers(responseCache, run);

  const writes = createRecordedWrites(db, events);

  const respond = async (route: ApiRoute, request: FastifyRequest, reply: FastifyReply) => {
    const endpoint = endpointOf(route);
    // Responses that depend on the caller or contain tokens must not be cached.
    if (endpoint.caller !== "anyone" || endpoint.limit !== undefined) reply.header("cache-control", "no-store");
    await limit(classOf(route, endpoint), request);
    const caller = await admit(endpoint, request, { tokens, db, responseCache });
    const body = await writes.keepAbsent(route, endpoint, caller, request);
    const input = parse(endpoint, { params: request.params, query: request.query, body });
    if (endpoint.cached) {
      const { value: json } = await cachedJson(route, input);
      return reply.type("application/json; charset=utf-8").send(json);
    }
    await recordExport(parts, { route, endpoint, query: input.query, caller, requestId: request.id });
    const change: ChangeDetails = { undoIds: [] };
    const { answer, replayed } = await runIdempotently({
      endpoint,
      route,
      request,
      caller,
      db,
      status: endpoint.status ?? 200,
      savesOwnAnswer: savesOwnAnswer.has(route),
      work: (idempotency) =>
        run(route, input, { caller, addCacheTags: () => undefined, http: { request, reply }, idempotency, change }),
    });
    // The next request sees what an administrator changed, whichever process answers it.
    if (isByStaff(route, endpoint, caller)) await bus.invalidationBarrier();
    if (change.undoIds.length > 0 && change.undoIds.length <= maxUndone) reply.header("undo", change.undoIds.join());
    return sendAnswer(reply, answer, replayed ?? endpoint.status ?? 200, replayed !== undefined);
  };

  const register = (route: ApiRoute, handler: AnyHandler) => {
    handlers.set(route, handler);
    addRoute(http, route, (request, reply) => respond(route, request, reply));
  };
  const registerUnrecorded = refusingUnrecorded(register);
  return {
    handle: (route, handler, options = {}) => {
      if (options.recordsItself) register(route, handler);
      else registerUnrecorded(route, handler);
      if (options.savesOwnAnswer) savesOwnAnswer.add(route);
    },
    handleExport: createExports(run, register),
    ...createAnswers({ register, registerUnrecorded }, writes),
    call: createCall(run, cachedJson),
    undoWrite: createUndo({ run, bus }),
  };
}

/** Registers handlers that record nothing. Throws for a write of the dashboard, unless its contract says why that isn't. */
const refusingUnrecorded =
  (register: Register): Register =>
  (route, handler) => {
    const endpoint = endpointOf(route);
    if (isDashboardWrite(route, endpoint) && !endpoint.recorded)
      throw new Error(`nothing records ${route}, a write of the dashboard; register it with app.write`);
    register(route, handler);
  };

function addRoute(http: FastifyInstance, route: ApiRoute, handler: RouteHandler) {
  const [method = "", path] = route.split(" ");
  http.route({ method, url: `/v1${path}`, schema: openApiSchema(method, endpointOf(route)), handler });
}

/** Registers handlers that return the data of the response: of one thing, of a page of a list, of a write of an object. */
function createAnswers(
  { register, registerUnrecorded }: { register: Register; registerUnrecorded: Register },
  writes: ReturnType<typeof createRecordedWrites>,
): Answers {
  return {
    answer: (route, handler, ...cacheTags) =>
      registerUnrecorded(route, async (input, call) => {
        call.addCacheTags(...cacheTags);
        return dataOf(route, await handler(input, call));
      }),
    answerPage: (route, handler) =>
      registerUnrecorded(route, async (input: Input<typeof route>, call) => {
        const { rows, total } = await handler(input, call);
        return { data: rows, meta: pageMeta(input.query as PageMeta, total) };
      }),
    write: <R extends ApiRoute, Saved>(route: R, handler: SavingWrite<Saved>, about: AnyAbout<Saved> = {}) => {
      const write = writes.inTransaction(route, endpointOf(route), handler, about);
      const { answer = (saved: Saved): unknown => saved, around = (_input, _call, run) => run() } = about;
      register(route, (input, call) =>
        around(input, call, async () => dataOf(route, await answer((await write(input, call)) as Saved, input, call))),
      );
    },
    change: writes.change,
    changes: writes.changes,
    object: (name, recorded) => void writes.objects.set(name, recorded as RecordedObject),
    objects: writes.objects,
  };
}

const dataOf = (route: ApiRoute, data: unknown) => (endpointOf(route).reply ? { data } : undefined);

/** Sends an answer unless the handler has sent one; a replayed 204 has the stored body. */
function sendAnswer(reply: FastifyReply, answer: unknown, status: number, isReplayed: boolean) {
  if (reply.sent) return reply;
  return status === 204 && !isReplayed ? reply.status(204).send() : reply.status(status).send(answer);
}

const createExports =
  (run: Run, register: Register): App["handleExport"] =>
  <R extends ExportedList>(list: R, columns: Columns<RowOf<R>>, { perPage }: { perPage?: number } = {}) => {
    const exportRows = (input: { query?: unknown }, call: Call) => {
      const readPage = async (page: object) =>
        (await run(list, { query: { ...(input.query as object), ...page } }, call)) as { data: RowOf<R>[] };
      const name = list.slice("GET /".length).replaceAll("/", "-");
      return sendCsv(call, name, tableLines(columns, listPages(readPage, perPage)));
    };
    register(`${list}/export` as ApiRoute, exportRows);
  };

/** Calls an endpoint in process, as a visitor. */
const createCall =
  (run: Run, cachedJson: ReturnType<typeof cachedAnswers>): App["call"] =>
  async (route, args, addCacheTags = () => undefined) => {
    const endpoint = endpointOf(route);
    if (endpoint.caller !== "anyone" && endpoint.caller !== "visitor") throw new Problem("not_signed_in");
    const input = parse(endpoint, args as Sent);
    if (!endpoint.cached) return (await run(route, input, anonymous(addCacheTags))) as never;
    const { value: json, tags } = await cachedJson(route, input);
    addCacheTags(...tags);
    return JSON.parse(json.toString()) as never;
  };

/** The most entries that one answer offers to undo, as their ids are a header. */
const maxUndone = 500;

/** Calls the endpoint that undoes a past write, as a write of its own. */
const createUndo =
  ({ run, bus }: { run: Run; bus: Bus }): App["undoWrite"] =>
  async (route, given, { caller, http, change }) => {
    const input = parse(endpointOf(route), { params: given, body: {} });
    await run(route, input, { ...anonymous(() => undefined), caller, http, change });
    await bus.invalidationBarrier();
  };

type Run = (route: ApiRoute, input: object, call: Call) => Promise<unknown>;

/**
 * Responses of endpoints declared `cached`, as bytes to send. Objects would take about four times the memory, and collecting
 * them costs more than parsing the bytes again for a page that is rendered.
 */
const cachedAnswers = (responseCache: ResponseCache, run: Run) => (route: ApiRoute, input: { query?: unknown }) =>
  responseCache.get(
    `${languageKey()}${route} ${JSON.stringify(input)}`,
    async (addCacheTags) => {
      const json = encode(await run(route, input, anonymous(addCacheTags)));
      return { value: json, bytes: json.length + entryBytes, isRare: isRare(input) };
    },
    "answer",
  );

/** Whether the input has words or numbers that somebody chose: such answers are cached when they are asked for again. */
const isRare = (input: { query?: unknown }) =>
  Object.entries(input.query ?? {}).some(
    ([name, value]) =>
      value !== undefined &&
      typeof value !== "boolean" &&
      name !== "sort" &&
      !(name === "page" && value === 1) &&
      !(name === "per_page" && commonSizes.includes(value)),
  );

/** How many rows the storefront asks for. */
const commonSizes: unknown[] = [4, 8, 24];

/** Approximate size of an entry's key and tags. */
const entryBytes = 1000;

/** JSON in a buffer of its own; a slice of Node's pool would retain the whole pool. */
function encode(answer: unknown): Buffer {
  const json = JSON.stringify(answer);
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(json));
  bytes.write(json);
  return bytes;
}

const anonymous = (addCacheTags: AddCacheTags): Call => ({
  caller: { kind: "nobody" },
  addCacheTags,
  http: undefined,
  idempotency: withoutKey,
  change: { undoIds: [] },
});

const endpointOf = (route: string) => (api as Record<Route, unknown>)[route as Route] as Endpoint;

/** The rate limit of an endpoint: as declared, otherwise by its method. */
function classOf(route: string, { limit }: Endpoint): RateClass {
  if (limit && limit !== "normal") return limit;
  return route.startsWith("GET ") ? "read" : "write";
}

/** Validates the request. Throws `not_found` for an invalid path, `bad_input` for anything else. */
function parse(endpoint: Endpoint, sent: Sent) {
  const params = endpoint.params?.safeParse(sent.params);
  if (params && !params.success) throw new Problem("not_found");
  const query = endpoint.query?.safeParse(nestDotted(sent.query ?? {}));
  const body = endpoint.body?.safeParse(sent.body ?? {});
  const wrong = [...(query?.error?.issues ?? []), ...(body?.error?.issues ?? [])];
  if (wrong.length > 0) throw new Problem("bad_input", { errors: wrong.map(fieldError) });
  return { params: params?.data, query: query?.data, body: body?.data };
}

/** Parameters with a dot are fields of an object: `attr.material=Oak` becomes `attr: { material: "Oak" }`. */
function nestDotted(query: object): object {
  const [dotted, plain] = [true, false].map((has) =>
    Object.entries(query).filter(([name]) => /^\w+\./.test(name) === has),
  ) as [[string, unknown][], [string, unknown][]];
  if (dotted.length === 0) return query;
  const groups = Map.groupBy(dotted, ([name]) => name.slice(0, name.indexOf(".")));
  const nested = [...groups].map(([name, fields]) => [
    name,
    Object.fromEntries(fields.map(([field, value]) => [field.slice(name.length + 1), value])),
  ]);
  return Object.fromEntries([...plain, ...nested]);
}

function fieldError(issue: z.core.$ZodIssue): FieldError {
  const params = issue.code === "custom" ? issue.params : undefined;
  return {
    field: issue.path.join("."),
    code: issue.code,
    message: params ? say(issue.message, params) : issue.message,
  };
}

const commonProblems: ProblemCode[] = ["bad_input", "too_many_requests", "unexpected", "busy"];
const signInProblems: ProblemCode[] = [
  "not_signed_in",
  "session_expired",
  "forbidden",
  "two_factor_setup_required",
  "token_broken",
];
const bodyProblems: ProblemCode[] = ["upload_too_large", "upload_unreadable"];
const idempotencyProblems: ProblemCode[] = ["idempotency_mismatch", "in_progress"];

/** Every problem an endpoint can answer with. */
const problemsOf = (method: string, { caller, params, idempotency, problems: own = [] }: Endpoint): Set<ProblemCode> =>
  new Set([
    ...commonProblems,
    ...(caller === "anyone" ? [] : signInProblems),
    ...(params ? (["not_found"] as const) : []),
    ...(method === "GET" ? [] : bodyProblems),
    ...(idempotency === "required" ? (["idempotency_missing"] as const) : []),
    ...(idempotency ? idempotencyProblems : []),
    ...own,
  ]);

/** The OpenAPI entry of an endpoint, from the schemas that validate it. */
function openApiSchema(method: string, endpoint: Endpoint) {
  const byStatus = Object.groupBy(problemsOf(method, endpoint), (code) => problems[code].status);
  const response = Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [status, problemReply(codes)]),
  );
  return {
    summary: endpoint.summary,
    ...(endpoint.object ? { tags: [endpoint.object] } : {}),
    description: `Caller: ${endpoint.caller}.${endpoint.idempotency ? ` Idempotency-Key header ${endpoint.idempotency}.` : ""}`,
    ...(endpoint.upload ? { consumes: ["multipart/form-data"] } : {}),
    ...(endpoint.caller === "anyone" ? {} : { security: [{ bearer: [] }] }),
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    response: { [endpoint.status ?? 200]: endpoint.reply ?? z.null().describe("Nothing"), ...response },
  };
}

const problemReplies = new Map<string, typeof ProblemReply>();

/** The schema of these problems, one for all endpoints that answer with the same: describing thousands takes a while. */
function problemReply(codes: ProblemCode[]) {
  const description = codes.map((code) => `${code}: ${problems[code].says}`).join("\n");
  const known = problemReplies.get(description) ?? ProblemReply.describe(description);
  problemReplies.set(description, known);
  return known;
}
