import type { FileEncoding } from "#contract/imports.ts";
import { textOf } from "#server/imports/files/encoding.ts";
import type { Row } from "#server/imports/files/row.ts";
import { toRemark, UnusableFileError } from "#server/imports/remarks.ts";
import {
  assertCategoryCount,
  type CategoryDraft,
  type CategoryFile,
  categoryKeys,
  depthProblem,
} from "./category-draft.ts";
import { nameProblem } from "./category-items.ts";
import { addParentsByName } from "./category-json.ts";

const inspectedLines = 50;
const maxLineLength = 1_000_000;
/** "3237 - Animals > Pets", as Google writes it, or "gid://shopify/TaxonomyCategory/ap-1 : Animals > Pets". */
const idPattern = /^(?:\d+\s+-\s+|gid:\/\/\S+\s*:\s*)/;

/** Whether the file is a published taxonomy: a category a line, "A > B > C", with or without ids and comments. */
export async function isTaxonomy(file: string, encoding: FileEncoding): Promise<boolean> {
  const lines: string[] = [];
  for await (const { cells } of readLines(file, encoding)) {
    lines.push(cells[0] ?? "");
    if (lines.length === inspectedLines) break;
  }
  const [first = "", ...more] = lines;
  if (/^#.*(taxonomy|categories)/i.test(first)) return true;
  if (/^["']?(path|name|id|category|parent_id)\b/i.test(first) && !first.includes(">")) return false;
  if (idPattern.test(first)) return true;
  // Cells in quotes, or columns at the same place in each line, are a CSV.
  const nested = more.filter((line) => line.includes(" > ")).length;
  return more.length > 0 && nested * 2 >= more.length && !lines.some((line) => line.includes('"'));
}

/** Reads a published taxonomy. Categories known only as parents of others become drafts too. */
export async function readTaxonomy(file: string, encoding: FileEncoding): Promise<CategoryFile> {
  const drafts = new Map<string, CategoryDraft>();
  const found: CategoryFile = {
    format: "Taxonomy, a category a line",
    header: ["path"],
    known: ["path"],
    ignored: [],
    rows: 0,
    drafts: [],
    errors: [],
    notes: [],
  };
  for await (const row of readLines(file, encoding)) {
    const [line = ""] = row.cells;
    if (line.startsWith("#")) continue;
    found.rows++;
    const names = line
      .replace(idPattern, "")
      .split(">")
      .map((name) => name.trim());
    assertCategoryCount(found.rows);
    const problem = depthProblem(names) ?? names.map(nameProblem).find((one) => one !== undefined);
    if (problem) {
      found.errors.push(toRemark(row, "path", problem.code, problem.message));
      continue;
    }
    const key = categoryKeys.names(names);
    const earlier = drafts.get(key);
    if (earlier && !earlier.implied)
      found.errors.push(toRemark(row, "path", "path_repeated", `Duplicate of row ${earlier.row.row}.`));
    else {
      const parent = names.length > 1 ? categoryKeys.names(names.slice(0, -1)) : null;
      drafts.set(key, { row, key, parent, name: names.at(-1) ?? "" });
      addParentsByName(names, row, drafts);
    }
  }
  return { ...found, drafts: [...drafts.values()] };
}

/** The lines that are not empty, numbered from 1. */
async function* readLines(file: string, encoding: FileEncoding): AsyncGenerator<Row> {
  let row = 0;
  let rest = "";
  for await (const text of textOf(file, encoding)) {
    const lines = (rest + text).split(/\r\n|\n/);
    rest = lines.pop() ?? "";
    if (rest.length > maxLineLength) throw new UnusableFileError("A line of this file is too long.");
    for (const line of lines) {
      row++;
      if (line.trim() !== "") yield { row, cells: [line.trim()] };
    }
  }
  if (rest.trim() !== "") yield { row: row + 1, cells: [rest.trim()] };
}
