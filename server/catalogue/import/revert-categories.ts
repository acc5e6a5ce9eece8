import { isDeepStrictEqual } from "node:util";
import { deleteCategoryRows, lockCategoryTree, setPosition } from "#server/catalogue/categories/categories.sql.ts";
import { lastPosition, updateCategory } from "#server/catalogue/categories/categories.ts";
import { enqueueCategoryRules } from "#server/catalogue/categories/category-rules.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import * as rows from "./import-categories.sql.ts";
import { diffSnapshots } from "./revert-product.ts";

/** What an import did to a category. Without `before` it created it, and `after` is the redirect that it replaced. */
interface CategoryChange {
  entity_id: number;
  version: number;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** The fields that an import changes; the position in `place` is the index below the parent. */
type Fields = Pick<rows.CurrentCategory, "name" | "slug" | "description" | "is_active" | "import_key"> & {
  place: { parent_id: number | null; position: number };
};

/** The tree, and the paths that redirect into it. */
interface CategoriesSnapshot {
  categories: rows.CurrentCategory[];
  redirects: rows.CategoryRedirect[];
}

/** Locks the tree and returns it. */
export async function lockCategoriesSnapshot(tx: Tx): Promise<CategoriesSnapshot> {
  await lockCategoryTree(tx);
  return { categories: await rows.listCurrentCategories(tx), redirects: await rows.listCategoryRedirects(tx) };
}

/** The categories created since a snapshot, and the changes of others: their fields, and the places of those `placed`. */
export async function diffCategories(
  tx: Tx,
  { categories, redirects }: CategoriesSnapshot,
  { changed, placed }: { changed: ReadonlySet<number>; placed: ReadonlySet<number> },
): Promise<CategoryChange[]> {
  const now = await rows.listCurrentCategories(tx);
  const [before, after] = [fieldsOf(categories), fieldsOf(now)];
  const versions = new Map(categories.map(({ id, version }) => [id, version]));
  const replaced = new Map(redirects.map((redirect) => [redirect.old_slug, redirect]));
  return now.flatMap(({ id, version, path }): CategoryChange[] => {
    const [was, is] = [before.get(id), after.get(id)];
    if (!was || !is) return [{ entity_id: id, version, before: null, after: { ...replaced.get(path) } }];
    if (!changed.has(id)) return [];
    const { place: from, ...fields } = was;
    const change = diffSnapshots(fields, { ...is, place: undefined });
    // Even at the same index it has other neighbors.
    if (placed.has(id) && version !== versions.get(id)) {
      change.before.place = from;
      change.after.place = is.place;
    }
    return Object.keys(change.after).length > 0 ? [{ entity_id: id, version, ...change }] : [];
  });
}

/** The fields of categories that are sorted by position. */
function fieldsOf(categories: rows.CurrentCategory[]): Map<number, Fields> {
  const counts = new Map<number | null, number>();
  return new Map(
    categories.map(({ id, parent_id, name, slug, description, is_active, import_key }) => {
      const position = counts.get(parent_id) ?? 0;
      counts.set(parent_id, position + 1);
      return [id, { name, slug, description, is_active, import_key, place: { parent_id, position } }];
    }),
  );
}

/**
 * Deletes created categories, unless they were changed since or have products or subcategories, and sets fields of others
 * back that nobody has changed since. Returns for each why some of it stays, or null.
 */
export async function revertCategories(app: Pick<App, "jobs">, tx: Tx, changes: readonly CategoryChange[]) {
  await lockCategoryTree(tx);
  const { created, reverts, left } = planReverts(changes, await rows.listCurrentCategories(tx));
  let failed = reverts;
  // A category may need the place or address of another one, which is then moved or deleted first.
  for (let progress = true; progress; ) {
    const tried = failed;
    failed = await setBack(app, tx, tried);
    const deleted = await deleteUnused(tx, created, left);
    progress = deleted > 0 || failed.length < tried.length;
  }
  for (const { now, problem } of failed)
    left.set(now.id, `${left.get(now.id) ?? ""} Not moved back: ${reason(problem)}`);
  const stuck = await setBack(
    app,
    tx,
    failed.map(({ back, now }) => {
      const { place: _, ...inPlace } = back;
      return { now, back: inPlace };
    }),
  );
  for (const { now, problem } of stuck) left.set(now.id, `Not set back: ${reason(problem)}`);
  const notMoved = new Set(failed.map(({ now }) => now.id));
  const places = reverts.flatMap(({ now: { id }, back: { place } }) =>
    place && !notMoved.has(id) ? { id, ...place } : [],
  );
  // All of them are last now: in this order each comes to the index it had.
  for (const { id, parent_id, position } of places.sort((one, other) => one.position - other.position))
    await setPosition(tx, parent_id, id, position);
  await invalidate(tx, "categories", "catalogue");
  return changes.map(({ entity_id }) => ({ entity_id, message: left.get(entity_id)?.trim() ?? null }));
}

const reason = (problem: Problem | undefined) =>
  problem?.code === "not_found" ? "The parent category was deleted." : problem?.message;

interface Revert {
  now: rows.CurrentCategory;
  back: Partial<Fields>;
  problem?: Problem;
}

const fieldNames: Record<string, string> = { slug: "name", is_active: "visibility", import_key: "ID" };

/** Created categories, fields to set back, and by category what is not. */
function planReverts(changes: readonly CategoryChange[], categories: rows.CurrentCategory[]) {
  const current = new Map(categories.map((category) => [category.id, category]));
  const fields = fieldsOf(categories);
  const created = new Map<number, CategoryChange>();
  const reverts: Revert[] = [];
  const left = new Map<number, string>();
  for (const change of changes) {
    const { entity_id: id, version, before, after } = change;
    const now = current.get(id);
    if (!before || !after) created.set(id, change);
    else if (!now) left.set(id, "The category was deleted.");
    else {
      const is: Record<string, unknown> = { ...fields.get(id) };
      const nameOf = (field: string) => fieldNames[field] ?? field;
      // Positions also change with those of others.
      const changedSince = Object.keys(after).filter(
        (field) => now.version !== version && !isDeepStrictEqual(is[field], after[field]),
      );
      const names = new Set(changedSince.map(nameOf));
      if (names.size > 0) left.set(id, `Changed since, so not set back: ${[...names].join(", ")}.`);
      const back = Object.entries(before).filter(([field]) => !names.has(nameOf(field)));
      if (back.length > 0) reverts.push({ now, back: Object.fromEntries(back) });
    }
  }
  return { created, reverts, left };
}

/** Returns those that can't be set back as the tree is. */
async function setBack(app: Pick<App, "jobs">, tx: Tx, reverts: Revert[]): Promise<Revert[]> {
  const failed: Revert[] = [];
  const keys: Pick<rows.CurrentCategory, "id" | "import_key">[] = [];
  for (const { now, back } of reverts) {
    const { place, import_key, ...fields } = back;
    const { id, name, slug, version } = now;
    try {
      if (place || Object.keys(fields).length > 0) {
        const form = {
          name,
          slug,
          version,
          ...fields,
          ...(place ? { parent_id: place.parent_id, position: lastPosition } : {}),
        };
        const change = await updateCategory(tx, id, form);
        if (change) await enqueueCategoryRules(app, tx, change);
      }
      if (import_key !== undefined) keys.push({ id, import_key });
    } catch (error) {
      // Rejected before anything was written, so the transaction can continue.
      if (!(error instanceof Problem)) throw error;
      failed.push({ now, back, problem: error });
    }
  }
  await rows.writeImportKeys(tx, keys);
  return failed;
}

/** Deletes created categories that nobody uses and returns how many; records of the others why they stay. */
async function deleteUnused(tx: Tx, created: ReadonlyMap<number, CategoryChange>, left: Map<number, string>) {
  const assigned = new Set(await rows.listAssignedCategories(tx, [...created.keys()]));
  const parents = new Set<number | null>();
  const unused: rows.CurrentCategory[] = [];
  for (const category of (await rows.listCurrentCategories(tx)).toReversed()) {
    const { id, version, parent_id } = category;
    const change = created.get(id);
    if (change && change.version !== version) left.set(id, "Changed since.");
    else if (change && assigned.has(id)) left.set(id, "It has products.");
    else if (change && parents.has(id)) left.set(id, "It has subcategories.");
    else if (change) {
      left.delete(id);
      unused.push(category);
      continue;
    }
    parents.add(parent_id);
  }
  if (unused.length === 0) return 0;
  await deleteCategoryRows(tx, unused, null);
  const redirects = unused.map(({ id }) => ({ ...created.get(id)?.after }));
  await rows.restoreRedirects(tx, redirects);
  return unused.length;
}
