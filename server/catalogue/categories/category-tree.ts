import type { AdminCategory, Category, CategoryDetails } from "#contract/catalogue/categories.ts";
import type { Image } from "#contract/images.ts";
import { imageUrl } from "#server/images/images.ts";
import type { App } from "#server/platform/app.ts";
import type { Shows } from "#server/platform/cache/response-cache.ts";
import { type CategoryListRow, listCategories } from "./categories.sql.ts";
import { slugify } from "#contract/catalogue/slug.ts";

export interface CategoryNode extends CategoryListRow {
  /** Neither it nor anything above it is hidden. */
  visible: boolean;
  children: CategoryNode[];
  /** The words of its name, as search sees them. */
  words: string[];
}
/** The whole tree, kept in memory: menus, list headers and breadcrumbs all come from one query. */
export interface CategoryTree {
  roots: CategoryNode[];
  all: CategoryNode[];
  byId: ReadonlyMap<number, CategoryNode>;
  byPath: ReadonlyMap<string, CategoryNode>;
  /** The words of names of visible ones in the order of their letters, and where these stand in `all`. */
  byWord: readonly { word: string; at: number }[];
}

/** The tree as it stands; `shows` hears what it depends on. */
export async function getCategoryTree(app: Pick<App, "db" | "reads">, shows: Shows): Promise<CategoryTree> {
  const { value, topics } = await app.reads.read("catalogue: the category tree", async (hear) => {
    hear("categories");
    const rows = await listCategories(app.db);
    return { value: buildTree(rows), bytes: 700 * rows.length };
  });
  shows(...topics);
  return value;
}

/** Parents come before their children in `rows`. */
function buildTree(rows: CategoryListRow[]): CategoryTree {
  const byId = new Map<number, CategoryNode>();
  const tops: CategoryNode[] = [];
  for (const row of rows) {
    const parent = row.parent_id === null ? undefined : byId.get(row.parent_id);
    const shelf = {
      ...row,
      visible: row.is_active && (parent?.visible ?? true),
      children: [],
      words: slugify(row.name).split("-"),
    };
    byId.set(row.id, shelf);
    (parent?.children ?? tops).push(shelf);
  }
  const all = [...byId.values()];
  return { roots: tops, all, byId, byPath: new Map(all.map((shelf) => [shelf.path, shelf])), byWord: wordsOf(all) };
}

const wordsOf = (all: CategoryNode[]) =>
  all
    .flatMap(({ visible, words }, at) => (visible ? words.map((word) => ({ word, at })) : []))
    .sort((one, other) => Number(one.word > other.word) - Number(one.word < other.word));

/** The category and all above it, top first, as breadcrumbs show them. */
export function listBreadcrumbs({ byId }: CategoryTree, shelf: CategoryNode): { name: string; path: string }[] {
  return shelf.ancestor_ids.flatMap((id) => byId.get(id) ?? []).map(({ name, path }) => ({ name, path }));
}

/** A category as menus show it, nested `depth` levels; 1 is without what is below. */
export function toCategory(shelf: CategoryNode, depth: number, hidden: boolean): Category {
  const { id, name, slug, path, position, product_count } = shelf;
  const below = shelf.children.filter((child) => hidden || child.visible);
  const subfolder = depth > 1 ? below.map((child) => toCategory(child, depth - 1, hidden)) : [];
  const image = toImage(shelf);
  return { id, name, slug, path, position, product_count, image, subfolder_count: below.length, subfolder };
}

/** The same for the dashboard, with the hidden ones. */
export function toAdminCategory(shelf: CategoryNode, depth: number): AdminCategory {
  const { is_active, version, children } = shelf;
  const subfolder = depth > 1 ? children.map((child) => toAdminCategory(child, depth - 1)) : [];
  return { ...toCategory(shelf, 1, true), is_active, version, subfolder };
}

/** A category as its own page and the admin form show it. */
export function toCategoryDetails(tree: CategoryTree, shelf: CategoryNode): CategoryDetails {
  const { id, parent_id, name, slug, path, depth, position, description, is_active, product_count, version } = shelf;
  return {
    id,
    parent_id,
    name,
    slug,
    path,
    depth,
    position,
    description,
    is_active,
    product_count,
    version,
    image: toImage(shelf),
    breadcrumbs: listBreadcrumbs(tree, shelf),
  };
}

function toImage({ image_id, sha256, alt, name, width, height, dominant }: CategoryNode): Image | null {
  if (image_id === null || !width || !height || !dominant) return null;
  return { id: image_id, url: imageUrl(sha256), alt: alt || name, width, height, dominant };
}

/** A path as typed or linked: without slashes around it, in small letters. */
export const normalizePath = (path: string) => path.replace(/^\/+|\/+$/g, "").toLowerCase();
