import { expect, test } from "vitest";
import { countryCodes } from "#contract/formats/countries.ts";
import { listCountryGroups, takenCountries } from "./country-groups.ts";

test("Groups have known countries once each, without those of other zones", () => {
  const groups = listCountryGroups(["DE", "AT"]);
  for (const { countries } of groups) {
    expect(new Set(countries).size).toBe(countries.length);
    expect(countries.filter((code) => !countryCodes.includes(code))).toEqual([]);
  }
  const sizes = groups.map(({ label, countries }) => [label, countries.length]);
  expect(sizes).toEqual([
    ["European Union (EU)", 25],
    ["Europe", 51],
    ["Rest of the world", countryCodes.length - 2],
  ]);
});

test("Groups leave out countries of other zones, but not those of which a zone has postal codes only", () => {
  const zones = [
    { id: 1, countries: ["DE"], postal_patterns: [] },
    { id: 2, countries: ["IT"], postal_patterns: ["98*"] },
    { id: 3, countries: ["AT"], postal_patterns: [] },
  ];
  expect(takenCountries(zones)).toEqual(["DE", "AT"]);
  expect(takenCountries(zones, 3)).toEqual(["DE"]);
});
