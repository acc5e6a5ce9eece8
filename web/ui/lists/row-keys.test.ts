import { expect, test } from "vitest";
import { keysOfRows } from "./row-keys.ts";

test("rows keep their keys when others are added, moved or removed, and no two have the same", () => {
  expect(keysOfRows([], 3)).toEqual([0, 1, 2]);
  const moved = [1, 0, 2];
  expect(keysOfRows(moved, 3)).toEqual(moved);
  expect(keysOfRows(moved, 4)).toEqual([1, 0, 2, 3]);
  const removed = moved.toSpliced(0, 1);
  expect(keysOfRows(removed, 2)).toEqual([0, 2]);
  expect(keysOfRows(removed, 4)).toEqual([0, 2, 3, 4]);
  expect(keysOfRows(moved, 2)).toEqual([1, 0]);
});
