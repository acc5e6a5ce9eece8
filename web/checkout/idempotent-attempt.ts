import { personalKeyPrefix, storedTextOrMemory } from "#web/api/browser-storage.ts";
import { isSettled } from "#web/api/idempotency-key.ts";
import { randomId } from "#web/api/random-id.ts";

type AttemptStorage = ReturnType<typeof storedTextOrMemory>;
const storages = new Map<string, AttemptStorage>();

/** Where storage is blocked, the key is kept until the page is left. */
function attemptStorage(name: string): AttemptStorage {
  const storage = storages.get(name) ?? storedTextOrMemory(() => sessionStorage, `${personalKeyPrefix}attempt_${name}`);
  storages.set(name, storage);
  return storage;
}

function readAttempt(name: string): { key?: unknown; input?: unknown } | null {
  try {
    return JSON.parse(attemptStorage(name).read() ?? "null") as object | null;
  } catch {
    return null;
  }
}

/**
 * The Idempotency-Key of an attempt: the same for the same input until the server has answered, so that a second press,
 * a reload or a lost connection never acts twice.
 */
export function attemptKey(name: string, value: unknown): string {
  // Not the input itself, which has the customer's address.
  const input = hashText(JSON.stringify(value));
  const stored = readAttempt(name);
  if (stored && typeof stored.key === "string" && stored.input === input) return stored.key;
  const key = randomId();
  attemptStorage(name).write(JSON.stringify({ key, input }));
  return key;
}

/** A 53-bit hash (cyrb53), as `crypto.subtle` is missing on plain http. */
function hashText(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    high = Math.imul(high ^ text.charCodeAt(at), 2654435761);
    low = Math.imul(low ^ text.charCodeAt(at), 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return `${low >>> 0}.${high >>> 0}`;
}

/** Runs an attempt with its key and drops the key once settled. */
export async function attempt<T>(name: string, value: unknown, act: (key: string) => Promise<T>): Promise<T> {
  try {
    const answer = await act(attemptKey(name, value));
    attemptStorage(name).clear();
    return answer;
  } catch (problem) {
    if (isSettled(problem)) attemptStorage(name).clear();
    throw problem;
  }
}
