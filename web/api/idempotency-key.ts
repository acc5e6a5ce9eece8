import { CallProblem } from "./call-problem.ts";
import { randomId } from "./random-id.ts";

/** The keys of writes that got no answer, by what was sent. */
const unanswered = new Map<string, { key: string; until: number }>();
/** Later, the same write is meant to be done again. */
const rememberedMs = 10 * 60_000;

/**
 * Sends a write with an Idempotency-Key: a new one, or that of the same write if it got no answer, so that pressing
 * again never acts twice.
 */
export async function withIdempotencyKey<T>(write: string, send: (key: string) => Promise<T>): Promise<T> {
  const lost = unanswered.get(write);
  // The same write once more, while this one is under way, is another.
  unanswered.delete(write);
  const key = lost && Date.now() < lost.until ? lost.key : randomId();
  try {
    return await send(key);
  } catch (problem) {
    if (!(problem instanceof CallProblem && isSettled(problem)))
      unanswered.set(write, { key, until: Date.now() + rememberedMs });
    throw problem;
  }
}

/** Whether the attempt is settled: answered or rejected. Otherwise the key is kept. */
export const isSettled = (problem?: unknown) =>
  !(problem instanceof CallProblem) ||
  (problem.status >= 400 &&
    problem.status < 500 &&
    !undecidedStatuses.has(problem.status) &&
    problem.code !== "in_progress");

/** These statuses don't say what became of an attempt whose answer was lost. */
const undecidedStatuses = new Set([401, 408, 422, 429]);
