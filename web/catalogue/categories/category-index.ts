import type { AdminCategory } from "#contract/catalogue/categories.ts";

/** A category at its place in the tree. */
export interface Shelf {
  category: AdminCategory;
  parent_id: number | null;
  /** Its place among its siblings, from 0, and how many they are with it. */
  index: number;
  siblings: number;
  /** 0 at the top. */
  depth: number;
  /** Those above it, top first. */
  above: AdminCategory[];
  /** It, or something above it, is hidden in the shop. */
  isHidden: boolean;
}

export interface Shelves {
  tops: AdminCategory[];
  byId: ReadonlyMap<number, Shelf>;
}

/** Where a category is to go: the server counts places without the category itself. */
export interface Landing {
  parent_id: number | null;
  position: number;
}

/** Every category of the tree by its id; parents come before their children. */
export function shelvesOf(tops: AdminCategory[]): Shelves {
  const byId = new Map<number, Shelf>();
  const enter = (level: AdminCategory[], above: AdminCategory[]) => {
    const parent = above.at(-1);
    const hidden = parent ? (byId.get(parent.id)?.isHidden ?? false) : false;
    for (const [index, category] of level.entries()) {
      byId.set(category.id, {
        category,
        parent_id: parent?.id ?? null,
        index,
        siblings: level.length,
        depth: above.length,
        above,
        isHidden: hidden || !category.is_active,
      });
      enter(category.subfolder, [...above, category]);
    }
  };
  enter(tops, []);
  return { tops, byId };
}

/** The children of a category; of the top when there is none. */
export const childrenOf = ({ tops, byId }: Shelves, parentId: number | null) =>
  parentId === null ? tops : (byId.get(parentId)?.category.subfolder ?? []);

/** Whether a category is this one or lies below it. */
export const isWithin = ({ byId }: Shelves, id: number | null, rootId: number) => {
  if (id === null) return false;
  return id === rootId || (byId.get(id)?.above.some((one) => one.id === rootId) ?? false);
};

/** The names above a category in one line; empty at the top. */
export const wayTo = (shelf: Shelf) => shelf.above.map(({ name }) => name).join(" › ");

/** A category with those above it in one line. */
export const wholeName = (shelf: Shelf) => [...shelf.above, shelf.category].map(({ name }) => name).join(" › ");

/** Categories whose name contains these words, each of them somewhere; those that begin with them first. */
export function named({ byId }: Shelves, words: string): Shelf[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  const begin: Shelf[] = [];
  const contain: Shelf[] = [];
  for (const shelf of byId.values()) {
    const name = plain(shelf.category.name);
    if (wanted.every((word) => name.includes(word))) (name.startsWith(wanted[0] ?? "") ? begin : contain).push(shelf);
  }
  return [...begin, ...contain];
}

/** Accents and capitals make no difference to whoever looks for a name. */
const plain = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{Mn}+/gu, "")
    .toLowerCase();

/** The tree as it is once a category has gone elsewhere, before the shop has said so. */
export function movedTree(tops: AdminCategory[], id: number, to: Landing): AdminCategory[] {
  const moving = shelvesOf(tops).byId.get(id)?.category;
  if (!moving) return tops;
  const put = (level: AdminCategory[], parentId: number | null): AdminCategory[] => {
    const left = level
      .filter((one) => one.id !== id)
      .map((one) => {
        const subfolder = put(one.subfolder, one.id);
        return subfolder === one.subfolder ? one : { ...one, subfolder, subfolder_count: subfolder.length };
      });
    if (parentId === to.parent_id) return left.toSpliced(to.position, 0, moving);
    return left.length === level.length && left.every((one, at) => one === level[at]) ? level : left;
  };
  return put(tops, null);
}

/** The tree with the version that the shop says a category has now: the next move of it names that one. */
export const withVersion = (tops: AdminCategory[], id: number, version: number): AdminCategory[] =>
  tops.map((one) =>
    one.id === id
      ? { ...one, version }
      : one.subfolder.length > 0
        ? { ...one, subfolder: withVersion(one.subfolder, id, version) }
        : one,
  );

/** Who has the focus once a category is gone: the next of its siblings, else the one before, else what it lay in. */
export function nextAfter(shelves: Shelves, shelf: Shelf): number | null {
  const level = childrenOf(shelves, shelf.parent_id);
  return (level[shelf.index + 1] ?? level[shelf.index - 1])?.id ?? shelf.parent_id;
}
