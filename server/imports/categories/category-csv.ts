import type { FileEncoding } from "#contract/imports.ts";
import { openCsv } from "#server/imports/files/csv.ts";
import type { Row } from "#server/imports/files/row.ts";
import { splitList } from "#server/imports/formats/product-format.ts";
import { type RowRemark, toRemark, UnusableFileError } from "#server/imports/remarks.ts";
import { unescapeFormula } from "#server/platform/csv.ts";
import {
  assertCategoryCount,
  type CategoryDraft,
  type CategoryFile,
  categoryKeys,
  depthProblem,
} from "./category-draft.ts";
import { nameProblem } from "./category-items.ts";

const columns = ["path", "name", "description", "position", "is_active", "id", "parent_id"] as const;
type Column = (typeof columns)[number];
type Cells = (row: Row, column: Column) => string;

/**
 * Reads `path,name,description,position,is_active`. A path consists of slugs ('men/shoes') or names ('Men > Shoes',
 * whose last may replace the name). Also reads `id,parent_id,name` without paths.
 */
export async function readCategoryCsv(
  file: string,
  encoding: FileEncoding,
  slugOf: (text: string) => string,
): Promise<CategoryFile> {
  const table = await openCsv(file, encoding);
  const at = new Map(table.header.map((heading, index) => [heading.toLowerCase(), index]));
  if (at.has("financial status") || at.has("lineitem name"))
    throw new UnusableFileError("This is Shopify's order export. Upload a file of categories.");
  if (!at.has("path") && !(at.has("id") && at.has("name"))) {
    const missing = ["path", "name"].filter((column) => !at.has(column));
    throw new UnusableFileError(
      `The file is missing the column${missing.length > 1 ? "s" : ""} ${missing.join(", ")}.`,
    );
  }
  const cells: Cells = ({ cells: texts }, column) => unescapeFormula((texts[at.get(column) ?? -1] ?? "").trim());
  const has = (column: Column) => at.has(column);
  const errors: RowRemark[] = [];
  const drafts = new Map<string, CategoryDraft>();
  const rows: Row[] = [];
  for await (const row of table.rows()) assertCategoryCount(rows.push(row));
  const byNames = rows.some((row) => cells(row, "path").includes(">"));
  for (const row of rows) {
    const [, afterPath = ""] = row.cells.slice(at.get("path") ?? row.cells.length);
    // A comma in a path of names that is not quoted: "Home > Pots, Pans".
    const isCut = byNames && /^\s+\S/.test(afterPath);
    if (isCut || row.cells.slice(table.header.length).some((cell) => cell.trim() !== "")) {
      const message =
        "This row has more columns than the header. Put values that contain the separator in quotation marks.";
      errors.push(toRemark(row, null, "cells_extra", message));
      continue;
    }
    const draft = readRow(row, { cells, has, slugOf, byNames, errors });
    const earlier = draft && drafts.get(draft.key);
    if (earlier)
      errors.push(toRemark(row, has("path") ? "path" : "id", "path_repeated", `Duplicate of row ${earlier.row.row}.`));
    else if (draft) drafts.set(draft.key, draft);
  }
  return {
    format: `CSV, ${table.format}`,
    header: table.header,
    known: table.header.filter((heading) => columns.includes(heading.toLowerCase() as Column)),
    ignored: table.header.filter((heading) => heading !== "" && !columns.includes(heading.toLowerCase() as Column)),
    rows: rows.length,
    drafts: [...drafts.values()],
    errors,
    notes: [],
  };
}

interface ParsedRow {
  cells: Cells;
  has: (column: Column) => boolean;
  slugOf: (text: string) => string;
  /** Whether paths consist of names instead of slugs. */
  byNames: boolean;
  errors: RowRemark[];
}

function readRow(row: Row, { cells, has, slugOf, byNames, errors }: ParsedRow): CategoryDraft | undefined {
  const place = has("path")
    ? parsePath(cells(row, "path"), byNames, slugOf)
    : parseIds(cells(row, "id"), cells(row, "parent_id"));
  const bad = (column: Column, code: string, message: string) => void errors.push(toRemark(row, column, code, message));
  if (!place) return bad(has("path") ? "path" : "id", "path_missing", "Enter a path or an ID.") as undefined;
  const name = cells(row, "name") || place.name;
  const problem = nameProblem(name) ?? place.problem;
  const position = cells(row, "position");
  const active = cells(row, "is_active").toLowerCase();
  const description = cells(row, "description");
  if (problem) bad("name", problem.code, problem.message);
  if (position !== "" && !/^\d{1,6}$/.test(position)) bad("position", "not_whole", "Enter a whole number.");
  if (!["", "true", "false", "1", "0", "yes", "no"].includes(active))
    bad("is_active", "not_a_flag", "Enter true or false.");
  if (description.length > 5000) bad("description", "too_long", "Use up to 5,000 characters.");
  if (errors.at(-1)?.row === row.row) return undefined;
  return {
    row,
    key: place.key,
    parent: place.parent,
    name,
    ...(place.slug ? { slug: place.slug } : {}),
    ...(place.import_key ? { import_key: place.import_key } : {}),
    ...(has("description") ? { description: description || null } : {}),
    ...(position === "" ? {} : { position: Number(position) }),
    ...(active === "" ? {} : { is_active: ["true", "1", "yes"].includes(active) }),
  };
}

type CategoryPlace = Pick<CategoryDraft, "key" | "parent" | "name" | "slug" | "import_key"> & {
  problem?: ReturnType<typeof depthProblem>;
};

function parsePath(path: string, byNames: boolean, slugOf: (text: string) => string): CategoryPlace | undefined {
  const steps = splitList(path, byNames ? ">" : "/");
  const last = steps.at(-1);
  if (last === undefined) return undefined;
  const keyOf = byNames ? categoryKeys.names : categoryKeys.path;
  const names = byNames ? steps : steps.map((step) => slugOf(step));
  return {
    key: keyOf(names),
    parent: names.length > 1 ? keyOf(names.slice(0, -1)) : null,
    name: byNames || last !== slugOf(last) ? last : "",
    problem: depthProblem(steps),
    ...(byNames ? {} : { slug: slugOf(last) }),
  };
}

function parseIds(id: string, parentId: string): CategoryPlace | undefined {
  if (id === "") return undefined;
  return {
    key: categoryKeys.id(id),
    parent: parentId === "" ? null : categoryKeys.id(parentId),
    name: "",
    import_key: id,
  };
}
