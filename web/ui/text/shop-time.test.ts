import { expect, test } from "vitest";
import { Instant } from "#contract/endpoint.ts";
import { instantOfInput, isBefore, leftOutText, localInputValue } from "./shop-time.ts";

test("A7 a field shows and takes times of the shop's time zone, in winter and in summer", () => {
  expect(localInputValue("2026-11-24T08:30:00.000Z", "Europe/Berlin")).toBe("2026-11-24T09:30");
  expect(instantOfInput("2026-11-24T09:30", "Europe/Berlin")).toBe("2026-11-24T08:30:00.000Z");
  expect(instantOfInput("2026-07-01T00:00", "Europe/Berlin")).toBe("2026-06-30T22:00:00.000Z");
  expect(instantOfInput("2026-07-01T00:00", "America/New_York")).toBe("2026-07-01T04:00:00.000Z");
  expect(instantOfInput("2026-07-01T00:00", "Asia/Kathmandu")).toBe("2026-06-30T18:15:00.000Z");
});

test("A7 hours next to a change of daylight saving time are read as they are shown", () => {
  for (let hour = 0; hour < 48; hour++) {
    const iso = new Date(Date.UTC(2026, 2, 28, hour)).toISOString();
    expect(instantOfInput(localInputValue(iso, "Europe/Berlin"), "Europe/Berlin")).toBe(iso);
  }
});

test("A7 a time left out by the change to daylight saving time is an hour later, east and west", () => {
  expect(instantOfInput("2027-03-28T02:30", "Europe/Berlin")).toBe("2027-03-28T01:30:00.000Z");
  expect(instantOfInput("2027-03-14T02:30", "America/Los_Angeles")).toBe("2027-03-14T10:30:00.000Z");
  expect(instantOfInput("2027-03-14T01:30", "America/Los_Angeles")).toBe("2027-03-14T09:30:00.000Z");
  expect(instantOfInput("2027-03-14T03:30", "America/Los_Angeles")).toBe("2027-03-14T10:30:00.000Z");
});

test("A7 a field says which time is used instead of one left out by the change to daylight saving time", () => {
  expect(leftOutText("2027-03-14T02:30", "America/Los_Angeles")).toBe("The clocks skip 02:30 that day: 03:30 is used.");
  expect(leftOutText("2027-03-28T02:30", "Europe/Berlin")).toBe("The clocks skip 02:30 that day: 03:30 is used.");
  for (const value of ["", "2027-03-14T01:30", "2027-03-14T03:30", "2027-11-07T01:30"])
    expect(leftOutText(value, "America/Los_Angeles")).toBeUndefined();
});

test("A7 a year being typed is no time that the clocks skip, and fails nothing", () => {
  for (const year of ["0002", "0020", "0202", "1899", "12027", "275760"])
    for (const zone of ["Europe/Berlin", "America/Los_Angeles"])
      expect([year, leftOutText(`${year}-01-01T00:00`, zone)]).toEqual([year, undefined]);
  expect(leftOutText("2027-01-01", "Europe/Berlin")).toBeUndefined();
});

test("A7 a year of five digits fails no form, and is an instant that the server refuses", () => {
  for (const value of ["12027-01-01T00:00", "275760-12-31T23:59"]) {
    const instant = instantOfInput(value, "America/Los_Angeles");
    expect(instant).toMatch(/^\+275760-/);
    expect(Instant.safeParse(instant).success).toBe(false);
  }
  expect(isBefore("12027-01-01T00:00", "2027-01-01T00:00")).toBe(false);
});

test("A7 a field shows years in four digits, as browsers take them", () => {
  expect(localInputValue("0002-01-01T00:00:00.000Z", "UTC")).toBe("0002-01-01T00:00");
  expect(localInputValue("0202-01-01T00:00:00.000Z", "UTC")).toBe("0202-01-01T00:00");
  expect(localInputValue("+012027-01-01T00:00:00.000Z", "UTC")).toBe("12027-01-01T00:00");
  expect(instantOfInput("0202-01-01T00:00", "UTC")).toBe("0202-01-01T00:00:00.000Z");
});

test("A7 an empty field is no time, and an incomplete one is never dropped", () => {
  expect([localInputValue(null), instantOfInput("")]).toEqual(["", null]);
  expect(() => instantOfInput("2026-07-01")).toThrow("not a date and time");
});

test("A7 times are compared as instants, not as texts: one left out by the clocks is an hour later", () => {
  // 02:30 is 03:30 that day.
  expect(isBefore("2027-03-28T02:30", "2027-03-28T03:15", "Europe/Berlin")).toBe(false);
  expect(isBefore("2027-03-28T02:30", "2027-03-28T03:45", "Europe/Berlin")).toBe(true);
  expect(isBefore("2027-03-28T03:15", "2027-03-28T03:15", "Europe/Berlin")).toBe(false);
  expect([isBefore("", "2027-03-28T03:15"), isBefore("2027-03-28T03:15", "")]).toEqual([true, true]);
});
