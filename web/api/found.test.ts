import fc from "fast-check";
import { expect, test } from "vitest";
import { packed, unpacked } from "./found.ts";

test("C11 what a document carries for the browser comes out as JSON would give it", () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(unpacked(packed(JSON.parse(json)))).toEqual(JSON.parse(json));
    }),
  );
  const odd = { at: new Date(0), left: undefined, words: ["~", '"', "'", "\n", "</script>"], none: [], empty: {} };
  expect(unpacked(packed(odd))).toEqual(JSON.parse(JSON.stringify(odd)));
});

test("C11 a list of things of one kind names their keys once", () => {
  const cards = [1, 2, 3].map((id) => ({ id, price: { amount: id, currency: "EUR" } }));
  expect(packed(cards).match(/currency/g)).toHaveLength(1);
  expect(packed(cards)).not.toContain('"');
});
