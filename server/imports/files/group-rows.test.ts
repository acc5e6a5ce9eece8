import fc from "fast-check";
import { expect, test } from "vitest";
import { groupRows } from "./group-rows.ts";
import type { Row } from "./row.ts";

const grouped = async (keys: string[], maxHeld?: number) => {
  const rows = keys.map((key, at) => ({ row: at + 2, cells: [key] }));
  const open = async function* () {
    yield* rows;
  };
  const groups: Row[][] = [];
  for await (const group of groupRows(open, ({ cells: [key = ""] }) => key, maxHeld)) groups.push(group);
  return groups;
};

test("C5 rows of one key come together wherever they stand, and rows without key alone", async () => {
  const groups = await grouped(["a", "b", "", "a", "", "b", "c"]);
  expect(groups.map((rows) => rows.map(({ row }) => row))).toEqual([[4], [2, 5], [6], [3, 7], [8]]);
});

test("C5 every row is in one group, and groups come in the order of their last rows", async () => {
  const keys = fc.array(fc.constantFrom("", "a", "b", "c", "d"), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(keys, async (some) => {
      const groups = await grouped(some);
      expect(groups.flat().length).toBe(some.length);
      const lasts = groups.map((rows) => rows.at(-1)?.row ?? 0);
      expect(lasts).toEqual([...lasts].sort((a, b) => a - b));
      for (const rows of groups) expect(new Set(rows.map(({ cells }) => cells[0])).size).toBe(1);
    }),
  );
});

test("C5 a file of any size is read while few of its groups are open at once, and refused in words otherwise", async () => {
  const products = Array.from({ length: 500 }, (_, at) => String(at));
  const together = products.flatMap((key) => [key, key]);
  expect(await grouped(together, 100)).toHaveLength(500);
  await expect(grouped([...products, ...products], 100)).rejects.toThrow("Sort the file by its Handle column");
});
