import type { AdminCategory, Category, CategoryDetails } from "#contract/catalogue/categories.ts";
import type { Image } from "#contract/images.ts";
import { imageUrl } from "#server/images/images.ts";
import type { App } from "#server/platform/app.ts";
import type { Shows } from "#server/platform/cache/response-cache.ts";
import { type ShownCategoryRow, shownCategories } from "./categories.sql.ts";
import { slugOf } from "./slug.ts";

export interface Shelf extends ShownCategoryRow {
  /** Neither it nor anything above it is hidden. */
  visible: boolean;
  children: Shelf[];
  /** The words of its name, as search sees them. */
  words: string[];
}
/** The whole tree, kept in memory: menus, list headers and breadcrumbs all come from one query. */
export interface CategoryTree {
  tops: Shelf[];
  all: Shelf[];
  byId: ReadonlyMap<number, Shelf>;
  byPath: ReadonlyMap<string, Shelf>;
  /** The words of names of visible ones in the order of their letters, and where these stand in `all`. */
  byWord: readonly { word: string; at: number }[];
}

/** The tree as it stands; `shows` hears what it depends on. */
export async function categoryTree(app: Pick<App, "db" | "reads">, shows: Shows): Promise<CategoryTree> {
  const { value, topics } = await app.reads.read("catalogue: the category tree", async (hear) => {
    hear("categories");
    const rows = await shownCategories(app.db);
    return { value: treeOf(rows), bytes: 700 * rows.length };
  });
  shows(...topics);
  return value;
}

/** Parents come before their children in `rows`. */
function treeOf(rows: ShownCategoryRow[]): CategoryTree {
  const byId = new Map<number, Shelf>();
  const tops: Shelf[] = [];
  for (const row of rows) {
    const parent = row.parent_id === null ? undefined : byId.get(row.parent_id);
    const shelf = {
      ...row,
      visible: row.is_active && (parent?.visible ?? true),
      children: [],
      words: slugOf(row.name).split("-"),
    };
    byId.set(row.id, shelf);
    (parent?.children ?? tops).push(shelf);
  }
  const all = [...byId.values()];
  return { tops, all, byId, byPath: new Map(all.map((shelf) => [shelf.path, shelf])), byWord: wordsOf(all) };
}

const wordsOf = (all: Shelf[]) =>
  all
    .flatMap(({ visible, words }, at) => (visible ? words.map((word) => ({ word, at })) : []))
    .sort((one, other) => Number(one.word > other.word) - Number(one.word < other.word));

/** The category and all above it, top first, as breadcrumbs show them. */
export function breadcrumbs({ byId }: CategoryTree, shelf: Shelf): { name: string; path: string }[] {
  return shelf.ancestor_ids.flatMap((id) => byId.get(id) ?? []).map(({ name, path }) => ({ name, path }));
}

/** A category as menus show it, nested `depth` levels; 1 is without what is below. */
export function branch(shelf: Shelf, depth: number, hidden: boolean): Category {
  const { id, name, slug, path, position, product_count } = shelf;
  const below = shelf.children.filter((child) => hidden || child.visible);
  const subfolder = depth > 1 ? below.map((child) => branch(child, depth - 1, hidden)) : [];
  const image = picture(shelf);
  return { id, name, slug, path, position, product_count, image, subfolder_count: below.length, subfolder };
}

/** The same for the dashboard, with the hidden ones. */
export function adminBranch(shelf: Shelf, depth: number): AdminCategory {
  const { is_active, version, children } = shelf;
  const subfolder = depth > 1 ? children.map((child) => adminBranch(child, depth - 1)) : [];
  return { ...branch(shelf, 1, true), is_active, version, subfolder };
}

/** A category as its own page and the admin form show it. */
export function shelfDetails(tree: CategoryTree, shelf: Shelf): CategoryDetails {
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
    image: picture(shelf),
    breadcrumbs: breadcrumbs(tree, shelf),
  };
}

function picture({ image_id, sha256, alt, name, width, height, dominant }: Shelf): Image | null {
  if (image_id === null || !width || !height || !dominant) return null;
  return { id: image_id, url: imageUrl(sha256), alt: alt || name, width, height, dominant };
}

/** A path as typed or linked: without slashes around it, in small letters. */
export const plainPath = (path: string) => path.replace(/^\/+|\/+$/g, "").toLowerCase();
