import type { OptionGroup } from "#contract/catalogue/option-groups.ts";
import { invalidateFacetLabels } from "#server/catalogue/cache-tags.ts";
import { refreshProducts } from "#server/catalogue/products/derived-columns.ts";
import { incrementVersions } from "#server/catalogue/products/products.sql.ts";
import { codeOf, freeSlug } from "#server/catalogue/slug.ts";
import { moveOptionImages } from "#server/images/images.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import * as rows from "./merge-groups.sql.ts";
import { listOptionGroups, listProductsWithGroup } from "./option-groups.sql.ts";

/** Replaces an option group on its products by another and merges values by label. Throws `option_merge_conflict`. */
export async function mergeOptionGroups(tx: Tx, id: number, intoId: number): Promise<OptionGroup> {
  const find = async (groupId: number) =>
    assertFound((await listOptionGroups(tx)).find((group) => group.id === groupId));
  const merge = { id, intoId };
  const codes = new Set((await find(intoId)).values.map(({ code }) => code));
  await find(id);
  if (id === intoId || (await rows.isUsedTogether(tx, merge))) throw new Problem("option_merge_conflict");
  const products = await listProductsWithGroup(tx, id);
  const values = await rows.listValuePairs(tx, merge);
  const pairs = values.flatMap(({ id, into_id }) => (into_id === null ? [] : [{ id, into_id }]));
  const moved = values.flatMap(({ id, label, into_id }) => {
    if (into_id !== null) return [];
    const code = freeSlug(codeOf(label), codes);
    codes.add(code);
    return [{ id, code }];
  });
  await rows.moveValues(tx, intoId, moved);
  await rows.replaceGroup(tx, merge, pairs);
  await moveOptionImages(tx, pairs);
  await rows.updateOptionKeys(tx, products);
  await incrementVersions(tx, products);
  await refreshProducts(tx, products);
  await invalidateFacetLabels(tx);
  return find(intoId);
}
