import { expect, test } from "vitest";
import { createBitmap, setBit } from "./bitmap.ts";
import { SortedIndex } from "./sorted-index.ts";

const count = 20_000;

test("C11 as many positions added at once as there are take a bounded number of comparisons", () => {
  const live = createBitmap(2 * count);
  // A fixed order without a pattern: 7,919 and the number of positions have no common factor.
  const keyOf = (position: number) => (position * 7919) % (2 * count);
  let comparisons = 0;
  const compare = (one: number, other: number) => {
    comparisons++;
    return keyOf(one) - keyOf(other);
  };
  const index = new SortedIndex({
    live: () => live,
    comparer: () => compare,
    sort: (positions) => positions.sort((one, other) => keyOf(one) - keyOf(other)),
  });
  for (let position = 0; position < count; position++) setBit(live, position);
  index.prepare();
  for (let position = count; position < 2 * count; position++) {
    setBit(live, position);
    index.add(position);
  }
  const page = index.page(live, 2 * count, { offset: 0, limit: 2 * count, descending: false });
  expect(page.map(keyOf)).toEqual(Array.from({ length: 2 * count }, (_, at) => at));
  // Sorting them takes n log n, merging them once one for each.
  expect(comparisons).toBeLessThan(count * (Math.log2(count) + 6));
});
