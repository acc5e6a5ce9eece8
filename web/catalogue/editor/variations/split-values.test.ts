import { expect, test } from "vitest";
import { splitValues } from "./split-values.ts";

test("A5 a typed list of option values is one value each", () => {
  expect(splitValues("S, M; L")).toEqual(["S", "M", "L"]);
  expect(splitValues(" 1,5 l ")).toEqual(["1,5 l"]);
  expect(splitValues(" , ")).toEqual([]);
});
