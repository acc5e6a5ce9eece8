import fc from "fast-check";
import { expect, test } from "vitest";
import { arrange } from "./select-range.ts";
import {
  bitsFor,
  countBits,
  countBoth,
  eachBit,
  hasBit,
  join,
  narrow,
  placesOf,
  putBit,
  takeBit,
  takeOut,
} from "./bitmap.ts";
import { SlotOrder } from "./sorted-index.ts";
import { SlotSet } from "./position-set.ts";

const room = 300;
const numbers = fc.uniqueArray(fc.nat(room - 1)).map((list) => list.sort((one, other) => one - other));
const bitsOf = (list: number[], size = room) => {
  const bits = bitsFor(size);
  for (const number of list) putBit(bits, number);
  return bits;
};
const listOf = (bits: ReturnType<typeof bitsFor>) => {
  const list: number[] = [];
  eachBit(bits, (number) => list.push(number));
  return list;
};

test("C11 sets of bits do what sets do", () => {
  fc.assert(
    fc.property(numbers, numbers, fc.constantFrom(room, 100), (one, other, size) => {
      const fitting = other.filter((number) => number < Math.ceil(size / 32) * 32);
      const [left, right] = [new Set(one), new Set(fitting)];
      const second = bitsOf(other, size);
      const changed = (change: typeof join) => {
        const bits = bitsOf(one);
        change(bits, second);
        return listOf(bits);
      };
      const shared = one.filter((number) => right.has(number));
      const added = fitting.filter((number) => !left.has(number));
      expect(changed(join)).toEqual([...one, ...added].sort((low, high) => low - high));
      expect(changed(narrow)).toEqual(shared);
      expect(changed(takeOut)).toEqual(one.filter((number) => !right.has(number)));
      expect([countBoth(bitsOf(one), second), countBits(second)]).toEqual([shared.length, fitting.length]);
      const few = bitsOf(one.slice(0, 1), room);
      const places = placesOf(few);
      const whole = few.slice();
      narrow(few, second, places);
      narrow(whole, second);
      expect([listOf(few), placesOf(few, places)]).toEqual([listOf(whole), placesOf(whole)]);
      takeBit(second, other[0] ?? 0);
      expect(hasBit(second, other[0] ?? 0)).toBe(false);
    }),
  );
});

test("C11 a set of slots is the same as a list and as bits", () => {
  fc.assert(
    fc.property(numbers, numbers, fc.constantFrom(1, 7, 40), (slots, others, spread) => {
      const set = new SlotSet();
      for (const slot of slots) set.add(slot * spread);
      const into = bitsFor(room * spread);
      set.addTo(into);
      expect(listOf(into)).toEqual(slots.map((slot) => slot * spread));
      const asked = bitsOf(
        others.map((slot) => slot * spread),
        room * spread,
      );
      const both = slots.filter((slot) => others.includes(slot)).length;
      expect([set.size, set.countIn(asked), set.meets(asked)]).toEqual([slots.length, both, both > 0]);
      const places = set.places(into.length);
      if (places) expect(places).toEqual([...new Set(slots.map((slot) => (slot * spread) >>> 5))]);
    }),
  );
});

test("C11 a part of a list is arranged as sorting all of it would", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50)), fc.nat(60), fc.nat(60), (list, from, more) => {
      const numbers = Uint32Array.from(list);
      const to = Math.min(list.length, from + more);
      arrange(numbers, from, to, (one, other) => one - other);
      const sorted = list.toSorted((one, other) => one - other);
      expect([...numbers.subarray(from, to)]).toEqual(sorted.slice(from, to));
      expect([...numbers].sort((one, other) => one - other)).toEqual(sorted);
    }),
  );
});

test("C11 pages come in order, whatever was added later, and bounds hold", () => {
  const shops = fc.record({ size: fc.integer({ min: 1, max: 2500 }), step: fc.integer({ min: 1, max: 50 }) });
  // All slots are wanted, one in so many, or only those of one stretch.
  const asked = fc.record({
    every: fc.constantFrom(1, 3, 40, 700),
    from: fc.nat(2500),
    stretch: fc.constantFrom(100, 2500),
  });
  const when = fc.record({ sortedAt: fc.nat(2500), falling: fc.boolean(), offset: fc.nat(2500), rows: fc.boolean() });
  fc.assert(
    fc.property(shops, asked, when, ({ size, step }, { every, from, stretch }, { sortedAt, falling, offset, rows }) => {
      // In rows of equal slots, as products brought in together are, or all mixed up.
      const value = (slot: number) => (rows ? Math.floor(slot / 90) : ((slot * step * 7919) % 97) / 2 - 20);
      const column = Float64Array.from({ length: size }, (_, slot) => value(slot));
      const ids = Float64Array.from(column, (_, slot) => slot);
      const live = bitsFor(size);
      const order = new SlotOrder(
        () => live,
        () => [column, ids],
      );
      column.forEach((_, slot) => {
        putBit(live, slot);
        if (slot === sortedAt) order.page(live, slot + 1, { offset: 0, limit: slot + 1, falling });
        else order.add(slot);
      });
      takeBit(live, 2);
      const isAsked = (slot: number) => slot % every === 0 && slot >= from % size && slot < (from % size) + stretch;
      const slots = listOf(live).filter(isAsked);
      const wanted = bitsOf(slots, size);
      slots.sort((one, other) => (column[one] ?? 0) - (column[other] ?? 0) || one - other);
      const skipped = offset % (slots.length + 1);
      const expected = (falling ? slots.toReversed() : slots).slice(skipped, skipped + 10);
      for (const places of [undefined, placesOf(wanted)])
        expect(order.page(wanted, slots.length, { offset: skipped, limit: 10, falling }, places)).toEqual(expected);
      const upTo = bitsFor(size);
      order.addUpTo(upTo, 0.5);
      narrow(upTo, live);
      expect(listOf(upTo)).toEqual(listOf(live).filter((slot) => (column[slot] ?? 0) <= 0.5));
    }),
    { numRuns: 150 },
  );
});
