import type { FileEncoding } from "#contract/imports.ts";
import { toRemark } from "#server/imports/remarks.ts";
import {
  assertCategoryCount,
  type CategoryDraft,
  type CategoryFile,
  categoryKeys,
  depthProblem,
} from "./category-draft.ts";
import {
  type CategoryItem,
  type CategoryItems,
  knownFields,
  nameProblem,
  readCategoryItems,
} from "./category-items.ts";

/**
 * Reads a JSON list of categories. Parents that occur in paths only become drafts too, so that their children keep
 * their place. Categories are identified by their ids, or by their names if the file has no ids.
 */
export async function readCategoryJson(file: string, encoding: FileEncoding): Promise<CategoryFile> {
  const found = await readCategoryItems(file, encoding);
  const hasIds = found.items.some(({ id }) => id !== undefined);
  const { drafts, errors } = hasIds ? draftsById(found.items) : draftsByName(found.items);
  return {
    format: "JSON",
    header: ["id", "name", "path"],
    known: knownFields.filter((field) => found.fields.includes(field)),
    ignored: found.fields.filter((field) => !knownFields.includes(field)),
    rows: found.rows,
    drafts,
    errors: [...found.errors, ...errors],
    notes: noteMissingParents(found),
  };
}

type Drafts = Pick<CategoryFile, "drafts" | "errors">;

function draftsById(items: CategoryItem[]): Drafts {
  const errors: Drafts["errors"] = [];
  const drafts = new Map<string, CategoryDraft>();
  const places = positionsFromSubcategories(items);
  const idsByName = new Map(items.map(({ id, name }) => [name.toLowerCase(), id]));
  for (const item of items) {
    const { id, row } = item;
    if (id === undefined) {
      errors.push(toRemark(row, "id", "id_missing", "Enter an ID, as other categories in the file have one."));
      continue;
    }
    const key = categoryKeys.id(id);
    const earlier = drafts.get(key);
    if (earlier) errors.push(toRemark(row, "id", "id_repeated", `Row ${earlier.row.row} already uses the ID ${id}.`));
    else drafts.set(key, toDraft(item, id, { places, idsByName }));
  }
  for (const item of items) addParentsById(item, drafts);
  return { drafts: [...drafts.values()], errors };
}

/** Parent and position by id, from the lists of subcategories. */
function positionsFromSubcategories(items: CategoryItem[]) {
  const places = new Map<string, { parent: string; position: number }>();
  for (const { id, subcategoryIds } of items)
    for (const [position, below] of subcategoryIds.entries())
      if (id !== undefined && !places.has(below)) places.set(below, { parent: id, position });
  return places;
}

interface Places {
  places: ReturnType<typeof positionsFromSubcategories>;
  idsByName: ReadonlyMap<string, string | undefined>;
}

function toDraft({ row, name, path, parent }: CategoryItem, id: string, { places, idsByName }: Places): CategoryDraft {
  const place = places.get(id);
  const named = parent === undefined || parent === null ? parent : (idsByName.get(parent.toLowerCase()) ?? parent);
  const above = path ? path.findLast((step) => step.id !== undefined && step.id !== id)?.id : (named ?? place?.parent);
  return {
    row,
    key: categoryKeys.id(id),
    parent: above === undefined ? null : categoryKeys.id(above),
    name,
    import_key: id,
    ...(place && place.parent === above ? { position: place.position } : {}),
  };
}

function addParentsById({ id: own, row, path = [] }: CategoryItem, drafts: Map<string, CategoryDraft>) {
  for (const [at, { id, name }] of path.entries()) {
    if (id === undefined || id === own || nameProblem(name)) continue;
    const key = categoryKeys.id(id);
    if (drafts.has(key)) continue;
    const above = path[at - 1]?.id;
    const parent = above === undefined ? null : categoryKeys.id(above);
    drafts.set(key, { row, key, parent, name: name.trim(), import_key: id, implied: true });
    assertCategoryCount(drafts.size);
  }
}

function draftsByName(items: CategoryItem[]): Drafts {
  const errors: Drafts["errors"] = [];
  const drafts = new Map<string, CategoryDraft>();
  const parents = new Map(items.map(({ name, parent }) => [name.toLowerCase(), parent ?? null]));
  for (const { row, name, path, parent } of items) {
    const names = path?.map((step) => step.name) ?? namesAbove(name, parent ?? null, parents);
    const problem = depthProblem(names);
    if (problem) {
      errors.push(toRemark(row, "path", problem.code, problem.message));
      continue;
    }
    const draft: CategoryDraft = { row, key: categoryKeys.names(names), parent: parentKey(names), name };
    const earlier = drafts.get(draft.key);
    if (earlier && !earlier.implied)
      errors.push(toRemark(row, "name", "path_repeated", `Duplicate of row ${earlier.row.row}.`));
    else drafts.set(draft.key, draft);
    addParentsByName(names, row, drafts);
  }
  return { drafts: [...drafts.values()], errors };
}

const parentKey = (names: string[]) => (names.length > 1 ? categoryKeys.names(names.slice(0, -1)) : null);

/** The names from the top level down; a parent by name is the one category of that name. */
function namesAbove(name: string, parent: string | null, parents: ReadonlyMap<string, string | null>): string[] {
  const names = [name];
  for (let above = parent; above !== null && names.length < 10; above = parents.get(above.toLowerCase()) ?? null)
    names.unshift(above);
  return names;
}

/** Adds the categories of a path of names that have no row of their own. */
export function addParentsByName(names: string[], row: CategoryDraft["row"], drafts: Map<string, CategoryDraft>) {
  for (let length = names.length - 1; length > 0; length--) {
    const above = names.slice(0, length);
    const key = categoryKeys.names(above);
    if (drafts.has(key)) return;
    drafts.set(key, { row, key, parent: parentKey(above), name: above.at(-1) ?? "", implied: true });
    assertCategoryCount(drafts.size);
  }
}

/** A flat list may be meant, or its parents are in fields that nobody knows. */
function noteMissingParents({ items }: CategoryItems): CategoryFile["notes"] {
  const [first] = items;
  const placed = items.some(({ path, parent, subcategoryIds }) => path || parent || subcategoryIds.length > 0);
  if (!first || items.length < 2 || placed) return [];
  const message =
    "No category has a parent, so all are imported at the top level. " +
    'To nest them, give each a "parent_id", a "path" like "Men > Shoes", or its subcategories in "children".';
  return [toRemark(first.row, null, "parents_missing", message)];
}
