import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("what browsers have on https only is used where another way is there: shops on a local network are on http", () => {
  const using = globSync("web/**/*.{ts,tsx}", { exclude: ["**/*.test.*"] }).filter((file) =>
    /crypto\.(randomUUID|subtle)\b|navigator\.clipboard\./.test(withoutComments(readFileSync(file, "utf8"))),
  );
  expect(using.sort()).toEqual(["web/ui/forms/copy-text.ts"]);
});

const withoutComments = (code: string) => code.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
