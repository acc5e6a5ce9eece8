import { expect, test } from "vitest";
import { countInserted, withoutInserted } from "./new-rows.tsx";

const rows = (...ids: number[]) => ids.map((id) => ({ id }));

test("A1 rows inserted above the list are counted; rows that left or came below are not", () => {
  expect(countInserted(rows(3, 2, 1), rows(5, 4, 3))).toBe(2);
  expect(countInserted(rows(3, 2, 1), rows(2, 1, 0))).toBe(0);
  expect(countInserted(rows(3, 2, 1), rows(9, 8, 7))).toBe(0);
  expect(countInserted([], rows(1))).toBe(0);
});

test("A1 held rows have their current data, without those that left, and keep those moved off the page", () => {
  const former = [3, 2, 1].map((id) => ({ id, status: "confirmed" }));
  const current = [
    { id: 4, status: "confirmed" },
    { id: 2, status: "completed" },
  ];
  expect(withoutInserted(former, current, 1)).toEqual([
    { id: 2, status: "completed" },
    { id: 1, status: "confirmed" },
  ]);
});
