import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  keepPreviousData,
  QueryClient,
  type QueryKey,
  queryOptions,
} from "@tanstack/react-query";
import type { ApiRoute, Args, ReplyOf } from "#contract/api.ts";
import { refreshAccessToken } from "#web/api/session/refresh-token.ts";
import { expireSession, isExpired, storedTokens, userIdOf } from "#web/api/session/session.ts";
import { text } from "#words/say.ts";
import { CallProblem, userChanged } from "./call-problem.ts";
import { withIdempotencyKey } from "./idempotency-key.ts";
import { shopTime, syncShopClock } from "./shop-clock.ts";

interface CallOptions {
  signal?: AbortSignal | undefined;
  idempotencyKey?: string;
  form?: FormData;
  fetch?: typeof fetch;
}
type Rest<R extends ApiRoute> =
  Record<never, never> extends Args<R>
    ? [args?: Args<R>, options?: CallOptions]
    : [args: Args<R>, options?: CallOptions];
interface Request {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}
const base = "/v1";

/**
 * Calls an endpoint of the contract; throws a CallProblem on failure. An expired access token is refreshed once. A write
 * that is made again after it got no answer is done once, where its endpoint accepts idempotency keys.
 */
export async function call<R extends ApiRoute>(route: R, ...[args, options = {}]: Rest<R>): Promise<ReplyOf<R>> {
  const request = (args ?? {}) as Request;
  const [method, path] = route.split(" ") as [string, string];
  const url = base + withParams(path, request.params) + queryString(request.query);
  const sent = { method, url, body: request.body };
  // Signing in has its own rules about the session.
  if (path.startsWith("/auth/")) {
    const token = path.includes("/refresh") ? undefined : await tokenForSignIn();
    return readReply(await send(sent, token, options));
  }
  if (method === "GET") return exchange(sent, options);
  const user = currentUser();
  const reply: ReplyOf<R> = await (options.idempotencyKey || options.form
    ? exchange(sent, options)
    : withIdempotencyKey({ user, ...sent }, (idempotencyKey) => exchange(sent, { ...options, idempotencyKey })));
  // It would be shown to whoever is here now. Answers to reads are dropped with their queries.
  if (currentUser() !== user) throw userChanged();
  return reply;
}

/** The access token, renewed if it has expired: a guest's cart comes along at a sign-in only with a valid one. */
async function tokenForSignIn() {
  const { access_token: token } = storedTokens();
  if (token === undefined || !isExpired(token, shopTime(Date.now()))) return token;
  // Whoever can't renew it can sign in nevertheless.
  return refreshAccessToken(token).catch(() => undefined);
}

interface Sent {
  method: string;
  url: string;
  body: unknown;
}

/** The user of the stored token; null for guests. */
function currentUser(): string | null {
  const { access_token } = storedTokens();
  return access_token === undefined ? null : userIdOf(access_token);
}

async function exchange<T>(sent: Sent, options: CallOptions): Promise<T> {
  const token = storedTokens().access_token;
  const sendAs = (bearer: string | undefined) => send(sent, bearer, options);
  const first = await sendAs(token);
  if (first.status === 422) return failSession(first, token);
  if (first.status !== 401 || token === undefined) return readReply(first);
  const renewed = await refreshAccessToken(token);
  if (renewed === undefined) return failSession(first, token);
  const second = await sendAs(renewed);
  return second.status === 422 || second.status === 401 ? failSession(second, renewed) : readReply(second);
}

async function failSession(response: Response, token: string | undefined): Promise<never> {
  expireSession(token);
  return readReply(response);
}

async function send({ method, url, body }: Sent, bearer: string | undefined, options: CallOptions) {
  const headers = new Headers();
  if (bearer) headers.set("authorization", `Bearer ${bearer}`);
  if (options.idempotencyKey) headers.set("idempotency-key", options.idempotencyKey);
  if (body !== undefined) headers.set("content-type", "application/json");
  const response = await (options.fetch ?? fetch)(url, {
    method,
    headers,
    credentials: "include",
    body: options.form ?? (body === undefined ? null : JSON.stringify(body)),
    signal: options.signal ?? null,
  }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw new CallProblem(0, { message: text("Couldn't reach the shop. Check your connection and try again.") });
  });
  syncShopClock(response);
  return response;
}

const undoableIds = new WeakMap<object, string[]>();
/** The changes that undo the write of this reply, or of its `data`. */
export const undoableIdsOf = (reply: unknown): string[] => (isObject(reply) && undoableIds.get(reply)) || [];

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

async function readReply<T>(response: Response): Promise<T> {
  const reply = await readBody<T>(response);
  const ids = response.headers.get("undo")?.split(",");
  const { data } = (reply ?? {}) as { data?: unknown };
  for (const one of [reply, data]) if (ids && isObject(one)) undoableIds.set(one, ids);
  return reply;
}

async function readBody<T>(response: Response): Promise<T> {
  // An object, as others: what undoes a write belongs to its reply.
  if (response.status === 204) return {} as T;
  if (/^(application\/pdf|text\/csv|image\/webp)\b/.test(response.headers.get("content-type") ?? ""))
    return (await response.blob()) as T;
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return body as T;
  throw new CallProblem(response.status, (body ?? {}) as Record<string, unknown>);
}

const withParams = (path: string, params: Record<string, unknown> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));

/** A query with its "?": arrays become repeated keys, objects keys with a dot. */
export function queryString(query: Record<string, unknown> = {}) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query).flatMap(flattenParameter))
    for (const item of [value].flat()) if (item !== undefined && item !== null) parameters.append(name, String(item));
  const text = String(parameters);
  return text && `?${text}`;
}

const flattenParameter = ([name, value]: [string, unknown]): [string, unknown][] =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value).map(([field, one]) => [`${name}.${field}`, one])
    : [[name, value]];

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: CallProblem;
  }
}

/** A call as a query with the key `[route, args]`; the query client makes the call. */
export const query = <R extends ApiRoute>(route: R, args: Args<R>) =>
  queryOptions<ReplyOf<R>, CallProblem, ReplyOf<R>, readonly [R, Args<R>]>({ queryKey: [route, args] as const });

/** A query that each screen fetches again that shows it; what is cached is shown until then. */
export const freshQuery = <R extends ApiRoute>(route: R, args: Args<R>) => ({ ...query(route, args), staleTime: 0 });

/** A query of a page of a list: the previous page is shown until it is loaded. */
export const pageQuery = <R extends ApiRoute>(route: R, args: Args<R>) => ({
  ...freshQuery(route, args),
  placeholderData: keepPreviousData,
});

/** Marks the answers of routes and queries as stale; those on screen are fetched again. In the browser only. */
export const invalidate = (...stale: (ApiRoute | { queryKey: QueryKey })[]) =>
  Promise.all(
    stale.map((one) => browserClient().invalidateQueries({ queryKey: typeof one === "string" ? [one] : one.queryKey })),
  );

/** Marks the answers of routes as stale in a query client of the caller. */
export const invalidateRoutes = (client: QueryClient, ...routes: ApiRoute[]) =>
  client.invalidateQueries({ predicate: ({ queryKey }) => routes.includes(queryKey[0] as ApiRoute) });

export type ShopQuery = { queryKey: readonly [ApiRoute, object] };
type CallFunction = <R extends ApiRoute>(
  route: R,
  args: Args<R>,
  options?: { signal?: AbortSignal },
) => Promise<ReplyOf<R>>;

/** A query client that fetches with `call`. */
export function queryClient(call: CallFunction) {
  const onServer = typeof window === "undefined";
  return new ShopQueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => {
          const [route, args] = queryKey as unknown as [ApiRoute, Args<ApiRoute>];
          return call(route, args, { signal });
        },
        retry: onServer ? false : isRetryable,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
        refetchOnWindowFocus: false,
        staleTime: 5 * 60_000,
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}

class ShopQueryClient extends QueryClient {
  /** Invalidates also answers still under way, which may be from before the change. */
  override async invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ) {
    // The library refetches at once only what is on screen and was answered.
    const pending = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: "fetching" })
      .filter((one) => options?.cancelRefetch !== false && !(one.state.data && one.isActive()));
    const invalidate = (one: (typeof pending)[number]) =>
      super.invalidateQueries({ predicate: (other) => other === one }, { cancelRefetch: false });
    const invalidateLater = (one: (typeof pending)[number]) =>
      one.promise?.then(
        () => invalidate(one),
        () => undefined,
      );
    await Promise.all([super.invalidateQueries(filters, options), ...pending.map(invalidateLater)]);
  }
}

const mostRetries = 3;
const retryable = new Set([408, 425, 429]);

/** Retries network errors, 5xx and temporary 4xx. */
export function isRetryable(failures: number, problem: Error) {
  const { status = 0 } = problem as Partial<CallProblem>;
  return failures < mostRetries && !(status >= 400 && status < 500 && !retryable.has(status));
}

let client: QueryClient | undefined;

export function browserClient(): QueryClient {
  if (typeof window === "undefined") throw new Error("On the server each request has its own query client.");
  return (client ??= queryClient((route, args, options) => call(route, ...([args, options] as never))));
}
