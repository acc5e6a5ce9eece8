import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { followPeriod, parsePeriod, periodPath } from "./period.ts";

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

// Fields keyed by the days that they apply were new after the first digit of a day, and the focus was lost.
test("typed days stay until the address has others, and the fields aren't remounted for what they apply", () => {
  const applied = { from: "2026-11-01", to: "2026-11-28" };
  const typing = { typed: { from: "", to: "2026-11-28" }, applied };
  expect(followPeriod(typing, applied)).toBe(typing);
  const other = { from: "2026-10-01", to: "2026-10-31" };
  expect(followPeriod(typing, other)).toEqual({ typed: other, applied: other });
  expect(readFileSync("web/dashboard/home/dashboard.page.tsx", "utf8")).not.toMatch(/<CustomDays key=/);
});
