import { expect, test } from "vitest";
import { instantOfInput, localInputValue } from "./shop-time.ts";

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

test("A7 an empty or incomplete field is no time", () => {
  expect([localInputValue(null), instantOfInput(""), instantOfInput("2026-07")]).toEqual(["", null, null]);
});
