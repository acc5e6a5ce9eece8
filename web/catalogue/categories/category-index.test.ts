import { expect, test } from "vitest";
import type { AdminCategory } from "#contract/catalogue/categories.ts";
import { dropPosition, dropZoneAt } from "#web/catalogue/categories/tree/drop-position.ts";
import {
  type CategoryNode,
  fullPath,
  indexCategories,
  moveInTree,
  nextFocus,
  searchCategories,
  setVersion,
} from "./category-index.ts";

const category = (id: number, name: string, subfolder: AdminCategory[] = [], is_active = true): AdminCategory => ({
  id,
  name,
  slug: name.toLowerCase(),
  path: name.toLowerCase(),
  position: 0,
  product_count: 0,
  image: null,
  subfolder_count: subfolder.length,
  subfolder,
  is_active,
  version: 1,
});
const lamps = category(4, "Desk Lamps");
const home = category(1, "Home", [category(2, "Chairs"), category(3, "Lighting", [lamps], false), category(5, "Café")]);
const roots = [home, category(6, "Garden")];
const index = indexCategories(roots);
const outline = (level: AdminCategory[]): unknown[] =>
  level.map((one) => (one.subfolder.length > 0 ? [one.id, outline(one.subfolder)] : one.id));
const node = (id: number) => index.byId.get(id) as CategoryNode;

test("A4 each category has its position, ancestors and visibility", () => {
  expect(node(4)).toMatchObject({ parent_id: 3, position: 0, siblings: 1, depth: 2, isHidden: true });
  expect(node(5)).toMatchObject({ parent_id: 1, position: 2, siblings: 3, depth: 1, isHidden: false });
  expect(fullPath(node(4))).toBe("Home › Lighting › Desk Lamps");
});

test("A4 search ignores accents and case and lists prefix matches first", () => {
  const ids = (words: string) => searchCategories(index, words).map(({ category: { id } }) => id);
  expect(ids("CAFE")).toEqual([5]);
  expect(ids("l")).toEqual([3, 4]);
  expect(ids("lamp desk")).toEqual([4]);
  expect(ids("nothing")).toEqual([]);
});

test("A4 a move changes the cached tree at once and updates child counts", () => {
  expect(outline(moveInTree(roots, 5, { parent_id: 1, position: 0 }))).toEqual([[1, [5, 2, [3, [4]]]], 6]);
  expect(outline(moveInTree(roots, 2, { parent_id: 1, position: 1 }))).toEqual([[1, [[3, [4]], 2, 5]], 6]);
  const below = moveInTree(roots, 4, { parent_id: 6, position: 0 });
  expect(outline(below)).toEqual([
    [1, [2, 3, 5]],
    [6, [4]],
  ]);
  expect(below[1]).toMatchObject({ subfolder_count: 1 });
  expect(outline(moveInTree(roots, 3, { parent_id: null, position: 1 }))).toEqual([[1, [2, 5]], [3, [4]], 6]);
  expect(moveInTree(roots, 99, { parent_id: null, position: 0 })).toBe(roots);
});

test("A4 a moved category keeps the server's version for its next move", () => {
  expect(indexCategories(setVersion(roots, 4, 7)).byId.get(4)?.category.version).toBe(7);
});

test("A4 after a deletion the next sibling, previous sibling or parent is focused", () => {
  expect([2, 5, 4, 6].map((id) => nextFocus(index, node(id)))).toEqual([3, 3, 3, 1]);
  const only = indexCategories([category(1, "Only")]);
  expect(nextFocus(only, only.byId.get(1) as CategoryNode)).toBeNull();
});

test("A4 the edges of a row drop before and after it, its middle inside", () => {
  const row = { top: 100, height: 40 };
  expect([102, 120, 138].map((y) => dropZoneAt(y, row))).toEqual(["before", "below", "after"]);
});

test("A4 a category can't be dropped into itself or where it is", () => {
  const drop = (id: number, over: number, place: "before" | "below" | "after", isOpen = false) =>
    dropPosition(index, id, { id: over, place, isOpen });
  expect(drop(2, 6, "below")).toEqual({ parent_id: 6, position: 0 });
  expect(drop(2, 5, "after")).toEqual({ parent_id: 1, position: 2 });
  expect(drop(5, 2, "before")).toEqual({ parent_id: 1, position: 0 });
  expect(drop(6, 1, "after", true)).toEqual({ parent_id: 1, position: 0 });
  expect(drop(6, 1, "after")).toBeUndefined();
  expect(drop(2, 3, "before")).toBeUndefined();
  expect(drop(1, 4, "below")).toBeUndefined();
  expect(drop(1, 1, "below")).toBeUndefined();
  expect(drop(5, 1, "below")).toBeUndefined();
});
