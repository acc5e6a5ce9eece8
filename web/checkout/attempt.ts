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

/** Whether it is over: an answer or a refusal came. Without one, or while it is still worked on, the key stays. */
export const isAnswered = (problem?: unknown) =>
  !(problem instanceof CallProblem) ||
  (problem.status >= 400 && problem.status < 500 && problem.code !== "in_progress");

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
