import { expect, test } from "vitest";
import { daysOfMonth, daysOfQuarter, monthBefore } from "./months.ts";

test.each([
  ["2026-01", { from: "2026-01-01", to: "2026-01-31" }],
  ["2028-02", { from: "2028-02-01", to: "2028-02-29" }],
  ["2026-02", { from: "2026-02-01", to: "2026-02-28" }],
  ["2026-13", undefined],
  ["", undefined],
])("the days of the month %s", (month, days) => {
  expect(daysOfMonth(month)).toEqual(days);
});

test.each([
  ["2026-11-27", "2026-10"],
  ["2026-01-31", "2025-12"],
  ["2026-10-01", "2026-09"],
])("the month before %s is %s", (day, month) => {
  expect(monthBefore(day)).toBe(month);
});

test("the quarter of a month has the days of its three months", () => {
  expect(daysOfQuarter("2026-02")).toEqual({ from: "2026-01-01", to: "2026-03-31" });
  expect(daysOfQuarter("2026-12")).toEqual({ from: "2026-10-01", to: "2026-12-31" });
  expect(daysOfQuarter("2026-13")).toBeUndefined();
});
