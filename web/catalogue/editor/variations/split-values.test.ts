import { expect, test } from "vitest";
import { splitValues, typedValues } from "./split-values.ts";

test("A5 a typed list of option values is one value each", () => {
  expect(splitValues("S, M; L")).toEqual(["S", "M", "L"]);
  expect(splitValues(" 1,5 l ")).toEqual(["1,5 l"]);
  expect(splitValues(" , ")).toEqual([]);
});

test("On save a typed list becomes a value each, and empty rows none; stored values stay as they are", () => {
  const row = (value_id: number | null, label: string) => ({ value_id, label, swatch: "#000000" });
  const create = (_: number, label: string) => row(null, label);
  expect(typedValues([row(null, "Rot, Blau"), row(null, " ")], create)).toEqual([row(null, "Rot"), row(null, "Blau")]);
  expect(typedValues([row(7, "Red, matt"), row(null, "S; M")], create)).toEqual([
    row(7, "Red, matt"),
    row(null, "S"),
    row(null, "M"),
  ]);
  expect(typedValues([row(7, "Oak"), row(null, "Oak, oiled")], create)).toEqual([
    row(7, "Oak"),
    row(null, "Oak, oiled"),
  ]);
  expect(splitValues("S\tM\nL")).toEqual(["S", "M", "L"]);
});
