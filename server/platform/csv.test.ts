import { buffer, text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { amountCell, csvStream, escapeFormula, fields, listPages, tableLines, unescapeFormula } from "./csv.ts";

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠A1"])(
  "A7 a cell that begins like %j is not run by a spreadsheet",
  (cell) => expect(escapeFormula(cell)).toBe(`'${cell}`),
);

test.each(["x;=cmd|' /C calc'!A0", "x\t+1", "a|-b;@c", "a;'=b", "'=a;''-b"])(
  "A7 a formula after the separator of another country is escaped, and comes back: %j",
  (cell) => {
    const escaped = escapeFormula(cell);
    expect(escaped).not.toMatch(/[;\t|][=+@-]/);
    expect(unescapeFormula(escaped)).toBe(cell);
  },
);

test("rows that can be long are read in pages of fewer", async () => {
  const sizes: number[] = [];
  const pages = listPages(async ({ per_page }) => {
    sizes.push(per_page);
    return { data: Array.from({ length: sizes.length < 3 ? per_page : 1 }, () => "long"), meta: {} };
  }, 10);
  expect((await Array.fromAsync(pages)).flat()).toHaveLength(21);
  expect(sizes).toEqual([10, 10, 10]);
});

test("A7 other cells stay as they are", () => expect(escapeFormula("a=1")).toBe("a=1"));

test("A7 lines become CSV: texts are escaped, negative numbers stay numbers", async () => {
  const lines = (async function* () {
    yield ["name", "change"];
    yield ['=1 "one", two', -3];
    yield [null, 0];
  })();
  expect((await buffer(csvStream(lines))).toString()).toBe('\ufeffname,change\n"\'=1 ""one"", two",-3\n,0\n');
});

test("A7 amounts have all their digits, and are never escaped", async () => {
  const lines = (async function* () {
    yield [amountCell(11000, "EUR"), amountCell(-50, "EUR"), amountCell(490, "JPY")];
  })();
  expect(await text(csvStream(lines))).toBe("\ufeff110.00,-0.50,490\n".replace("\ufeff", ""));
});

test("A7 a table has the fields of its rows, lists with commas, of all pages once", async () => {
  const all = Array.from({ length: 2500 }, (_, at) => ({ id: at, tags: ["a", "b"], is_active: at > 0, note: null }));
  const pages = listPages(async ({ page, per_page }) => ({
    data: all.slice((page - 1) * per_page, page * per_page),
    meta: {},
  }));
  const columns = { ...fields("id", "tags", "is_active", "note"), double: ({ id }: { id: number }) => id * 2 };
  const lines = (await text(csvStream(tableLines(columns, pages)))).trim().split("\n");
  expect(lines.slice(0, 2)).toEqual(["id,tags,is_active,note,double", '0,"a, b",false,,0']);
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(all.map(({ id }) => String(id)));
});

test("A7 an error while lines are read ends the file with an error", async () => {
  const lines = (async function* () {
    yield ["name"];
    throw new Error("no connection");
  })();
  await expect(text(csvStream(lines))).rejects.toThrow("no connection");
});
