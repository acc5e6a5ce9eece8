import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test.each([
  ["docs/security.md", 100],
  ["docs/architecture.md", 50],
])("every file that %s names exists", (page, most) => {
  const text = readFileSync(page, "utf8");
  const named = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|md|json|sql))`/g)].map(([, file = ""]) => file);
  expect(named.length).toBeGreaterThan(most);
  expect([...new Set(named)].filter((file) => !file.startsWith("/") && !existsSync(file))).toEqual([]);
});

test("the browsers of the README are those the storefront is built for", () => {
  const [, target = ""] = /target: (\[[^\]]*\])/.exec(readFileSync("vite.config.ts", "utf8")) ?? [];
  const [, chrome, firefox, safari] =
    /Chrome and Edge (\d+), Firefox (\d+) and Safari ([\d.]+) or newer/.exec(readFileSync("README.md", "utf8")) ?? [];
  expect(JSON.parse(target)).toEqual([`chrome${chrome}`, `edge${chrome}`, `firefox${firefox}`, `safari${safari}`]);
});
