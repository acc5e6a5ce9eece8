import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { UnusableFileError } from "#server/imports/remarks.ts";
import { openCsv } from "./csv.ts";

async function read(content: string | Buffer) {
  const folder = mkdtempSync(join(tmpdir(), "kiosk-csv-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "file.csv");
  writeFileSync(file, content);
  const { header, format, rows } = await openCsv(file);
  const all = [];
  for await (const row of rows()) all.push(row);
  return { header, format, rows: all };
}
const cellsOf = async (content: string) => (await read(content)).rows.map(({ cells }) => cells);

test.each([
  ["in a plain cell", 'a,b\nTV 40" LED,1\n', 'TV 40" LED'],
  ["in a quoted cell", 'a,b\n"TV 40" LED, black",1\n', 'TV 40" LED, black'],
  ["at the end of a plain cell", 'a,b\n19"" rack 40",1\n', '19"" rack 40"'],
  ["before an empty cell of a table with tabs", 'a\tb\tc\n"TV 40" LED"\t\t1\n', 'TV 40" LED', ""],
  ["after an empty cell of a table with tabs", 'a\tb\tc\n\t"TV 40" LED"\t1\n', "", 'TV 40" LED'],
])("C5 a stray quote %s is text, with a note", async (_where, content, ...texts) => {
  const { rows } = await read(content);
  expect(rows.map(({ cells }) => cells)).toEqual([[...texts, "1"]]);
  expect(rows[0]?.source?.notes).toMatchObject([{ code: "quote_read" }]);
});

test("C5 quotes that enclose cells, doubled or over lines, are no stray ones", async () => {
  const { rows } = await read('a,b\n"TV 40"" LED",1\n"two\nlines, ""quoted""","2"\r\n3,4\n');
  expect(rows.map(({ cells, source }) => [cells[0], source])).toEqual([
    ['TV 40" LED', undefined],
    ['two\nlines, "quoted"', undefined],
    ["3", undefined],
  ]);
});

test("C5 title lines above the header are skipped, and rows keep the numbers of the file", async () => {
  const { header, rows, format } = await read("Products, June\n\nMy shop;;\nHandle;Title;Price\na;A;1,50\n");
  expect(header).toEqual(["Handle", "Title", "Price"]);
  expect(rows).toEqual([{ row: 5, cells: ["a", "A", "1,50"] }]);
  expect(format).toBe("UTF-8, separated by semicolons");
});

test("C5 a table of one column has its header in the first row", async () => {
  expect(await cellsOf("name\nShoes\nBags, small\n")).toEqual([["Shoes"], ["Bags, small"]]);
});

test.each([
  ["JSON", '[{"handle":"a"}]', "This is a JSON file"],
  ["HTML", "<!DOCTYPE html><html><body>x</body></html>", "web page"],
  ["RTF", "{\\rtf1 a}", "text document"],
  ["a quote that is never closed", 'a,b\n"x,1\ny,2\n', "in row 2 isn't closed"],
  ["nothing but line ends", "\n\n\n", "no header"],
])("C5 %s is refused in words", async (_what, content, words) => {
  const refused = read(content);
  await expect(refused).rejects.toThrow(UnusableFileError);
  await expect(refused).rejects.toThrow(words);
});

test("C5 the character NUL, which can't be stored, is left out", async () => {
  expect(await cellsOf("a,b\nx\0y,1\n")).toEqual([["xy", "1"]]);
});
