import { childrenOf, isWithin, type Landing, type Shelves } from "./category-index.ts";

export type DropPlace = "before" | "below" | "after";

/** What a pointer over a row means: its upper and lower quarters are beside it, what is between is below it. */
export function dropPlace(y: number, row: { top: number; height: number }): DropPlace {
  const part = (y - row.top) / row.height;
  return part < 0.28 ? "before" : part > 0.72 ? "after" : "below";
}

/**
 * Where a category goes that is let go of over a row; nothing where it can't go (into itself) or already is. The lower edge
 * of a row whose children are in sight is the place of the first of them.
 */
export function landing(
  shelves: Shelves,
  id: number,
  over: { id: number; place: DropPlace; isOpen: boolean },
): Landing | undefined {
  const target = shelves.byId.get(over.id);
  const moving = shelves.byId.get(id);
  if (!target || !moving || isWithin(shelves, over.id, id)) return undefined;
  const { subfolder } = target.category;
  if (over.place === "below") {
    const position = subfolder.filter((one) => one.id !== id).length;
    return unlessThere(moving, { parent_id: over.id, position });
  }
  if (over.place === "after" && over.isOpen && subfolder.length > 0)
    return unlessThere(moving, { parent_id: over.id, position: 0 });
  const level = childrenOf(shelves, target.parent_id).filter((one) => one.id !== id);
  const at = level.findIndex((one) => one.id === over.id);
  return unlessThere(moving, { parent_id: target.parent_id, position: over.place === "before" ? at : at + 1 });
}

const unlessThere = (moving: { parent_id: number | null; index: number }, to: Landing) =>
  moving.parent_id === to.parent_id && moving.index === to.position ? undefined : to;
