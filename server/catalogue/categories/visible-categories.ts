import type { CategoryDetails } from "#contract/catalogue/categories.ts";
import type { App } from "#server/platform/app.ts";
import type { AddCacheTags } from "#server/platform/cache/response-cache.ts";
import { getCategoryTree, normalizePath, toCategoryDetails } from "./category-tree.ts";

/** The top-level categories with products. */
export async function listDepartments(app: App, addCacheTags: AddCacheTags): Promise<CategoryDetails[]> {
  const tree = await getCategoryTree(app, addCacheTags);
  return tree.roots
    .filter(({ visible, product_count }) => visible && product_count > 0)
    .map((category) => toCategoryDetails(tree, category));
}

/** The category at a path, if customers see it. */
export async function findVisibleCategory(app: App, path: string, addCacheTags: AddCacheTags) {
  const tree = await getCategoryTree(app, addCacheTags);
  const category = tree.byPath.get(normalizePath(path));
  return category?.visible ? toCategoryDetails(tree, category) : undefined;
}
