import { expect, test } from "vitest";
import { countUnread } from "#web/api/live-updates.ts";
import { compareFigures, compareWeeks, formatChange } from "./figures.ts";

test.each([
  [112, 100, "+12%"],
  [97, 100, "−3%"],
  [5, 5, "±0%"],
  [5, 0, "New"],
  [0, 0, "–"],
])("A2 %i after %i is a change of %s", (now, before, text) => {
  expect(formatChange(compareFigures({ now, before }))).toBe(text);
});

test("A2 a change of less than half a percent is no change", () => {
  expect(compareFigures({ now: 997, before: 1000 }).direction).toBe("same");
  expect(compareFigures({ now: 1003, before: 1000 }).direction).toBe("same");
  expect(compareFigures({ now: 1010, before: 1000 }).direction).toBe("up");
  expect(compareFigures({ now: 3, before: 0 }).direction).toBe("up");
});

const days = (...users: number[]) =>
  users.map((count, index) => ({ day: `2026-03-${index + 1}`, revenue: 0, orders: 0, users: count }));

test("A2 new customers of the last seven days are compared with the seven before", () => {
  const users = { now: 70, before: 40 };
  const fortnight = days(1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2);
  expect(compareWeeks({ users, days: fortnight })).toEqual({ now: 14, before: 7 });
  expect(compareWeeks({ users, days: fortnight.slice(7) })).toBe(users);
  expect(compareWeeks({ users, days: fortnight.slice(4) })).toBeUndefined();
});

test("L4 a badge counts its own type, and is 0 until loaded", () => {
  const badges = [{ type: "new_order" as const, count: 9, unread: 3 }];
  expect(countUnread({ unread: 3, latest: [], badges, seq: 1 }, "new_order")).toBe(3);
  expect(countUnread({ unread: 3, latest: [], badges, seq: 1 }, "new_user")).toBe(0);
  expect(countUnread(null, "new_order")).toBe(0);
});
