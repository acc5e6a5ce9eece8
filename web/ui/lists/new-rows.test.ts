import { expect, test } from "vitest";
import { findInserted, withoutInserted } from "./new-rows.tsx";

const rows = (...ids: number[]) => ids.map((id) => ({ id }));

test("A1 rows inserted above the list are found; rows that left or came below are not", () => {
  expect(findInserted(rows(3, 2, 1), rows(5, 4, 3))).toEqual(rows(5, 4));
  expect(findInserted(rows(3, 2, 1), rows(2, 1, 0))).toEqual([]);
  expect(findInserted(rows(3, 2, 1), rows(9, 8, 7))).toEqual([]);
  expect(findInserted([], rows(1))).toEqual([]);
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
