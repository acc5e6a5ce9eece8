import { CallProblem } from "./call-problem.ts";
import { randomId } from "./random-id.ts";

/** A write of a user; null for guests. */
interface Write {
  user: string | null;
  method: string;
  /** With its path. */
  url: string;
  body: unknown;
}

/** The keys of writes that got no answer, by what was sent. */
const unanswered = new Map<string, { key: string; until: number; write: Write }>();
/** Later, the same write is meant to be done again. */
const rememberedMs = 10 * 60_000;

/**
 * Sends a write with an Idempotency-Key: a new one, or that of the same write if it got no answer, so that pressing
 * again never acts twice. Once another write of the same object is done, the same write is meant to be done again:
 * putting on hold, releasing, and putting on hold.
 */
export async function withIdempotencyKey<T>(write: Write, send: (key: string) => Promise<T>): Promise<T> {
  const sent = JSON.stringify(write);
  const lost = unanswered.get(sent);
  // The same write once more, while this one is under way, is another.
  unanswered.delete(sent);
  const key = lost && Date.now() < lost.until ? lost.key : randomId();
  try {
    const reply = await send(key);
    for (const [other, { write: earlier }] of unanswered) if (isSameObject(earlier, write)) unanswered.delete(other);
    return reply;
  } catch (problem) {
    if (!(problem instanceof CallProblem && isSettled(problem)))
      unanswered.set(sent, { key, until: Date.now() + rememberedMs, write });
    throw problem;
  }
}

/** Whether both change the same object; a deletion also ends what was added to its list. */
function isSameObject(one: Write, other: Write): boolean {
  if (one.user !== other.user) return false;
  const [first, second] = [objectOf(one), objectOf(other)];
  if (first !== undefined && first === second) return true;
  return other.method === "DELETE" && other.url.startsWith(`${one.url}/`);
}

/** The path to the last id in it: of `/v1/orders/17/hold`, `/v1/orders/17`. Without an id, more may be created. */
const objectOf = ({ method, url }: Write) => {
  const path = url.split("?")[0] ?? "";
  return /^.*\/(?:\d+|[\da-f]{8}-[\da-f-]{27})(?=\/|$)/.exec(path)?.[0] ?? (method === "POST" ? undefined : path);
};

/** Whether the attempt is settled: answered or rejected. Otherwise the key is kept. */
export const isSettled = (problem?: unknown) =>
  !(problem instanceof CallProblem) ||
  (problem.status >= 400 &&
    problem.status < 500 &&
    !undecidedStatuses.has(problem.status) &&
    problem.code !== "in_progress");

/** The key of a form's next attempt: the same one until it is known what became of this. */
export const nextAttempt = (key: string, problem: CallProblem) => (isSettled(problem) ? randomId() : key);

/** These statuses don't say what became of an attempt whose answer was lost. */
const undecidedStatuses = new Set([401, 408, 422, 429]);
