import { CallProblem } from "#web/api/call-problem.ts";
import { shelf } from "./kept.ts";

const attempts = (name: string) => shelf(() => sessionStorage, `attempt_${name}`);

/**
 * The Idempotency-Key of an attempt: the same for the same wish until the shop has answered it, so that a second press, a
 * reload or a lost line never acts twice. A different wish is another attempt.
 */
export function attemptKey(name: string, wish: unknown): string {
  const said = JSON.stringify(wish);
  const kept = attempts(name).read() as { key?: unknown; said?: unknown } | null;
  if (kept && typeof kept.key === "string" && kept.said === said) return kept.key;
  const key = crypto.randomUUID();
  attempts(name).write({ key, said });
  return key;
}

/**
 * Whether it is over: an answer or a refusal came. Without one, while it is still worked on, or where somebody was turned
 * away before the wish was read, the key stays.
 */
export const isAnswered = (problem?: unknown) =>
  !(problem instanceof CallProblem) ||
  (problem.status >= 400 && problem.status < 500 && !unread.has(problem.status) && problem.code !== "in_progress");

/** Signed out meanwhile, or too many calls at once: neither says what became of an attempt whose answer was lost. */
const unread = new Set([401, 422, 429]);

/** Does an attempt with its key, and forgets the key once it is answered. */
export async function attempt<T>(name: string, wish: unknown, act: (key: string) => Promise<T>): Promise<T> {
  try {
    const answer = await act(attemptKey(name, wish));
    attempts(name).clear();
    return answer;
  } catch (problem) {
    if (isAnswered(problem)) attempts(name).clear();
    throw problem;
  }
}
