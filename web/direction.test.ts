import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Class names with a physical side: `ml-2`, `left-0`, `text-right`. */
const physical =
  /(?<![\w-])-?(?:m[lr]|p[lr]|left|right|border-[lr]|rounded-(?:[lr]|[tb][lr])|scroll-[mp][lr]|inset-[lr])-(?:\d|\[|\(|auto|full|px)|(?<![\w-])(?:text|float|clear)-(?:left|right)(?![\w-])/g;

test("right-to-left pages are mirrored: no class name has a physical side", () => {
  const found = globSync("web/**/*.{ts,tsx}").flatMap((file) =>
    file.endsWith(".test.ts")
      ? []
      : [...readFileSync(file, "utf8").matchAll(physical)].map(([name]) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});
