import { expect, test } from "vitest";
import { addBankingMinutes } from "./banking-days.ts";

const day = 24 * 60;

test.each([
  ["a Thursday evening: Friday, Monday and Tuesday", "2026-11-19T22:00:00+01:00", 3 * day, "2026-11-24T22:00:00+01:00"],
  ["a Monday: no weekend between", "2026-11-16T10:00:00+01:00", 3 * day, "2026-11-19T10:00:00+01:00"],
  ["a Saturday counts from Monday on", "2026-11-21T15:00:00+01:00", day, "2026-11-24T00:00:00+01:00"],
  ["an hour of a Friday night", "2026-11-20T23:30:00+01:00", 60, "2026-11-23T00:30:00+01:00"],
  ["Good Friday and Easter Monday", "2026-04-02T12:00:00+02:00", day, "2026-04-07T12:00:00+02:00"],
  ["Christmas", "2026-12-23T12:00:00+01:00", 3 * day, "2026-12-29T12:00:00+01:00"],
  ["New Year", "2026-12-31T12:00:00+01:00", day, "2027-01-04T12:00:00+01:00"],
  ["the first of May", "2026-04-30T12:00:00+02:00", day, "2026-05-04T12:00:00+02:00"],
  ["a weekend on which clocks go forward", "2026-03-27T12:00:00+01:00", day, "2026-03-30T12:00:00+02:00"],
  ["a weekend on which clocks go back", "2026-10-23T12:00:00+02:00", day, "2026-10-26T12:00:00+01:00"],
  ["exactly the end of a Friday", "2026-11-20T12:00:00+01:00", day / 2, "2026-11-21T00:00:00+01:00"],
])("Transfers are awaited on banking days: %s", (_what, from, minutes, until) => {
  expect(addBankingMinutes(new Date(from), minutes, "Europe/Berlin")).toEqual(new Date(until));
});

test.each([
  ["Atlantic/Azores", "2027-03-26T10:00:00Z"],
  ["Africa/Cairo", "2026-04-22T10:00:00Z"],
  ["America/Santiago", "2026-09-04T10:00:00Z"],
])("banking days end where clocks go forward at midnight: %s", (timezone, from) => {
  const end = addBankingMinutes(new Date(from), 3 * day, timezone);
  expect(end.getTime()).toBeGreaterThan(new Date(from).getTime() + 3 * 24 * 3_600_000 - 7_200_000);
});
