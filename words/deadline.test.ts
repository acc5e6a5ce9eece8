import { expect, test } from "vitest";
import { shownDeadline } from "./deadline.ts";

test.each([
  ["midnight is the end of the day before", "Europe/Berlin", "2026-12-02T23:00:00Z", "2026-12-02T22:59:00Z"],
  ["another time stays", "Europe/Berlin", "2026-12-02T22:30:00Z", "2026-12-02T22:30:00Z"],
  ["midnight elsewhere stays", "America/New_York", "2026-12-02T23:00:00Z", "2026-12-02T23:00:00Z"],
  ["a day that begins at 01:00", "Africa/Cairo", "2026-04-23T22:00:00Z", "2026-04-23T21:59:00Z"],
])("A deadline as people read it: %s", (_what, timeZone, iso, shown) => {
  expect(shownDeadline(iso, timeZone)).toEqual(new Date(shown));
});
