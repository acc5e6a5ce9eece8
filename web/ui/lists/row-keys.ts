import { useState } from "react";

/** Keys of rows without ids: they move with their rows, and so do the focus and what is under way in them. */
export function useRowKeys(count: number) {
  const [known, setKnown] = useState<readonly number[]>([]);
  const keys = keysOfRows(known, count);
  return {
    keys,
    swap: (one: number, other: number) => {
      const [first, second] = [keys[one], keys[other]];
      if (first !== undefined && second !== undefined) setKnown(keys.with(one, second).with(other, first));
    },
    remove: (index: number) => setKnown(keys.toSpliced(index, 1)),
  };
}

/** The known keys, and new ones for rows added at the end; rows removed from elsewhere are taken from there. */
export function keysOfRows(known: readonly number[], count: number): readonly number[] {
  const next = Math.max(-1, ...known) + 1;
  const added = Array.from({ length: Math.max(0, count - known.length) }, (_, at) => next + at);
  return [...known.slice(0, count), ...added];
}
