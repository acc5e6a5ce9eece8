import type { AdminCategory } from "#contract/catalogue/categories.ts";

export interface CategoryNode {
  category: AdminCategory;
  parent_id: number | null;
  /** Position among its siblings, from 0, and their number including it. */
  position: number;
  siblings: number;
  /** 0 at the top level. */
  depth: number;
  /** From the top level down. */
  ancestors: AdminCategory[];
  /** Whether it or an ancestor is hidden. */
  isHidden: boolean;
}

export interface CategoryIndex {
  roots: AdminCategory[];
  byId: ReadonlyMap<number, CategoryNode>;
}

/** A target position; the server counts positions without the moved category. */
export interface TreePosition {
  parent_id: number | null;
  position: number;
}

/** Indexes the tree by id; parents come before their children. */
export function indexCategories(roots: AdminCategory[]): CategoryIndex {
  const byId = new Map<number, CategoryNode>();
  const visit = (level: AdminCategory[], ancestors: AdminCategory[]) => {
    const parent = ancestors.at(-1);
    const hidden = parent ? (byId.get(parent.id)?.isHidden ?? false) : false;
    for (const [position, category] of level.entries()) {
      byId.set(category.id, {
        category,
        parent_id: parent?.id ?? null,
        position,
        siblings: level.length,
        depth: ancestors.length,
        ancestors,
        isHidden: hidden || !category.is_active,
      });
      visit(category.subfolder, [...ancestors, category]);
    }
  };
  visit(roots, []);
  return { roots, byId };
}

/** The children of a category, or the top level for null. */
export const childrenOf = ({ roots, byId }: CategoryIndex, parentId: number | null) =>
  parentId === null ? roots : (byId.get(parentId)?.category.subfolder ?? []);

export const isSelfOrDescendant = ({ byId }: CategoryIndex, id: number | null, rootId: number) => {
  if (id === null) return false;
  return id === rootId || (byId.get(id)?.ancestors.some((one) => one.id === rootId) ?? false);
};

/** Names of the ancestors in one line; empty at the top level. */
export const ancestorPath = (node: CategoryNode) => node.ancestors.map(({ name }) => name).join(" › ");

export const fullPath = (node: CategoryNode) => [...node.ancestors, node.category].map(({ name }) => name).join(" › ");

/** Categories whose names contain all these words; those that start with the first word come first. */
export function searchCategories({ byId }: CategoryIndex, words: string): CategoryNode[] {
  const wanted = normalizeText(words).split(/\s+/).filter(Boolean);
  const begin: CategoryNode[] = [];
  const contain: CategoryNode[] = [];
  for (const node of byId.values()) {
    const name = normalizeText(node.category.name);
    if (wanted.every((word) => name.includes(word))) (name.startsWith(wanted[0] ?? "") ? begin : contain).push(node);
  }
  return [...begin, ...contain];
}

const normalizeText = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{Mn}+/gu, "")
    .toLowerCase();

/** The tree after a move, before the server has confirmed it. */
export function moveInTree(roots: AdminCategory[], id: number, to: TreePosition): AdminCategory[] {
  const moving = indexCategories(roots).byId.get(id)?.category;
  if (!moving) return roots;
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
  return put(roots, null);
}

/** The tree with the server's new version of a category, which its next move must name. */
export const setVersion = (roots: AdminCategory[], id: number, version: number): AdminCategory[] =>
  roots.map((one) =>
    one.id === id
      ? { ...one, version }
      : one.subfolder.length > 0
        ? { ...one, subfolder: setVersion(one.subfolder, id, version) }
        : one,
  );

/** The category to focus after a deletion: the next sibling, else the previous one, else the parent. */
export function nextFocus(index: CategoryIndex, node: CategoryNode): number | null {
  const level = childrenOf(index, node.parent_id);
  return (level[node.position + 1] ?? level[node.position - 1])?.id ?? node.parent_id;
}
