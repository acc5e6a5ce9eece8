import { expect, test } from "vitest";
import { readPercent } from "./tax-percent.ts";

test("A7 a tax rate is typed with up to four decimals, with a point or a comma", () => {
  expect(["19", "8.875", "9,975", "0", "100", "0.0001", "٨٫٨".replace("٫", ".")].map(readPercent)).toEqual([
    190_000, 88_750, 99_750, 0, 1_000_000, 1, 88_000,
  ]);
  expect(["", "100.1", "1000", "-1", "8.87555", "8.", "abc"].map(readPercent)).toEqual(Array(7).fill(undefined));
});
