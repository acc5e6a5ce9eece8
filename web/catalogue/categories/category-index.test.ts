import { expect, test } from "vitest";
import type { AdminCategory } from "#contract/catalogue/categories.ts";
import { movedTree, named, nextAfter, type Shelf, shelvesOf, wholeName, withVersion } from "./category-index.ts";
import { dropPlace, landing } from "./drop-position.ts";

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
const tops = [home, category(6, "Garden")];
const shelves = shelvesOf(tops);
const outline = (level: AdminCategory[]): unknown[] =>
  level.map((one) => (one.subfolder.length > 0 ? [one.id, outline(one.subfolder)] : one.id));
const shelf = (id: number) => shelves.byId.get(id) as Shelf;

test("A4 each category knows its place, what is above it and whether anything hides it", () => {
  expect(shelf(4)).toMatchObject({ parent_id: 3, index: 0, siblings: 1, depth: 2, isHidden: true });
  expect(shelf(5)).toMatchObject({ parent_id: 1, index: 2, siblings: 3, depth: 1, isHidden: false });
  expect(wholeName(shelf(4))).toBe("Home › Lighting › Desk Lamps");
});

test("A4 a category is found by a part of its name, accents and capitals aside, those that begin with it first", () => {
  const ids = (words: string) => named(shelves, words).map(({ category: { id } }) => id);
  expect(ids("CAFE")).toEqual([5]);
  expect(ids("l")).toEqual([3, 4]);
  expect(ids("lamp desk")).toEqual([4]);
  expect(ids("nothing")).toEqual([]);
});

test("A4 a move is in the tree at once, at the place the server will give it, and counts what lies below anew", () => {
  expect(outline(movedTree(tops, 5, { parent_id: 1, position: 0 }))).toEqual([[1, [5, 2, [3, [4]]]], 6]);
  expect(outline(movedTree(tops, 2, { parent_id: 1, position: 1 }))).toEqual([[1, [[3, [4]], 2, 5]], 6]);
  const below = movedTree(tops, 4, { parent_id: 6, position: 0 });
  expect(outline(below)).toEqual([
    [1, [2, 3, 5]],
    [6, [4]],
  ]);
  expect(below[1]).toMatchObject({ subfolder_count: 1 });
  expect(outline(movedTree(tops, 3, { parent_id: null, position: 1 }))).toEqual([[1, [2, 5]], [3, [4]], 6]);
  expect(movedTree(tops, 99, { parent_id: null, position: 0 })).toBe(tops);
});

test("A4 the version the shop gives a moved category is kept for the next move", () => {
  expect(shelvesOf(withVersion(tops, 4, 7)).byId.get(4)?.category.version).toBe(7);
});

test("A4 after a category is deleted the next one has the focus, else the one before, else what it lay in", () => {
  expect([2, 5, 4, 6].map((id) => nextAfter(shelves, shelf(id)))).toEqual([3, 3, 3, 1]);
  const only = shelvesOf([category(1, "Only")]);
  expect(nextAfter(only, only.byId.get(1) as Shelf)).toBeNull();
});

test("A4 the edges of a row are beside it, its middle is below it", () => {
  const row = { top: 100, height: 40 };
  expect([102, 120, 138].map((y) => dropPlace(y, row))).toEqual(["before", "below", "after"]);
});

test("A4 where a dragged category lands; into itself, or where it is, it can't", () => {
  const drop = (id: number, over: number, place: "before" | "below" | "after", isOpen = false) =>
    landing(shelves, id, { id: over, place, isOpen });
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
