import { z } from "zod";
import type { FileEncoding } from "#contract/imports.ts";
import type { Row } from "#server/imports/files/csv.ts";
import { textOf } from "#server/imports/files/encoding.ts";
import { UnusableFileError } from "#server/imports/files/unusable-file.ts";
import { type BadRow, type RowRemark, toRemark } from "#server/imports/remarks.ts";
import { isTooDeep } from "#server/platform/http/json-depth.ts";
import { type CategoryDraft, categoryKeys } from "./category-draft.ts";

const Key = z.union([z.string().min(1).max(200), z.number()]).transform(String);
const Named = z.object({ id: Key, name: z.unknown() });
const Item = Named.extend({
  path: z.array(Named).optional(),
  subCategories: z.array(z.object({ id: Key })).optional(),
});
type Item = z.infer<typeof Item>;

const known = ["id", "name", "path", "subCategories"];

/** The contents of a category file, before it is compared with the shop. */
export interface CategoryFile {
  format: string;
  header: string[];
  known: string[];
  ignored: string[];
  rows: number;
  drafts: CategoryDraft[];
  errors: BadRow[];
  notes: RowRemark[];
}

/**
 * Reads a JSON array of `{id, name, path: [{id, name}], subCategories: [{id}]}`. A row is an item, counted from 1.
 * Parents that occur in paths only become drafts too, so that their children keep their place.
 */
export async function readCategoryJson(file: string, encoding: FileEncoding): Promise<CategoryFile> {
  const items = await parseItems(file, encoding);
  const errors: BadRow[] = [];
  const drafts = new Map<string, CategoryDraft>();
  const read = items.map((item, at) => readItem(item, at + 1, errors)).filter((entry) => entry !== undefined);
  const places = positionsFromSubcategories(read.map(({ item }) => item));
  for (const { item, row } of read) {
    const key = categoryKeys.id(item.id);
    const earlier = drafts.get(key);
    if (earlier)
      errors.push(toRemark(row, "id", "id_repeated", `The id ${item.id} is already that of row ${earlier.row.row}.`));
    else drafts.set(key, toDraft(item, row, places));
  }
  for (const { item, row } of read) addImpliedParents(item, row, drafts);
  const keys = new Set(items.flatMap((item) => (item && typeof item === "object" ? Object.keys(item) : [])));
  return {
    format: "JSON",
    header: ["id", "name", "path"],
    known: known.filter((column) => keys.has(column)),
    ignored: [...keys].filter((column) => !known.includes(column)),
    rows: items.length,
    drafts: [...drafts.values()],
    errors,
    notes: [],
  };
}

async function parseItems(file: string, encoding: FileEncoding): Promise<unknown[]> {
  const parts: string[] = [];
  for await (const text of textOf(file, encoding)) parts.push(text);
  const whole = parts.join("");
  if (isTooDeep(whole)) throw new UnusableFileError("The file is nested too deep. List the categories side by side.");
  let json: unknown;
  try {
    json = JSON.parse(whole);
  } catch (error) {
    throw new UnusableFileError(`The file is not valid JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(json))
    throw new UnusableFileError("The file must hold a list of categories: [{id, name, path}, ...].");
  return json;
}

function readItem(item: unknown, row: number, errors: BadRow[]): { item: Item; row: Row } | undefined {
  const read = Item.safeParse(item);
  if (!read.success) {
    const [issue] = read.error.issues;
    const column = String(issue?.path[0] ?? "id");
    errors.push(
      toRemark(
        { row, cells: [JSON.stringify(item)?.slice(0, 500) ?? ""] },
        column,
        "unreadable",
        `This can't be read: ${issue?.message ?? "not a category"}.`,
      ),
    );
    return undefined;
  }
  const { id, name, path = [] } = read.data;
  const cells = [id, String(name ?? ""), path.map((step) => String(step.name ?? step.id)).join(" > ")];
  const problem = nameProblem(name);
  if (!problem) return { item: read.data, row: { row, cells } };
  errors.push(toRemark({ row, cells }, "name", problem.code, problem.message));
  return undefined;
}

/** Returns the error in a category's name, if any. */
export function nameProblem(name: unknown): { code: string; message: string } | undefined {
  if (typeof name !== "string" || name.trim() === "")
    return { code: "name_missing", message: "The category has no name." };
  return name.trim().length > 120 ? { code: "too_long", message: "This is longer than 120 characters." } : undefined;
}

/** Parent and position by id, from the lists of subcategories. */
function positionsFromSubcategories(items: Item[]) {
  const places = new Map<string, { parent: string; position: number }>();
  for (const item of items)
    for (const [position, below] of (item.subCategories ?? []).entries())
      if (!places.has(below.id)) places.set(below.id, { parent: item.id, position });
  return places;
}

function toDraft(item: Item, row: Row, places: ReturnType<typeof positionsFromSubcategories>): CategoryDraft {
  const place = places.get(item.id);
  const above = item.path ? item.path.findLast(({ id }) => id !== item.id)?.id : place?.parent;
  return {
    row,
    key: categoryKeys.id(item.id),
    parent: above === undefined ? null : categoryKeys.id(above),
    name: String(item.name).trim(),
    import_key: item.id,
    ...(place && place.parent === above ? { position: place.position } : {}),
  };
}

function addImpliedParents({ id: own, path = [] }: Item, row: Row, drafts: Map<string, CategoryDraft>) {
  for (const [at, { id, name }] of path.entries()) {
    const key = categoryKeys.id(id);
    if (id === own || drafts.has(key) || nameProblem(name)) continue;
    const above = path[at - 1]?.id;
    const parent = above === undefined ? null : categoryKeys.id(above);
    drafts.set(key, { row, key, parent, name: String(name).trim(), import_key: id, implied: true });
  }
}
