import type { CategoryRules } from "#contract/catalogue/category-rules.ts";
import { type App, maxRecorded } from "#server/platform/app.ts";
import type { RecordedObject } from "#server/platform/changes/objects.ts";
import type { Tx } from "#server/platform/database/database.ts";
import * as rows from "./categories.sql.ts";
import { deleteCategory, restoreCategory, updateCategory } from "./categories.ts";
import { applyAfterCommit } from "./category-rules.ts";

type Own = Pick<
  rows.CategoryRow,
  "name" | "slug" | "path" | "parent_id" | "position" | "description" | "is_active" | "image_id" | "version"
>;

/** What changes of a category record, with what it needs to be restored. */
export interface CategoryState extends Own, Record<string, unknown> {
  rules: CategoryRules | null;
  /** Its places on its products; null if there are too many to record. */
  places: rows.CategoryPlace[] | null;
  /** Addresses that lead to it. */
  redirects: string[];
  /** How many categories are right below it. */
  children: number;
}

/** Categories, as changes record and restore them. */
export const categoryObject = (app: Pick<App, "jobs">): RecordedObject<CategoryState> => ({
  lock: rows.lockCategoryTree,
  read: readCategory,
  name: ({ name }) => name,
  together: [["parent_id", "slug", "path", "position"]],
  // The file of an image that was replaced is deleted.
  canSetBack: (before) => !before.image_id,
  update: async (tx, id, { places: _places, redirects: _redirects, children: _children, slug, ...state }) => {
    const current = await rows.findCategory(tx, Number(id));
    // What stays must not be set: an address is made of a slug that is set.
    const toApply = await updateCategory(tx, Number(id), { ...state, ...(slug === current?.slug ? {} : { slug }) });
    if (toApply) await applyAfterCommit(app, tx, toApply);
  },
  create: async (tx, id, { position, places, redirects }) => {
    const toApply = await restoreCategory(tx, Number(id), { position, places: places ?? [], redirects });
    if (toApply) await applyAfterCommit(app, tx, toApply);
  },
  // What moved to another category or a level up stays there.
  canCreate: ({ places, children, moved_to }) => places !== null && children === 0 && moved_to === undefined,
  remove: (tx, id) => deleteCategory(tx, Number(id), {}),
});

async function readCategory(tx: Tx, id: string): Promise<CategoryState | undefined> {
  const found = await rows.findCategory(tx, Number(id));
  if (!found) return undefined;
  const { ancestor_ids: _ancestors, depth: _depth, id: _id, ...own } = found;
  const places = await rows.listPlaces(tx, found.id, maxRecorded + 1);
  // Positions have gaps where a category was deleted, and one is set among those that are there.
  const siblings = await rows.listChildren(tx, found.parent_id);
  return {
    ...own,
    position: siblings.findIndex((sibling) => sibling.id === found.id),
    places: places.length > maxRecorded ? null : places,
    redirects: (await rows.listRedirects(tx, found.id)).slice(0, maxRecorded),
    children: (await rows.listChildren(tx, found.id)).length,
  };
}
