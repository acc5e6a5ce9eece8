import type { ApiRoute, Args, ReplyOf } from "#contract/api.ts";
import { refreshAccessToken } from "#web/api/session/refresh-token.ts";
import { expireSession, storedTokens } from "#web/api/session/session.ts";
import { text } from "#words/say.ts";
import { CallProblem } from "./call-problem.ts";
import { syncShopClock } from "./shop-clock.ts";

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Sent as Idempotency-Key: a repeat with the same key cannot act twice. */
  idempotencyKey?: string;
  /** For calls that take multipart/form-data, in place of a body. */
  form?: FormData;
  /** What sends it, where the browser's own `fetch` can't tell what has to be told, such as how much of a file is sent. */
  fetch?: typeof fetch;
}
type Rest<R extends ApiRoute> =
  Record<never, never> extends Args<R>
    ? [args?: Args<R>, options?: CallOptions]
    : [args: Args<R>, options?: CallOptions];
interface Sent {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}
const base = "/v1";

/** Makes a call of the contract. Throws a CallProblem when it is refused or not answered. */
export async function call<R extends ApiRoute>(route: R, ...[args, options = {}]: Rest<R>): Promise<ReplyOf<R>> {
  const sent = (args ?? {}) as Sent;
  const [method, path] = route.split(" ") as [string, string];
  const url = base + withParams(path, sent.params) + queryString(sent.query);
  const token = path.includes("/refresh") ? undefined : storedTokens().access_token;
  const ask = (bearer: string | undefined) => send(method, url, bearer, sent.body, options);

  const first = await ask(token);
  // What is said about a sign-in attempt is for the form, not about the session.
  if (path.startsWith("/auth/")) return answerOf(first);
  if (first.status === 422) return lost(first);
  if (first.status !== 401 || token === undefined) return answerOf(first);
  const renewed = await refreshAccessToken(token);
  if (renewed === undefined) return lost(first);
  const second = await ask(renewed);
  return second.status === 422 || second.status === 401 ? lost(second) : answerOf(second);
}

async function lost(response: Response): Promise<never> {
  expireSession();
  return answerOf(response);
}

async function send(method: string, url: string, bearer: string | undefined, body: unknown, options: CallOptions) {
  const headers = new Headers();
  if (bearer) headers.set("authorization", `Bearer ${bearer}`);
  if (options.idempotencyKey) headers.set("idempotency-key", options.idempotencyKey);
  if (body !== undefined) headers.set("content-type", "application/json");
  const answer = await (options.fetch ?? fetch)(url, {
    method,
    headers,
    credentials: "include",
    body: options.form ?? (body === undefined ? null : JSON.stringify(body)),
    signal: options.signal ?? null,
  }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw new CallProblem(0, { message: text("Couldn't reach the shop. Check your connection and try again.") });
  });
  syncShopClock(answer);
  return answer;
}

async function answerOf<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  // A file is handed on as it is; the contract says nothing about what stands in it.
  if (/^(application\/pdf|text\/csv)\b/.test(response.headers.get("content-type") ?? ""))
    return (await response.blob()) as T;
  const said: unknown = await response.json().catch(() => undefined);
  if (response.ok) return said as T;
  throw new CallProblem(response.status, (said ?? {}) as Record<string, unknown>);
}

const withParams = (path: string, params: Record<string, unknown> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));

/** A filter with several values is sent as repeated keys. */
function queryString(query: Record<string, unknown> = {}) {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const item of [value].flat()) if (item !== undefined && item !== null) text.append(name, String(item));
  return text.size > 0 ? `?${text}` : "";
}
