import { expect, test } from "vitest";
import { countryCodes } from "#contract/formats/countries.ts";
import { listCountryGroups } from "./country-groups.ts";

test("Groups have known countries once each, and the rest of the world those that no zone has", () => {
  const groups = listCountryGroups(["DE", "AT"]);
  for (const { countries } of groups) {
    expect(new Set(countries).size).toBe(countries.length);
    expect(countries.filter((code) => !countryCodes.includes(code))).toEqual([]);
  }
  const sizes = groups.map(({ label, countries }) => [label, countries.length]);
  expect(sizes).toEqual([
    ["European Union (EU)", 27],
    ["Europe", 53],
    ["Rest of the world", countryCodes.length - 2],
  ]);
});
