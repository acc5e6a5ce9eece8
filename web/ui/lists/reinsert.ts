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
