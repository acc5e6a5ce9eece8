import { CallProblem } from "#web/api/call-problem.ts";
import { text } from "#words/say.ts";
import { storedTokens, storeTokens, type Tokens, userIdOf } from "./session.ts";

let running: { old: string; renewal: Promise<string | undefined> } | undefined;

/** A new access token that replaces `old`; undefined when its session has ended. All calls and tabs share one refresh. */
export function refreshAccessToken(old: string): Promise<string | undefined> {
  if (running?.old === old) return running.renewal;
  const renewal = withLock(() => renew(old)).finally(() => {
    if (running?.renewal === renewal) running = undefined;
  });
  running = { old, renewal };
  return renewal;
}

/** Reads storage inside the lock, as another tab may have refreshed meanwhile. */
async function renew(old: string): Promise<string | undefined> {
  const { access_token, refresh_token } = storedTokens();
  if (access_token && access_token !== old) return userIdOf(access_token) === userIdOf(old) ? access_token : undefined;
  if (!refresh_token) return undefined;
  const response = await fetch("/v1/auth/refresh", {
    method: "POST",
    credentials: "include",
    headers: { authorization: `Bearer ${refresh_token}` },
    // Other tabs wait for it.
    signal: AbortSignal.timeout(answerLimitMs),
  }).catch(() => undefined);
  // The session may still be valid.
  if (!response || (!response.ok && !endsSession(response.status)))
    throw new CallProblem(response?.status ?? 0, {
      message: text("Couldn't reach the shop. Check your connection and try again."),
    });
  if (!response.ok) return undefined;
  const tokens = (await response.json()) as Partial<Tokens> & Pick<Tokens, "access_token">;
  // Signed out meanwhile.
  if (storedTokens().refresh_token !== refresh_token) return undefined;
  storeTokens({ refresh_token, ...tokens });
  return tokens.access_token;
}

const answerLimitMs = 20_000;

/** Whether this status rejects the session: any other says nothing about it. */
const endsSession = (status: number) => status === 401 || status === 403 || status === 422;

/** One tab at a time, where the browser supports locks. */
const withLock = <T>(work: () => Promise<T>): Promise<T> =>
  typeof navigator !== "undefined" && navigator.locks ? navigator.locks.request("session", work) : work();
