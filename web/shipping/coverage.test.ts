import { expect, test } from "vitest";
import type { ShippingRate, ShippingZone, ZoneMethod } from "#contract/shipping.ts";
import { listCoverage } from "./coverage.ts";

const rate = (change: Partial<ShippingRate> = {}): ShippingRate => ({
  price_amount: 490,
  min_subtotal_amount: null,
  max_subtotal_amount: null,
  min_weight_g: null,
  max_weight_g: null,
  ...change,
});
const zone = (id: number, countries: string[], postal_patterns: string[] = []): ShippingZone => ({
  id,
  name: `Zone ${id}`,
  countries,
  postal_patterns,
  version: 1,
});
const method = (zone_id: number, rates: ShippingRate[], is_active = true): ZoneMethod => ({
  id: zone_id,
  zone_id,
  name: "Standard",
  carrier: null,
  min_days: 1,
  max_days: 2,
  is_active,
  position: 0,
  rates,
  version: 1,
});
const gaps = (zones: ShippingZone[], methods: ZoneMethod[]) =>
  Object.fromEntries(listCoverage(zones, methods).map(({ country, gaps: found }) => [country, found]));

test("A7 a country is covered by any method, and has a gap without an active one", () => {
  const zones = [zone(1, ["DE", "FR"]), zone(2, ["NO"]), zone(3, ["CH"])];
  expect(gaps(zones, [method(1, [rate()]), method(3, [rate()], false)])).toEqual({
    DE: [],
    FR: [],
    NO: [{ kind: "no_method", postal: null }],
    CH: [{ kind: "no_method", postal: null }],
  });
});

test("A7 values and weights without a rate are gaps, joined to ranges", () => {
  const of = (...rates: ShippingRate[]) => gaps([zone(1, ["DE"])], [method(1, rates)]).DE;
  expect(of(rate({ max_subtotal_amount: 4999 }), rate({ min_subtotal_amount: 5000 }))).toEqual([]);
  expect(of(rate({ max_subtotal_amount: 4999 }))).toEqual([{ kind: "value", from: 5000, to: null, postal: null }]);
  expect(of(rate({ min_subtotal_amount: 1000 }))).toEqual([{ kind: "value", from: 0, to: 999, postal: null }]);
  expect(of(rate({ max_weight_g: 20_000 }))).toEqual([{ kind: "weight", from: 20_001, to: null, postal: null }]);
  expect(of(rate({ max_subtotal_amount: 999 }), rate({ min_subtotal_amount: 2000, max_weight_g: 5000 }))).toEqual([
    { kind: "value", from: 1000, to: 1999, postal: null },
    { kind: "weight", from: 5001, to: null, postal: null },
  ]);
});

test("A7 postal codes of a narrower zone are looked at by themselves", () => {
  const zones = [zone(1, ["ES"]), zone(2, ["ES"], ["35*", "38*"]), zone(3, ["PT"], ["95*"])];
  expect(gaps(zones, [method(1, [rate()]), method(3, [rate()])])).toEqual({
    ES: [{ kind: "no_method", postal: "35*, 38*" }],
    PT: [{ kind: "no_method", postal: null }],
  });
});
