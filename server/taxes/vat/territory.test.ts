import { expect, test } from "vitest";
import { isMemberPrefix, isOutsideVatTerritory, memberStateOf } from "./territory.ts";

test.each([
  ["DE", "10115", "DE"],
  ["DE", "78266", null],
  ["DE", "27498", null],
  ["GR", "104 31", "EL"],
  ["GR", "630 86", null],
  ["ES", "28001", "ES"],
  ["ES", "35001", null],
  ["ES", "38670", null],
  ["ES", "51001", null],
  ["ES", "52001", null],
  ["ES", "ES-35001", null],
  ["IT", "23041", null],
  ["IT", "22061", null],
  ["IT", "00118", "IT"],
  ["FI", "22100", null],
  ["FI", "00100", "FI"],
  ["FR", "97110", null],
  ["FR", "75001", "FR"],
  ["MC", "98000", "FR"],
  ["FR", "98000", "FR"],
  ["FR", "98800", null],
  ["GB", "BT1 1AA", "XI"],
  ["GB", "SW1A 1AA", null],
  ["CH", "8001", null],
  ["AX", "22100", null],
  ["GP", "97110", null],
  ["DE", undefined, "DE"],
])("VAT: %s %s is in the territory of %s", (country, postalCode, state) => {
  expect(memberStateOf({ country, postalCode })).toBe(state);
});

test("VAT: territories of member states that are outside of the EU's VAT", () => {
  expect(isOutsideVatTerritory({ country: "ES", postalCode: "٣٥٠٠١" })).toBe(true);
  expect(isOutsideVatTerritory({ country: "CH", postalCode: "8001" })).toBe(false);
  expect(["EL", "XI", "DE", "GR", "GB", "CHE"].map(isMemberPrefix)).toEqual([true, true, true, false, false, false]);
});
