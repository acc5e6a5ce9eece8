import { globSync, readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { expect, test } from "vitest";
// @ts-expect-error: the scripts that set up the shop are plain JavaScript.
import { storefrontSources } from "../scripts/translations.mjs";

const css = readFileSync("web/root.css", "utf8");
const leftOut = [...css.matchAll(/@source not "\.\/(?<glob>[^"]+)";/g)].flatMap(({ groups }) => groups?.["glob"] ?? []);

test("the storefront's styles have no classes that only the dashboard uses", () => {
  const globs = leftOut.filter((glob) => !glob.includes(".test."));
  const dashboard = globSync("web/**/*.tsx").filter((file) => globs.some((glob) => matchesGlob(file.slice(4), glob)));
  expect(dashboard.length).toBeGreaterThan(40);
  const shop: Set<string> = storefrontSources();
  expect(shop.size).toBeGreaterThan(200);
  expect(dashboard.filter((file) => shop.has(file))).toEqual([]);
  expect(globs.filter((glob) => !dashboard.some((file) => matchesGlob(file.slice(4), glob)))).toEqual([]);
});
