import { afterEach, expect, test } from "vitest";
import { setShopTimeZone } from "./date-format.ts";
import { formatDeliveryDates } from "./delivery-dates.ts";

afterEach(() => setShopTimeZone("UTC"));
const dates = (from: string, min_days: number, max_days: number, locale = "en") =>
  formatDeliveryDates({ min_days, max_days }, from, locale).replaceAll(/\s/g, " ");

test.each([
  // A Tuesday, a Friday, a Saturday and a Sunday.
  ["2026-11-24T12:00:00Z", 2, 4, "Thu, Nov 26 – Mon, Nov 30"],
  ["2026-11-27T12:00:00Z", 1, 1, "Mon, Nov 30"],
  ["2026-11-28T12:00:00Z", 1, 2, "Mon, Nov 30 – Tue, Dec 1"],
  ["2026-11-29T12:00:00Z", 0, 1, "Mon, Nov 30"],
  ["2026-12-30T12:00:00Z", 3, 6, "Mon, Jan 4 – Thu, Jan 7"],
])("R6 sent at %s, %i to %i business days later is %s", (from, min, max, text) => {
  expect(dates(from, min, max)).toBe(text);
});

test("R6 the day begins at midnight of the shop", () => {
  setShopTimeZone("Europe/Berlin");
  expect(dates("2026-11-24T23:30:00Z", 1, 1)).toBe("Thu, Nov 26");
  setShopTimeZone("America/New_York");
  expect(dates("2026-11-24T23:30:00Z", 1, 1)).toBe("Wed, Nov 25");
  expect(dates("2026-11-24T12:00:00Z", 2, 4, "de")).toBe("Do., 26. – Mo., 30. Nov.");
});
