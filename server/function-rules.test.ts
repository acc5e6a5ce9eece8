import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Functions at the margin of a file: each with its parameters and its whole text. */
function functionsOf(file: string) {
  const text = readFileSync(file, "utf8");
  const starts = [...text.matchAll(/^(?:export )?(?:async )?(?:function|const) /gm)].map(({ index }) => index);
  return starts.map((start, at) => {
    const body = text.slice(start, starts[at + 1]);
    const [head = ""] = body.split(body.startsWith("const") || body.startsWith("export const") ? "=>" : "{\n");
    return { name: `${file}: ${body.split("\n")[0]}`, head, body };
  });
}
const files = globSync("server/**/*.ts").filter((file) => !/\.(?:test|fixture)\.ts$|\/testing\//.test(file));
const isGivenTx = (head: string) => /[(,]\s*tx: Tx\b/.test(head.replace(/\(tx: Tx[^)]*\) =>/g, ""));

test("a function that is given a transaction opens none", () => {
  const all = files.flatMap(functionsOf).filter(({ head }) => isGivenTx(head));
  expect(all.length).toBeGreaterThan(300);
  expect(all.filter(({ body }) => /\binTransaction\(/.test(body)).map(({ name }) => name)).toEqual([]);
});

test("functions of SQL get a database or a transaction, and nothing of the app", () => {
  const all = files.filter((file) => file.endsWith(".sql.ts")).flatMap(functionsOf);
  expect(all.length).toBeGreaterThan(500);
  expect(all.filter(({ head }) => /: (?:App|Pick<App)\b/.test(head)).map(({ name }) => name)).toEqual([]);
});

test("the app, or what of it is needed, comes before the transaction", () => {
  const all = files.flatMap(functionsOf);
  expect(all.filter(({ head }) => /\b(?:db|tx): [^)]*\bapp: App\b/.test(head)).map(({ name }) => name)).toEqual([]);
});
