import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
// @ts-expect-error: the scripts that set up the shop are plain JavaScript.
import { keepBrowserTexts, textsOf } from "../scripts/translations.mjs";

const german = readFileSync("words/de.json", "utf8");
const loaded = JSON.parse(keepBrowserTexts(german));

test("browsers load every text of the screens", () => {
  const said = globSync("web/**/*.{ts,tsx}", { exclude: (name) => /\.(test|fixture)\.tsx?$/.test(name) }).flatMap(
    (file) => textsOf(file, readFileSync(file, "utf8")).map(([text]: [string]) => text),
  );
  expect(said.length).toBeGreaterThan(500);
  expect(said.filter((text) => !loaded[text])).toEqual([]);
});

test("browsers load validation messages, but no texts of emails, documents and problems", () => {
  expect(loaded).toHaveProperty(["Use at least 8 characters."]);
  for (const text of onlyOnServer) expect(JSON.parse(german), text).toHaveProperty([text]);
  for (const text of onlyOnServer) expect(loaded, text).not.toHaveProperty([text]);
});

const onlyOnServer = ["Refund for order {number}", "This coupon has expired."];
