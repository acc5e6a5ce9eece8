import { expect, test } from "vitest";
import { parsePeriod, periodPath } from "./period.ts";

const now = new Date("2026-03-31T12:00:00Z");
const parse = (search: string) => parsePeriod(new URLSearchParams(search), now);

test.each([
  ["", "30", "2026-03-02", "2026-03-31"],
  ["period=today", "today", "2026-03-31", "2026-03-31"],
  ["period=7", "7", "2026-03-25", "2026-03-31"],
  ["period=90&compare=year", "90", "2026-01-01", "2026-03-31"],
  ["from=2026-01-05&to=2026-01-06", "custom", "2026-01-05", "2026-01-06"],
  ["from=2026-01-07&to=2026-01-06", "30", "2026-03-02", "2026-03-31"],
  ["from=yesterday&to=2026-01-06", "30", "2026-03-02", "2026-03-31"],
  ["period=custom", "30", "2026-03-02", "2026-03-31"],
])("A2 the period of ?%s is %s, from %s to %s", (search, name, from, to) => {
  expect(parse(search)).toEqual({ name, from, to, compare: search.includes("year") ? "year" : "previous" });
});

test.each(["", "?period=today", "?period=7&compare=year", "?from=2026-01-05&to=2026-01-06"])(
  "A2 the URL of the period %s is read back",
  (search) => {
    expect(periodPath(parse(search))).toBe(`/dashboard/home${search}`);
  },
);
