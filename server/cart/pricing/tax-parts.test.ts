import fc from "fast-check";
import { expect, test } from "vitest";
import { listTaxParts, splitInTurn, splitTax } from "./tax-parts.ts";

const gst = { name: "GST", rate_ppm: 50_000 };
const qst = { name: "QST", rate_ppm: 99_750 };

test("tax of two rates is split between them, also of a credit note that is reversed", () => {
  expect(splitTax(1498, [gst, qst]).map(({ tax }) => tax)).toEqual([500, 998]);
  expect(splitTax(-1498, [gst, qst]).map(({ tax }) => tax)).toEqual([-500, -998]);
  expect(splitTax(0, [gst, qst]).map(({ tax }) => tax)).toEqual([0, 0]);
});

test("the parts of tax add up to it", () => {
  const rates = fc.array(fc.record({ name: fc.string(), rate_ppm: fc.integer({ min: 1, max: 1e6 }) }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), rates, (tax, parts) => {
      expect(splitTax(tax, parts).reduce((sum, part) => sum + part.tax, 0)).toBe(tax);
    }),
  );
});

test("parts are known by their sum, unless another rate has the same", () => {
  const both = { rate_ppm: 149_750, name: "GST + QST", of: "goods", parts: [gst, qst] };
  expect(listTaxParts([both, null, undefined, { ...both, of: "delivery" }])).toEqual({ 149750: [gst, qst] });
  expect(listTaxParts([both, { rate_ppm: 149_750, name: "HST", of: "goods" }])).toEqual({});
});

test("Tax: amounts split in turn add up to the split of their sum, for each rate", () => {
  const split = splitInTurn();
  const shares = [750, 750].map((tax) => split(tax, [gst, qst]).map((part) => part.tax));
  expect(shares).toEqual([
    [250, 500],
    [251, 499],
  ]);
  expect(splitTax(1500, [gst, qst]).map(({ tax }) => tax)).toEqual([501, 999]);
});
