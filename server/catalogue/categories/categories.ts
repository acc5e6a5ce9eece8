import { isDeepStrictEqual } from "node:util";
import type { CategoryForm } from "#contract/catalogue/categories.ts";
import { slugify } from "#contract/catalogue/slug.ts";
import { refreshProducts } from "#server/catalogue/products/derived-columns.ts";
import { incrementVersions } from "#server/catalogue/products/products.sql.ts";
import { freeSlug } from "#server/catalogue/slug.ts";
import type { ChangeDetails } from "#server/platform/app.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, fieldProblem, Problem } from "#server/platform/http/problem.ts";
import * as rows from "./categories.sql.ts";
import { hasRulesInSubtree, type RuleChange } from "./category-rules.sql.ts";

const maxDepth = 8;
/** A position after all others. */
export const lastPosition = 1_000_000;

/** Creates a category and returns its id. A given slug must be free; one derived from the name gets a number. */
export async function createCategory(tx: Tx, form: CategoryForm): Promise<number> {
  await rows.lockCategoryTree(tx);
  const parent = form.parent_id ? assertFound(await rows.findCategory(tx, form.parent_id)) : undefined;
  const id = await rows.reserveCategoryId(tx);
  const siblings = await rows.listChildren(tx, parent?.id ?? null);
  const slug = chooseSlug(form, id, siblings);
  const at = pathOf({ id, slug }, parent);
  if (at.depth > maxDepth) throw new Problem("category_too_deep");
  await rows.deleteRedirect(tx, at.path);
  await rows.insertCategoryRow(tx, {
    ...at,
    id,
    slug,
    parent_id: parent?.id ?? null,
    position: (siblings.at(-1)?.position ?? -1) + 1,
    name: form.name,
    description: form.description ?? null,
    is_active: form.is_active ?? true,
    image_id: form.image_id ?? null,
    rules: form.rules ?? null,
  });
  if (form.position !== undefined) await rows.setPosition(tx, parent?.id ?? null, id, form.position);
  await invalidateCategories(tx);
  return id;
}

/**
 * Updates a category; fields left out stay. A new name or parent changes the paths of it and all below it. Returns what
 * `applyCategoryRules` has to do after the commit, if anything.
 */
export async function updateCategory(tx: Tx, id: number, form: CategoryForm & { version: number }) {
  await rows.lockCategoryTree(tx);
  const category = assertFound(await rows.findCategory(tx, id));
  if (category.version !== form.version) throw new Problem("stale", { details: { current: category } });
  const parentId = form.parent_id === undefined ? category.parent_id : form.parent_id;
  const moves = parentId !== category.parent_id;
  const siblings = (await rows.listChildren(tx, parentId)).filter((sibling) => sibling.id !== id);
  const renamed = form.slug !== undefined || form.name !== category.name;
  const slug = renamed ? chooseSlug(form, id, siblings) : category.slug;
  if (!renamed && siblings.some((sibling) => sibling.slug === slug)) throw new Problem("slug_taken");
  await updatePaths(tx, category, { parentId, slug });
  const position = form.position ?? (moves ? lastPosition : category.position);
  await rows.updateCategoryRow(tx, {
    id,
    slug,
    parent_id: parentId,
    name: form.name,
    position: moves ? siblings.length : category.position,
    description: form.description === undefined ? category.description : form.description,
    is_active: form.is_active ?? category.is_active,
    image_id: form.image_id === undefined ? category.image_id : form.image_id,
    rules: form.rules === undefined ? category.rules : form.rules,
  });
  if (moves || form.position !== undefined) await rows.setPosition(tx, parentId, id, position);
  // The search words of products include their category names, and hidden categories hide products.
  const isShownOrHidden = category.is_active !== (form.is_active ?? category.is_active);
  const affectsProducts = moves || isShownOrHidden || form.name !== category.name;
  if (affectsProducts)
    await refreshProducts(tx, await rows.listAssignedProducts(tx, await rows.listSubtreeIds(tx, id)));
  await invalidateCategories(tx);
  const withMembers = affectsProducts && (await hasRulesInSubtree(tx, id));
  const hasNewRules = form.rules !== undefined && !isDeepStrictEqual(form.rules, category.rules);
  return hasNewRules || withMembers ? { id, withMembers } : undefined;
}

/** Moves a category below another (null: the top level) to a position. Returns what `applyCategoryRules` then does. */
export async function moveCategory(
  tx: Tx,
  id: number,
  to: { parent_id: number | null; position: number; version?: number | undefined },
): Promise<RuleChange | undefined> {
  await rows.lockCategoryTree(tx);
  const category = assertFound(await rows.findCategory(tx, id));
  if (to.version !== undefined && to.version !== category.version)
    throw new Problem("stale", { details: { current: category } });
  const siblings = await rows.listChildren(tx, to.parent_id);
  if (siblings.some((sibling) => sibling.id !== id && sibling.slug === category.slug)) throw new Problem("slug_taken");
  const moved = await updatePaths(tx, category, { parentId: to.parent_id, slug: category.slug });
  await rows.updateCategoryRow(tx, { ...category, parent_id: to.parent_id });
  await rows.setPosition(tx, to.parent_id, id, to.position);
  await refreshProducts(tx, await rows.listAssignedProducts(tx, moved));
  await invalidateCategories(tx);
  return moved.length > 0 && (await hasRulesInSubtree(tx, id)) ? { id, withMembers: true } : undefined;
}

export interface CategoryDeletion {
  on_products?: "move" | "detach" | undefined;
  target_id?: number | undefined;
}
/**
 * Deletes a category. Its children move up one level; its products move to the target or lose the category, and stay
 * published; it can be restored unless something moved. Returns what `applyCategoryRules` has to do after the commit,
 * if anything.
 */
export async function deleteCategory(
  tx: Tx,
  id: number,
  { on_products, target_id }: CategoryDeletion,
  change?: Pick<ChangeDetails, "before">,
) {
  await rows.lockCategoryTree(tx);
  const category = assertFound(await rows.findCategory(tx, id));
  const assigned = await rows.listAssignedProducts(tx, [id]);
  const children = await rows.listChildren(tx, id);
  if (!on_products && assigned.length + children.length > 0)
    throw new Problem("category_not_empty", { details: { products: assigned.length, children: children.length } });
  if (on_products === "move" && (!target_id || target_id === id))
    throw fieldProblem("target_id", "required", "Choose another category to move the products to.");
  const target = on_products === "move" ? assertFound(await rows.findCategory(tx, target_id as number)) : undefined;
  if (target && change) change.before = { moved_to: target.id };
  const matching = await rows.listMatchedProducts(tx, [id]);
  // Deleted first, so that a child may have its address.
  await rows.deleteCategoryRows(tx, [category], target?.id ?? null);
  const moved: number[] = [];
  for (const child of children.toReversed()) moved.push(...(await moveToGrandparent(tx, child, category)));
  const inMoved = [await rows.listAssignedProducts(tx, moved), await rows.listMatchedProducts(tx, moved)];
  await refreshProducts(tx, [...assigned, ...matching, ...inMoved.flat()]);
  await invalidateCategories(tx);
  return category.rules ? { id, withMembers: false } : undefined;
}

/** What was recorded of a category when it was deleted. */
interface DeletedCategory {
  position: number;
  places: rows.CategoryPlace[];
  redirects?: string[];
}

/**
 * Restores a deleted category below its parent, wherever that is by now, with the addresses that led to it. Throws
 * `not_found` if the parent is gone.
 */
export async function restoreCategory(tx: Tx, id: number, before: DeletedCategory) {
  await rows.lockCategoryTree(tx);
  const category = assertFound(await rows.findDeletedCategory(tx, id));
  const { parent_id } = category;
  const parent = parent_id === null ? undefined : assertFound(await rows.findCategory(tx, parent_id));
  const at = pathOf(category, parent);
  if (at.depth > maxDepth) throw new Problem("category_too_deep");
  const siblings = await rows.listChildren(tx, parent_id);
  if (siblings.some(({ slug }) => slug === category.slug)) throw new Problem("slug_taken");
  await rows.restoreCategoryRow(tx, { ...at, id }, before.places);
  await rows.deleteRedirect(tx, at.path);
  await rows.insertRedirects(tx, id, [...(before.redirects ?? []), category.path]);
  await rows.setPosition(tx, category.parent_id, id, before.position);
  const products = valuesOf(before.places, "product_id");
  // An editor opened meanwhile would take them out of it again.
  await incrementVersions(tx, products);
  await refreshProducts(tx, products);
  await invalidateCategories(tx);
  return category.rules ? { id, withMembers: false } : undefined;
}

/** Invalidates the categories when an image one of them uses is deleted. */
export async function invalidateCategoriesWithImage(tx: Tx, imageId: number): Promise<void> {
  if (await rows.isImageUsed(tx, imageId)) await invalidateCategories(tx);
}

async function moveToGrandparent(tx: Tx, child: rows.CategoryRow, from: rows.CategoryRow) {
  const above = await rows.listChildren(tx, from.parent_id);
  const slug = freeSlug(child.slug, new Set(above.map((sibling) => sibling.slug)));
  const moved = await updatePaths(tx, child, { parentId: from.parent_id, slug });
  await rows.updateCategoryRow(tx, { ...child, slug, parent_id: from.parent_id });
  await rows.setPosition(tx, from.parent_id, child.id, from.position);
  return moved;
}

function chooseSlug({ name, slug }: CategoryForm, id: number, siblings: rows.CategoryRow[]): string {
  const taken = new Set(siblings.map((sibling) => sibling.slug));
  const typed = slugify(slug ?? "");
  if (typed && taken.has(typed)) throw new Problem("slug_taken");
  return typed || freeSlug(slugify(name) || `c-${id}`, taken);
}

const pathOf = ({ id, slug }: { id: number; slug: string }, above: rows.CategoryRow | undefined) => ({
  path: above ? `${above.path}/${slug}` : slug,
  depth: (above?.depth ?? 0) + 1,
  ancestor_ids: [...(above?.ancestor_ids ?? []), id],
});

/** Updates the paths of a category and all below it after a new parent or slug; returns their ids if they changed. */
async function updatePaths(tx: Tx, category: rows.CategoryRow, to: { parentId: number | null; slug: string }) {
  const above = to.parentId === null ? undefined : assertFound(await rows.findCategory(tx, to.parentId));
  if (above?.ancestor_ids.includes(category.id)) throw new Problem("category_cycle");
  const at = pathOf({ id: category.id, slug: to.slug }, above);
  if (at.path === category.path) return [];
  const below = (await rows.getMaxDepth(tx, category.path)) - category.depth;
  if (at.depth + below > maxDepth) throw new Problem("category_too_deep");
  return rows.rewriteSubtree(tx, category, at);
}

const invalidateCategories = (tx: Tx) => invalidate(tx, "categories", "catalogue");
