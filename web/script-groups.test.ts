import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The patterns that a pattern with `(a|b)` stands for. */
function expand(pattern: string): string[] {
  const choice = /\((?!\?)((?:[^()]|\([^()]*\))*)\)/.exec(pattern);
  if (!choice) return [pattern];
  const [whole = "", inner = ""] = choice;
  const before = pattern.slice(0, choice.index);
  const after = pattern.slice(choice.index + whole.length);
  return splitChoices(inner).flatMap((one) => expand(before + one + after));
}

/** What `|` separates, but in brackets. */
function splitChoices(text: string): string[] {
  let depth = 0;
  let pieces = [""];
  for (const letter of text) {
    depth += Number(letter === "(") - Number(letter === ")");
    if (letter === "|" && depth === 0) pieces = [...pieces, ""];
    else pieces[pieces.length - 1] += letter;
  }
  return pieces;
}

const files = globSync("{web,contract,words}/**/*.{ts,tsx}").map((file) => `/${file.replaceAll("\\", "/")}`);

test("a pattern is expanded", () => {
  expect(expand("/web/ui/(a|fields/(b|c))")).toEqual(["/web/ui/a", "/web/ui/fields/b", "/web/ui/fields/c"]);
});

test("each part of the patterns that group the shop's scripts is of a file there is", () => {
  const config = readFileSync("vite.config.ts", "utf8");
  const patterns = [...config.matchAll(/["`](\/(?:web|contract|words)\/?[^"`]*)["`]/g)].map(
    ([, pattern = ""]) => pattern,
  );
  expect(patterns.length).toBeGreaterThan(20);
  const unused = patterns.flatMap(expand).filter((pattern) => !files.some((file) => new RegExp(pattern).test(file)));
  expect(unused).toEqual([]);
});
