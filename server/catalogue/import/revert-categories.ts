import type { PastSetChange, SetChange } from "#server/accounts/accounts.ts";
import { deleteCategoryRows, lockCategoryTree, setPosition } from "#server/catalogue/categories/categories.sql.ts";
import { lastPosition, updateCategory } from "#server/catalogue/categories/categories.ts";
import { enqueueCategoryRules } from "#server/catalogue/categories/category-rules.ts";
import type { App } from "#server/platform/app.ts";
import { differencesOf, fieldsToSetBack } from "#server/platform/changes/differences.ts";
import type { Fields } from "#server/platform/changes/objects.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import * as rows from "./import-categories.sql.ts";

/** The fields that an import changes; `position` is the index below the parent. */
type CategoryFields = Pick<
  rows.CurrentCategory,
  "name" | "slug" | "description" | "is_active" | "import_key" | "parent_id" | "position" | "version"
>;

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

/**
 * The categories created since a snapshot, with the redirects that they replaced, and the changes of others: their fields,
 * and the places of those `placed`.
 */
export async function diffCategories(
  tx: Tx,
  { categories, redirects }: CategoriesSnapshot,
  { changed, placed }: { changed: ReadonlySet<number>; placed: ReadonlySet<number> },
): Promise<SetChange[]> {
  const now = await rows.listCurrentCategories(tx);
  const [before, after] = [fieldsOf(categories), fieldsOf(now)];
  const replaced = new Map(redirects.map((redirect) => [redirect.old_slug, redirect]));
  return now.flatMap(({ id, path, name }): SetChange[] => {
    const [was, is] = [before.get(id), after.get(id)];
    if (!was || !is)
      return [{ id, name, before: null, after: { ...is, [replacedRedirect]: replaced.get(path) ?? null } }];
    if (!changed.has(id)) return [];
    // Even at the same index it has other neighbors, and others get another index by it.
    const isMoved = placed.has(id) && is.version !== was.version;
    const change = differencesOf({ ...was, ...placeOf(is) }, is);
    const fields = {
      before: { ...change.before, ...(isMoved && placeOf(was)) },
      after: { ...change.after, ...(isMoved && placeOf(is)) },
    };
    if (Object.keys(fields.after).length === 0) return [];
    return [
      { id, name, before: { ...fields.before, version: was.version }, after: { ...fields.after, version: is.version } },
    ];
  });
}

const replacedRedirect = "replaced_redirect";
const placeOf = ({ parent_id, position }: CategoryFields) => ({ parent_id, position });

/** The fields of categories that are sorted by position. */
function fieldsOf(categories: rows.CurrentCategory[]): Map<number, CategoryFields> {
  const counts = new Map<number | null, number>();
  return new Map(
    categories.map(({ id, parent_id, name, slug, description, is_active, import_key, version }) => {
      const position = counts.get(parent_id) ?? 0;
      counts.set(parent_id, position + 1);
      return [id, { name, slug, description, is_active, import_key, parent_id, position, version }];
    }),
  );
}

/**
 * Deletes created categories, unless they were changed since or have products or subcategories, and sets fields of others
 * back that nobody has changed since: all at once, as one may need the place of another. Returns for each why some of
 * it stays, or null, and what changed by that.
 */
export async function revertCategories(app: Pick<App, "jobs">, tx: Tx, changes: readonly PastSetChange[]) {
  await lockCategoryTree(tx);
  const former = await rows.listCurrentCategories(tx);
  const { created, reverts, left } = planReverts(changes, former);
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
    failed.map(({ back: { parent_id: _parent, position: _position, ...inPlace }, now }) => ({ now, back: inPlace })),
  );
  for (const { now, problem } of stuck) left.set(now.id, `Not set back: ${reason(problem)}`);
  const notMoved = new Set(failed.map(({ now }) => now.id));
  const places = reverts.flatMap(({ now: { id }, back: { parent_id, position } }) =>
    parent_id !== undefined && position !== undefined && !notMoved.has(id) ? { id, parent_id, position } : [],
  );
  // All of them are last now: in this order each comes to the index it had.
  for (const { id, parent_id, position } of places.sort((one, other) => one.position - other.position))
    await setPosition(tx, parent_id, id, position);
  await invalidate(tx, "categories", "catalogue");
  const outcomes = changes.map(({ id }) => ({ id, message: left.get(id)?.trim() ?? null }));
  return { outcomes, recorded: recordReverts(changes, former, await rows.listCurrentCategories(tx)) };
}

/** What changed of these categories. */
function recordReverts(
  changes: readonly PastSetChange[],
  former: rows.CurrentCategory[],
  current: rows.CurrentCategory[],
): SetChange[] {
  const [before, after] = [fieldsOf(former), fieldsOf(current)];
  return changes.flatMap(({ id }) => {
    const was = before.get(id);
    const change = differencesOf(was && { ...was }, after.has(id) ? { ...after.get(id) } : undefined, related);
    const isChanged = Object.keys({ ...change.before, ...change.after }).length > 0;
    return was && isChanged ? [{ id, name: was.name, ...change }] : [];
  });
}

const reason = (problem: Problem | undefined) =>
  problem?.code === "not_found" ? "The parent category was deleted." : problem?.message;

interface Revert {
  now: rows.CurrentCategory;
  back: Partial<CategoryFields>;
  problem?: Problem;
}

/** Fields that mean something together. */
const related = {
  together: [
    ["name", "slug"],
    ["parent_id", "position"],
  ],
};
const fieldNames: Record<string, string> = {
  slug: "name",
  is_active: "visibility",
  import_key: "ID",
  parent_id: "place",
  position: "place",
};

/** Created categories, fields to set back, and by category what is not. */
function planReverts(changes: readonly PastSetChange[], categories: rows.CurrentCategory[]) {
  const current = new Map(categories.map((category) => [category.id, category]));
  const fields = fieldsOf(categories);
  const created = new Map<number, Fields>();
  const reverts: Revert[] = [];
  const left = new Map<number, string>();
  for (const change of changes) {
    const { id, before, after } = change;
    const now = current.get(id);
    if (!before || !after) created.set(id, after ?? {});
    else if (!now) left.set(id, "The category was deleted.");
    else {
      // Positions also change with those of others.
      const is = { ...fields.get(id), ...(now.version === after.version && after) };
      const { kept } = fieldsToSetBack({ before, after }, is, related);
      const names = new Set(kept.map((field) => fieldNames[field] ?? field));
      if (names.size > 0) left.set(id, `Changed since, so not set back: ${[...names].join(", ")}.`);
      const back = Object.entries(before).filter(([field]) => field !== "version" && !kept.includes(field));
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
    const { parent_id, position, import_key, ...fields } = back;
    const isPlaced = parent_id !== undefined && position !== undefined;
    const { id, name, slug, version } = now;
    try {
      if (isPlaced || Object.keys(fields).length > 0) {
        const form = {
          name,
          slug,
          version,
          ...fields,
          ...(isPlaced ? { parent_id, position: lastPosition } : {}),
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
async function deleteUnused(tx: Tx, created: ReadonlyMap<number, Fields>, left: Map<number, string>) {
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
  const redirects = unused.map(({ id }) => Object(created.get(id)?.[replacedRedirect] ?? {}));
  await rows.restoreRedirects(tx, redirects);
  return unused.length;
}
