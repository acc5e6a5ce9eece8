import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("every file that docs/security.md names exists", () => {
  const text = readFileSync("docs/security.md", "utf8");
  const named = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|md|json))`/g)].map(([, file = ""]) => file);
  expect(named.length).toBeGreaterThan(100);
  expect([...new Set(named)].filter((file) => !file.startsWith("/") && !existsSync(file))).toEqual([]);
});
