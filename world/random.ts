/** Pseudo-random values; the same for the same seed. */
export interface Chance {
  /** A number from 0 up to but not including 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
}

/** Creates pseudo-random values from a text. */
export function chanceOf(seed: string): Chance {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return { next, between, pick: (items) => items[between(0, items.length - 1)]! };
}
