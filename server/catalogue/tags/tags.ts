import type { Tag } from "#contract/catalogue/tags.ts";
import { invalidateFacetLabels } from "#server/catalogue/cache-tags.ts";
import { lockCategoryTree } from "#server/catalogue/categories/categories.sql.ts";
import { replaceTagInRules } from "#server/catalogue/categories/category-rules.sql.ts";
import { enqueueCategoryRules } from "#server/catalogue/categories/category-rules.ts";
import { refreshProducts } from "#server/catalogue/products/derived-columns.ts";
import { incrementVersions } from "#server/catalogue/products/products.sql.ts";
import { chooseSlug } from "#server/catalogue/slug.ts";
import { type App, maxRecorded } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import * as rows from "./tags.sql.ts";

/** Creates a tag. Throws `name_taken` if another one has this name, in any case. */
export async function createTag(tx: Tx, name: string): Promise<Tag> {
  const tag = assertFound(await rows.insertTagRow(tx, name, await chooseSlug(tx, "tags", { name })));
  await invalidateFacetLabels(tx);
  return tag;
}

/** Renames a tag, with the slug that it had if it gets that name back. Throws `not_found` and `name_taken`. */
export async function updateTag(tx: Tx, id: number, wanted: { name: string; slug?: string }): Promise<Tag> {
  const slug = await chooseSlug(tx, "tags", wanted, assertFound(await rows.findTag(tx, id)));
  const tag = assertFound(await rows.updateTagRow(tx, id, wanted.name, slug));
  await refreshProducts(tx, await rows.listTaggedProducts(tx, id));
  await invalidateFacetLabels(tx);
  return tag;
}

/** Deletes a tag and removes it from every product. */
export async function deleteTag(tx: Tx, id: number) {
  await rows.lockTag(tx, id);
  const products = await rows.listTaggedProducts(tx, id);
  if (!(await rows.deleteTagRow(tx, id))) throw new Problem("not_found");
  await incrementVersions(tx, products);
  await refreshProducts(tx, products);
  await invalidateFacetLabels(tx);
}

/** What changes of a tag record; its products are null if they are too many to record. */
export type TagState = Tag & { product_ids: number[] | null };
export const findTagState = (tx: Tx, id: number): Promise<TagState | undefined> =>
  rows.findTagWithProducts(tx, id, maxRecorded);

/** Creates a deleted tag again, on the products that it was on. */
export async function restoreTag(tx: Tx, tag: TagState) {
  const products = tag.product_ids ?? [];
  await rows.restoreTagRow(tx, { ...tag, slug: await chooseSlug(tx, "tags", tag) }, products);
  await incrementVersions(tx, products);
  await refreshProducts(tx, products);
  await invalidateFacetLabels(tx);
}

/** Replaces a tag by another one on its products and deletes it. Throws `not_found` and `tag_merge_self`. */
export async function mergeTags(app: Pick<App, "jobs">, tx: Tx, id: number, intoId: number): Promise<Tag> {
  if (id === intoId) throw new Problem("tag_merge_self");
  await lockCategoryTree(tx);
  await rows.lockTag(tx, id);
  const products = await rows.listTaggedProducts(tx, id);
  const into = assertFound(await rows.findTag(tx, intoId));
  await rows.copyProductTags(tx, id, intoId);
  if (!(await rows.deleteTagRow(tx, id))) throw new Problem("not_found");
  // Products that had the other tag before have it still: nothing else refreshes them.
  for (const categoryId of await replaceTagInRules(tx, id, intoId))
    await enqueueCategoryRules(app, tx, { id: categoryId, withMembers: false });
  await incrementVersions(tx, products);
  await refreshProducts(tx, products);
  await invalidateFacetLabels(tx);
  await invalidate(tx, "categories");
  return into;
}

/** Adds a tag to a product or removes it; returns the tags the product has then. */
export async function setProductTag(tx: Tx, productId: number, tagId: number, isSet: boolean): Promise<Tag[]> {
  if (!(await rows.isTaggable(tx, productId, tagId))) throw new Problem("not_found");
  if (await (isSet ? rows.addProductTag : rows.removeProductTag)(tx, productId, tagId))
    await incrementVersions(tx, [productId]);
  await refreshProducts(tx, [productId]);
  return rows.listProductTags(tx, productId);
}
