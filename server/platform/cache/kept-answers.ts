import type { ApiRoute } from "#contract/api.ts";
import type { ReadCache, Shows } from "./response-cache.ts";

interface Kept {
  json?: Buffer;
  /** The objects of an answer that is given to whoever waits for it, and not kept. */
  passing?: object;
  /** Its objects, once asked for again from within, as long as the garbage collector leaves them. */
  parsed?: WeakRef<object>;
}

type Run = (route: ApiRoute, input: object, shows: Shows) => Promise<unknown>;

/**
 * What `cached` calls answer, as the bytes that are sent, kept until what it shows changes: as objects it would take four
 * times the memory, and the garbage collector would look at each of them again and again. `answer` has them for calls from
 * within; what those ask for is kept from the second time on, as the document made of it is kept anyway.
 */
export function keptAnswers(reads: ReadCache, run: Run) {
  const again = keysBefore();
  return async (route: ApiRoute, input: object, { isWithin = false } = {}) => {
    const key = `${route} ${JSON.stringify(input)}`;
    const keeps = again(key) || !isWithin;
    let fresh: object | undefined;
    const { value, topics } = await reads.read<Kept>(key, async (shows) => {
      fresh = (await run(route, input, shows)) as object;
      if (!keeps) return { value: { passing: fresh }, bytes: Number.POSITIVE_INFINITY };
      const json = bytesOf(fresh);
      return { value: { json }, bytes: json.length + aroundAnswer };
    });
    return {
      topics,
      json: () => value.json ?? bytesOf(value.passing),
      answer: () => fresh ?? value.passing ?? parsed(value),
    };
  };
}

/** What a kept answer takes beside its bytes: its key, its topics, its place. */
const aroundAnswer = 1000;

/** In memory of their own: a slice of Node's pool would keep the whole of it. */
function bytesOf(answer: object | undefined): Buffer {
  const json = JSON.stringify(answer);
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(json));
  bytes.write(json);
  return bytes;
}

function parsed(kept: Kept): object {
  const known = kept.parsed?.deref();
  if (known) return known;
  const answer = JSON.parse(String(kept.json)) as object;
  kept.parsed = new WeakRef(answer);
  return answer;
}

const rememberedKeys = 2000;

/** Tells whether a key was asked about before; of those that were, the last few thousand are known. */
function keysBefore() {
  let now = new Set<string>();
  let before = new Set<string>();
  return (key: string) => {
    const isKnown = now.has(key) || before.has(key);
    now.add(key);
    if (now.size >= rememberedKeys) [now, before] = [new Set(), now];
    return isKnown;
  };
}
