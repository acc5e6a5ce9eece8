import type { FileEncoding } from "#contract/imports.ts";
import { textOf } from "#server/imports/files/encoding.ts";
import type { Row } from "#server/imports/files/row.ts";
import { splitList } from "#server/imports/formats/product-format.ts";
import { type RowRemark, toRemark, UnusableFileError } from "#server/imports/remarks.ts";
import { isTooDeep } from "#server/platform/http/json-depth.ts";
import { assertCategoryCount } from "./category-draft.ts";

/** A step of a path; of an id, a name, or both. */
export interface PathStep {
  id: string | undefined;
  name: string;
}
/** A category of a JSON file, whatever its fields were called. */
export interface CategoryItem {
  row: Row;
  id: string | undefined;
  name: string;
  /** From the top level to the category itself; undefined if the file does not say. */
  path: PathStep[] | undefined;
  /** The id or name of the category above; null at the top level. */
  parent: string | null | undefined;
  /** The ids of categories below it, in order. */
  subcategoryIds: string[];
}
export interface CategoryItems {
  items: CategoryItem[];
  errors: RowRemark[];
  /** Number of categories in the file, good or bad. */
  rows: number;
  fields: string[];
}

const nameFields = ["name", "title", "label"];
const idFields = ["id", "key"];
const parentFields = ["parent_id", "parentId", "parent"];
const childFields = ["children", "subcategories"];
const listFields = ["categories", "collections", "data", "items", "results"];
export const knownFields = [...idFields, ...nameFields, "path", ...parentFields, ...childFields, "subCategories"];

/**
 * Reads a JSON list of categories: `{id, name, path, parent_id, children}`, most of it optional, or texts like
 * "Men > Shoes". A row is a category, counted from 1. Throws `UnusableFileError`.
 */
export async function readCategoryItems(file: string, encoding: FileEncoding): Promise<CategoryItems> {
  const found: CategoryItems = { items: [], errors: [], rows: 0, fields: [] };
  const fields = new Set<string>();
  const readAll = (list: unknown[], above: PathStep[] | undefined) => {
    for (const value of list) {
      assertCategoryCount(++found.rows);
      const row = { row: found.rows, cells: [JSON.stringify(value)?.slice(0, 500) ?? ""] };
      if (isObject(value)) for (const field of Object.keys(value)) fields.add(field);
      const item = readItem(value, row, above, found.errors);
      if (item) found.items.push(item);
      const children = isObject(value) ? firstOf(value, childFields) : undefined;
      if (Array.isArray(children)) readAll(children, item ? pathOf(item, above) : above);
    }
  };
  readAll(await parseList(file, encoding), undefined);
  return { ...found, fields: [...fields] };
}

const pathOf = ({ id, name, path }: CategoryItem, above: PathStep[] = []) => path ?? [...above, { id, name }];

async function parseList(file: string, encoding: FileEncoding): Promise<unknown[]> {
  const whole = (await Array.fromAsync(textOf(file, encoding))).join("");
  if (isTooDeep(whole)) throw new UnusableFileError("The file is nested too deeply. Use a flat list of categories.");
  let json: unknown;
  try {
    json = JSON.parse(whole);
  } catch (error) {
    throw new UnusableFileError(`The file isn't valid JSON: ${(error as Error).message}`);
  }
  const list = isObject(json) ? firstOf(json, listFields) : json;
  if (!Array.isArray(list))
    throw new UnusableFileError(
      'The file must contain a list of categories, such as [{"name": "Shoes", "path": "Men > Shoes"}].',
    );
  return list;
}

function readItem(value: unknown, { row, cells }: Row, above: PathStep[] | undefined, errors: RowRemark[]) {
  const refuse = (column: string | null, code: string, message: string, at: Row = { row, cells }) =>
    void errors.push(toRemark(at, column, code, message)) as undefined;
  if (typeof value === "string") {
    const path = splitNames(value);
    const name = path.at(-1)?.name ?? "";
    const problem = nameProblem(name);
    return problem
      ? refuse(null, problem.code, problem.message)
      : { row: { row, cells: ["", name, value] }, id: undefined, name, path, parent: undefined, subcategoryIds: [] };
  }
  if (!isObject(value)) return refuse(null, "unreadable", "This isn't a category. Categories need a name.");
  const id = scalar(firstOf(value, idFields));
  const path = readPath(value.path);
  const name = firstOf(value, nameFields) ?? path?.at(-1)?.name;
  const steps = path?.map((step) => step.name || step.id).join(" > ") ?? "";
  const named: Row = { row, cells: [id ?? "", typeof name === "string" ? name : "", steps] };
  const problem = nameProblem(name);
  if (problem) return refuse("name", problem.code, problem.message, named);
  const self = { id, name: String(name).trim() };
  const parent = firstOf(value, parentFields);
  return {
    row: named,
    ...self,
    path: path ?? (above && [...above, self]),
    parent: isObject(parent) ? scalar(parent.id) : parent === null ? null : scalar(parent),
    subcategoryIds: Array.isArray(value.subCategories)
      ? value.subCategories.flatMap((below) => (isObject(below) ? (scalar(below.id) ?? []) : []))
      : [],
  };
}

/** A path of texts, of steps with id and name, or in one text: "Men > Shoes". */
function readPath(path: unknown): PathStep[] | undefined {
  if (typeof path === "string") return splitNames(path);
  if (!Array.isArray(path)) return undefined;
  return path.map((step) =>
    isObject(step)
      ? { id: scalar(firstOf(step, idFields)), name: scalar(firstOf(step, nameFields)) ?? "" }
      : { id: undefined, name: scalar(step) ?? "" },
  );
}

const splitNames = (text: string): PathStep[] =>
  splitList(text, text.includes(">") ? ">" : "/").map((name) => ({ id: undefined, name }));

/** Returns the error in a category's name, if any. */
export function nameProblem(name: unknown): { code: string; message: string } | undefined {
  if (typeof name !== "string" || name.trim() === "") return { code: "name_missing", message: "Enter a name." };
  return name.trim().length > 120 ? { code: "too_long", message: "Use up to 120 characters." } : undefined;
}

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const firstOf = (value: Fields, names: string[]) => names.map((name) => value[name]).find((one) => one !== undefined);

function scalar(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" && value.length <= 200 ? value : undefined;
}
