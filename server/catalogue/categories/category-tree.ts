import type { AdminCategory, Category, CategoryDetails } from "#contract/catalogue/categories.ts";
import type { Image } from "#contract/images.ts";
import { plainText, splitPlainText } from "#server/catalogue/search/text/plain-text.ts";
import type { App } from "#server/platform/app.ts";
import type { AddCacheTags } from "#server/platform/cache/response-cache.ts";
import { type CategoryListRow, findRedirectedCategory, listCategories } from "./categories.sql.ts";

export interface CategoryNode extends CategoryListRow {
  /** Neither it nor an ancestor is hidden. */
  visible: boolean;
  children: CategoryNode[];
  /** The search words of its name. */
  words: string[];
}
/** All categories, for menus, list headings and breadcrumbs. */
export interface CategoryTree {
  roots: CategoryNode[];
  all: CategoryNode[];
  byId: ReadonlyMap<number, CategoryNode>;
  byPath: ReadonlyMap<string, CategoryNode>;
  /** The words of visible names in alphabetical order, with the index of the category in `all`. */
  byWord: readonly { word: string; at: number }[];
}

const loaded = new WeakMap<App["bus"], () => Promise<CategoryTree>>();

/** The category tree, cached in this process until it changes. */
export function getCategoryTree(app: Pick<App, "db" | "bus">, addCacheTags: AddCacheTags): Promise<CategoryTree> {
  addCacheTags("categories");
  const load = loaded.get(app.bus) ?? openTree(app);
  loaded.set(app.bus, load);
  return load();
}

function openTree({ db, bus }: Pick<App, "db" | "bus">) {
  let tree: Promise<CategoryTree> | undefined;
  bus.subscribe((tags, missed) => {
    if (missed || tags.includes("categories")) tree = undefined;
  });
  return () => {
    const current = (tree ??= listCategories(db).then(buildTree));
    const forget = () => {
      if (tree === current) tree = undefined;
    };
    // A tree read while changes can't be received may become outdated.
    current.then(() => !bus.isConnected() && forget(), forget);
    return current;
  };
}

/** Parents come before their children in `rows`. */
function buildTree(rows: CategoryListRow[]): CategoryTree {
  const byId = new Map<number, CategoryNode>();
  const roots: CategoryNode[] = [];
  for (const row of rows) {
    const parent = row.parent_id === null ? undefined : byId.get(row.parent_id);
    const category = {
      ...row,
      visible: row.is_active && (parent?.visible ?? true),
      children: [],
      words: splitPlainText(plainText(row.name)),
    };
    byId.set(row.id, category);
    (parent?.children ?? roots).push(category);
  }
  const all = [...byId.values()];
  return {
    roots,
    all,
    byId,
    byPath: new Map(all.map((category) => [category.path, category])),
    byWord: wordsOf(all),
  };
}

const wordsOf = (all: CategoryNode[]) =>
  all
    .flatMap(({ visible, words }, at) => (visible ? words.map((word) => ({ word, at })) : []))
    .sort((one, other) => Number(one.word > other.word) - Number(one.word < other.word));

/** The ancestors of a category and itself, root first. */
export function listBreadcrumbs({ byId }: CategoryTree, category: CategoryNode): { name: string; path: string }[] {
  return category.ancestor_ids.flatMap((id) => byId.get(id) ?? []).map(({ name, path }) => ({ name, path }));
}

/** A category with `depth` levels of itself and its descendants; 1 is without children. */
export function toCategory(category: CategoryNode, depth: number, includeHidden: boolean): Category {
  const { id, name, slug, path, position, product_count } = category;
  const children = category.children.filter((child) => includeHidden || child.visible);
  const subfolder = depth > 1 ? children.map((child) => toCategory(child, depth - 1, includeHidden)) : [];
  const image = toImage(category);
  return { id, name, slug, path, position, product_count, image, subfolder_count: children.length, subfolder };
}

/** A category as the dashboard gets it, with hidden ones below it. */
export function toAdminCategory(category: CategoryNode, depth: number): AdminCategory {
  const { is_active, version, children } = category;
  const subfolder = depth > 1 ? children.map((child) => toAdminCategory(child, depth - 1)) : [];
  return { ...toCategory(category, 1, true), is_active, version, subfolder };
}

export function toCategoryDetails(tree: CategoryTree, category: CategoryNode): CategoryDetails {
  const { rules: _rules, ...shown } = category;
  return { ...shown, image: toImage(category), breadcrumbs: listBreadcrumbs(tree, category) };
}

/** A category with its details and rules, for administrators. */
export const toAdminDetails = (tree: CategoryTree, category: CategoryNode): CategoryDetails => ({
  ...toCategoryDetails(tree, category),
  rules: category.rules,
});

const toImage = ({ image, name }: CategoryNode): Image | null => image && { ...image, alt: image.alt || name };

/** A path in lower case, without slashes around it. */
export const normalizePath = (path: string) => path.replace(/^\/+|\/+$/g, "").toLowerCase();

/** The top-level categories with products. */
export async function listDepartments(app: App, addCacheTags: AddCacheTags): Promise<CategoryDetails[]> {
  const tree = await getCategoryTree(app, addCacheTags);
  return tree.roots
    .filter(({ visible, product_count }) => visible && product_count > 0)
    .map((category) => toCategoryDetails(tree, category));
}

/** The category at a current or former path, if customers see it. */
export async function findVisibleCategory(app: App, path: string, addCacheTags: AddCacheTags) {
  const tree = await getCategoryTree(app, addCacheTags);
  const current = normalizePath(path);
  const category = tree.byPath.get(current) ?? tree.byId.get((await findRedirectedCategory(app.db, current)) ?? 0);
  return category?.visible ? toCategoryDetails(tree, category) : undefined;
}
