import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "#server/testing/properties.ts";
import {
  clearBit,
  countBits,
  countIntersection,
  createBitmap,
  findWords,
  forEachBit,
  hasBit,
  intersectInto,
  setBit,
  subtractFrom,
  unionInto,
} from "./bitmap.ts";
import { PositionSet } from "./position-set.ts";
import { radixSort } from "./radix-sort.ts";
import { selectRange } from "./select-range.ts";
import { SortedIndex } from "./sorted-index.ts";

const room = 300;
const numbers = fc.uniqueArray(fc.nat(room - 1)).map((list) => list.sort((one, other) => one - other));
const bitsOf = (list: number[], size = room) => {
  const bits = createBitmap(size);
  for (const number of list) setBit(bits, number);
  return bits;
};
const listOf = (bits: ReturnType<typeof createBitmap>) => {
  const list: number[] = [];
  forEachBit(bits, (number) => list.push(number));
  return list;
};

test("C11 bitmaps behave like sets", () => {
  fc.assert(
    fc.property(numbers, numbers, fc.constantFrom(room, 100), (one, other, size) => {
      const fitting = other.filter((number) => number < Math.ceil(size / 32) * 32);
      const [left, right] = [new Set(one), new Set(fitting)];
      const second = bitsOf(other, size);
      const changed = (change: typeof unionInto) => {
        const bits = bitsOf(one);
        change(bits, second);
        return listOf(bits);
      };
      const shared = one.filter((number) => right.has(number));
      const added = fitting.filter((number) => !left.has(number));
      expect(changed(unionInto)).toEqual([...one, ...added].sort((low, high) => low - high));
      expect(changed(intersectInto)).toEqual(shared);
      expect(changed(subtractFrom)).toEqual(one.filter((number) => !right.has(number)));
      expect([countIntersection(bitsOf(one), second), countBits(second)]).toEqual([shared.length, fitting.length]);
      const few = bitsOf(one.slice(0, 1), room);
      const places = findWords(few);
      const whole = few.slice();
      intersectInto(few, second, places);
      intersectInto(whole, second);
      expect([listOf(few), findWords(few, places)]).toEqual([listOf(whole), findWords(whole)]);
      clearBit(second, other[0] ?? 0);
      expect(hasBit(second, other[0] ?? 0)).toBe(false);
    }),
  );
});

test("C11 a position set behaves the same as a list and as a bitmap", () => {
  fc.assert(
    fc.property(numbers, numbers, fc.constantFrom(1, 7, 40), (positions, others, spread) => {
      const set = new PositionSet();
      for (const position of positions) set.add(position * spread);
      const into = createBitmap(room * spread);
      set.addTo(into);
      expect(listOf(into)).toEqual(positions.map((position) => position * spread));
      const asked = bitsOf(
        others.map((position) => position * spread),
        room * spread,
      );
      const both = positions.filter((position) => others.includes(position)).length;
      expect([set.size, set.countIn(asked), set.intersects(asked)]).toEqual([positions.length, both, both > 0]);
      const places = set.words(into.length);
      if (places) expect(places).toEqual([...new Set(positions.map((position) => (position * spread) >>> 5))]);
    }),
  );
});

test("C11 a selected range equals that part of the sorted list", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50)), fc.nat(60), fc.nat(60), (list, from, more) => {
      const numbers = Uint32Array.from(list);
      const to = Math.min(list.length, from + more);
      selectRange(numbers, from, to, (one, other) => one - other);
      const sorted = list.toSorted((one, other) => one - other);
      expect([...numbers.subarray(from, to)]).toEqual(sorted.slice(from, to));
      expect([...numbers].sort((one, other) => one - other)).toEqual(sorted);
    }),
  );
});

test("C11 pages are sorted, also with positions added after sorting", () => {
  const shops = fc.record({ size: fc.integer({ min: 1, max: 2500 }), step: fc.integer({ min: 1, max: 50 }) });
  // All positions are wanted, one in so many, or only those of one range.
  const asked = fc.record({
    every: fc.constantFrom(1, 3, 40, 700),
    from: fc.nat(2500),
    stretch: fc.constantFrom(100, 2500),
  });
  const when = fc.record({
    sortedAt: fc.nat(2500),
    descending: fc.boolean(),
    offset: fc.nat(2500),
    rows: fc.boolean(),
  });
  fc.assert(
    fc.property(
      shops,
      asked,
      when,
      ({ size, step }, { every, from, stretch }, { sortedAt, descending, offset, rows }) => {
        // Runs of equal values, as imported products have, or mixed.
        const value = (position: number) =>
          rows ? Math.floor(position / 90) : ((position * step * 7919) % 97) / 2 - 20;
        const column = Float64Array.from({ length: size }, (_, position) => value(position));
        const ids = Float64Array.from(column, (_, position) => position);
        const live = createBitmap(size);
        const compare = (one: number, other: number) => (column[one] ?? 0) - (column[other] ?? 0) || one - other;
        const index = new SortedIndex({
          live: () => live,
          comparer: () => compare,
          sort: (positions) => radixSort(radixSort(positions, ids), column),
        });
        column.forEach((_, position) => {
          setBit(live, position);
          if (position === sortedAt) index.page(live, position + 1, { offset: 0, limit: position + 1, descending });
          else index.add(position);
        });
        clearBit(live, 2);
        const isAsked = (position: number) =>
          position % every === 0 && position >= from % size && position < (from % size) + stretch;
        const positions = listOf(live).filter(isAsked);
        const wanted = bitsOf(positions, size);
        positions.sort((one, other) => (column[one] ?? 0) - (column[other] ?? 0) || one - other);
        const skipped = offset % (positions.length + 1);
        const expected = (descending ? positions.toReversed() : positions).slice(skipped, skipped + 10);
        for (const places of [undefined, findWords(wanted)])
          expect(index.page(wanted, positions.length, { offset: skipped, limit: 10, descending }, places)).toEqual(
            expected,
          );
        const upTo = createBitmap(size);
        index.addUntil(upTo, (position) => (column[position] ?? 0) > 0.5);
        intersectInto(upTo, live);
        expect(listOf(upTo)).toEqual(listOf(live).filter((position) => (column[position] ?? 0) <= 0.5));
      },
    ),
    { numRuns: runs(60, 600) },
  );
});
