import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("C11 every page with a loader has a clientLoader", () => {
  const withoutClientLoader = globSync("web/**/*.{page,layout}.tsx").filter((file) => {
    const code = readFileSync(file, "utf8");
    return /export const loader\b/.test(code) && !/export const clientLoader\b/.test(code);
  });
  expect(withoutClientLoader).toEqual([]);
});
