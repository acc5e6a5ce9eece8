import { expect, test } from "vitest";
import type { TaxRate } from "#contract/taxes.ts";
import { findTaxGap } from "./tax-gaps.ts";

const classes = [
  { id: 1, name: "Standard", is_default: true, version: 1 },
  { id: 2, name: "Reduced", is_default: false, version: 1 },
];
const rate = (change: Partial<TaxRate> = {}): TaxRate => ({
  id: 1,
  tax_class_id: 1,
  country: "NO",
  region: null,
  postal_prefix: null,
  name: "MVA",
  rate_ppm: 250_000,
  includes_shipping: true,
  compound: false,
  additional: false,
  valid_from: null,
  valid_to: null,
  version: 1,
  ...change,
});
const gap = (...rates: TaxRate[]) => findTaxGap("NO", rates, classes, "2026-11-24");

test("A7 a country without a rate of the default class that applies today has a gap", () => {
  expect(gap()).toEqual({ kind: "no_rate" });
  expect(gap(rate())).toBeUndefined();
  expect(gap(rate({ country: "SE" }))).toEqual({ kind: "no_rate" });
  expect(gap(rate({ tax_class_id: 2 }))).toEqual({ kind: "no_rate" });
  expect(gap(rate({ region: "03" }))).toEqual({ kind: "no_rate" });
  expect(gap(rate({ postal_prefix: "9" }))).toEqual({ kind: "no_rate" });
  expect(gap(rate({ valid_from: "2026-11-25" }))).toEqual({ kind: "no_rate" });
  expect(gap(rate({ valid_to: "2026-11-23" }))).toEqual({ kind: "no_rate" });
});

test("A7 a country whose rates end has a gap after their last day", () => {
  expect(gap(rate({ valid_to: "2026-12-31" }))).toEqual({ kind: "ends", day: "2026-12-31" });
  expect(gap(rate({ valid_to: "2026-12-31" }), rate({ valid_from: "2027-01-01" }))).toBeUndefined();
});
