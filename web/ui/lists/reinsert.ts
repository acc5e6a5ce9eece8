/**
 * Undoes a removal: puts `removed` back into `now` behind what they followed in `before`. What was added, moved or
 * changed since stays.
 */
export function reinsert<T>(
  now: readonly T[],
  before: readonly T[],
  removed: readonly T[],
  keyOf: (item: T) => unknown,
): T[] {
  const all = [...now];
  const indexOf = (item: T) => all.findIndex((one) => keyOf(one) === keyOf(item));
  const wasRemoved = new Set(removed.map(keyOf));
  for (const [at, item] of before.entries()) {
    if (!wasRemoved.has(keyOf(item)) || indexOf(item) >= 0) continue;
    const previous = before.slice(0, at).findLast((one) => indexOf(one) >= 0);
    all.splice(previous === undefined ? 0 : indexOf(previous) + 1, 0, item);
  }
  return all;
}

/** `ids` and another: where it was among the `saved` ones, if it was, so that all are again what was saved; else last. */
export const addBack = <Id extends string | number>(
  ids: readonly Id[],
  id: Id,
  saved: readonly (Id | undefined)[] = [],
) => (saved.includes(id) ? reinsert<Id>(ids, saved as readonly Id[], [id], String) : [...new Set([...ids, id])]);
