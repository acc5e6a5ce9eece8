import fc from "fast-check";
import { expect, test } from "vitest";
import { bitsFor, countBits, countBoth, eachBit, hasBit, join, narrow, putBit, takeBit, takeOut } from "./bits.ts";
import { SlotOrder } from "./slot-order.ts";
import { SlotSet } from "./slot-set.ts";

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
    }),
  );
});

test("C11 pages come in order, whatever was added later, and bounds hold", () => {
  const shops = fc.record({ size: fc.integer({ min: 1, max: 2500 }), step: fc.integer({ min: 1, max: 50 }) });
  fc.assert(
    fc.property(shops, fc.nat(2500), fc.boolean(), fc.nat(2500), ({ size, step }, sortedAt, falling, offset) => {
      const all = Array.from({ length: size }, (_, slot) => ((slot * step * 7919) % 97) / 2 - 20);
      const column = Float64Array.from(all);
      const ids = Float64Array.from(all, (_, slot) => slot);
      const live = bitsFor(all.length);
      const order = new SlotOrder(
        () => live,
        () => [column, ids],
      );
      all.forEach((_, slot) => {
        putBit(live, slot);
        if (slot === sortedAt) order.page(live, slot + 1, { offset: 0, limit: 1, falling });
        else order.add(slot);
      });
      takeBit(live, 2);
      const slots = listOf(live).sort((one, other) => (column[one] ?? 0) - (column[other] ?? 0) || one - other);
      const expected = (falling ? slots.toReversed() : slots).slice(offset, offset + 10);
      expect(order.page(live, slots.length, { offset, limit: 10, falling })).toEqual(expected);
      const upTo = bitsFor(all.length);
      order.addUpTo(upTo, 0.5);
      narrow(upTo, live);
      expect(listOf(upTo)).toEqual(listOf(live).filter((slot) => (column[slot] ?? 0) <= 0.5));
    }),
  );
});
