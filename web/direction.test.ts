import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Class names with a physical side: `ml-2`, `left-0`, `text-right`. */
const physical = [
  /(?<![\w-])-?(?:m[lr]|p[lr]|left|right|scroll-[mp][lr]|inset-[lr])-(?:\d|\[|\(|auto|full|px)/g,
  /(?<![\w-])-?(?:border-[lr]|rounded-(?:[lr]|[tb][lr]))-(?:\d|\[|\(|auto|full|px)/g,
  /(?<![\w-])(?:text|float|clear)-(?:left|right)(?![\w-])/g,
];

test("right-to-left pages are mirrored: no class name has a physical side", () => {
  const files = globSync("web/**/*.{ts,tsx}").filter((file) => !file.endsWith(".test.ts"));
  const found = files.flatMap((file) => {
    const source = readFileSync(file, "utf8");
    return physical.flatMap((names) => [...source.matchAll(names)].map(([name]) => `${file}: ${name}`));
  });
  expect(found).toEqual([]);
});
