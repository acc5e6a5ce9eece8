import {
  type CategoryIndex,
  childrenOf,
  isSelfOrDescendant,
  type TreePosition,
} from "#web/catalogue/categories/category-index.ts";

export type DropZone = "before" | "below" | "after";

/** The upper and lower quarters of a row are before and after it, its middle is inside it. */
export function dropZoneAt(y: number, row: { top: number; height: number }): DropZone {
  const part = (y - row.top) / row.height;
  return part < 0.28 ? "before" : part > 0.72 ? "after" : "below";
}

/**
 * The position after a drop on a row; undefined where the category can't go (into itself) or already is. The lower edge
 * of an open row is its first child's position.
 */
export function dropPosition(
  index: CategoryIndex,
  id: number,
  over: { id: number; place: DropZone; isOpen: boolean },
): TreePosition | undefined {
  const target = index.byId.get(over.id);
  const moving = index.byId.get(id);
  if (!target || !moving || isSelfOrDescendant(index, over.id, id)) return undefined;
  const { subfolder } = target.category;
  if (over.place === "below") {
    const position = subfolder.filter((one) => one.id !== id).length;
    return unlessUnchanged(moving, { parent_id: over.id, position });
  }
  if (over.place === "after" && over.isOpen && subfolder.length > 0)
    return unlessUnchanged(moving, { parent_id: over.id, position: 0 });
  const level = childrenOf(index, target.parent_id).filter((one) => one.id !== id);
  const at = level.findIndex((one) => one.id === over.id);
  return unlessUnchanged(moving, { parent_id: target.parent_id, position: over.place === "before" ? at : at + 1 });
}

const unlessUnchanged = (moving: { parent_id: number | null; position: number }, to: TreePosition) =>
  moving.parent_id === to.parent_id && moving.position === to.position ? undefined : to;
