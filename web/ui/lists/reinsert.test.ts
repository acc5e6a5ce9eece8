import { expect, test } from "vitest";
import { addBack, reinsert } from "./reinsert.ts";

const items = (...names: string[]) => names.map((name) => ({ name }));
const put = (now: { name: string }[], before: { name: string }[], removed: string[]) =>
  reinsert(
    now,
    before,
    removed.map((name) => ({ name })),
    ({ name }) => name,
  ).map(({ name }) => name);

test("what was removed comes back to its place, and what changed since stays", () => {
  expect(put(items("a", "c"), items("a", "b", "c"), ["b"])).toEqual(["a", "b", "c"]);
  expect(put(items("c", "a", "new"), items("a", "b", "c"), ["b"])).toEqual(["c", "a", "b", "new"]);
  expect(put(items("new"), items("a", "b", "c"), ["a", "b"])).toEqual(["a", "b", "new"]);
  expect(put(items("a", "b"), items("a", "b"), ["b"])).toEqual(["a", "b"]);
});

test("a selection is what was saved again once what was removed is selected again, and others come last", () => {
  expect(addBack([1, 3], 2, [1, 2, 3])).toEqual([1, 2, 3]);
  expect(addBack([3], 1, [1, 2, 3])).toEqual([1, 3]);
  expect(addBack([1, 3], 4, [1, 2, 3])).toEqual([1, 3, 4]);
  expect(addBack([1, 3], 3)).toEqual([1, 3]);
});
