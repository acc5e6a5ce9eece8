import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("Enter does nothing while a word is composed, as in Japanese: it ends the composition", () => {
  const unaware = globSync("web/**/*.{ts,tsx}", { exclude: ["**/*.test.*"] }).filter((file) => {
    const code = readFileSync(file, "utf8");
    const listens = /(key|\bpressed) [!=]== "Enter"|^\s*Enter: /m.test(code);
    // Those that only keep Enter from submitting a form.
    const prevents = /"Enter" &&( event\.target instanceof HTMLInputElement\))? event\.preventDefault\(\)/.test(code);
    return listens && !prevents && !code.includes("isComposing");
  });
  expect(unaware).toEqual([]);
});
