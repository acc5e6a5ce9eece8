import { afterEach, expect, test } from "vitest";
import { setShopTimeZone } from "./date-format.ts";
import { formatDeliveryDates } from "./delivery-dates.ts";

afterEach(() => setShopTimeZone("UTC"));
const dates = (from: string, min_days: number, max_days: number, locale = "en") =>
  formatDeliveryDates({ min_days, max_days }, from, locale).replaceAll(/\s/g, " ");

test.each([
  // A Tuesday, a Friday, a Saturday and a Sunday.
  ["2026-11-24T12:00:00Z", 2, 4, "Fri, Nov 27 – Tue, Dec 1"],
  ["2026-11-27T12:00:00Z", 1, 1, "Tue, Dec 1"],
  ["2026-11-28T12:00:00Z", 1, 2, "Tue, Dec 1 – Wed, Dec 2"],
  ["2026-11-29T12:00:00Z", 0, 1, "Mon, Nov 30 – Tue, Dec 1"],
  ["2026-12-30T12:00:00Z", 3, 6, "Tue, Jan 5 – Fri, Jan 8"],
])(
  "R6 ordered at %s and packed on the next business day, %i to %i business days later is %s",
  (from, min, max, text) => {
    expect(dates(from, min, max)).toBe(text);
  },
);

test("R6 the day begins at midnight of the shop", () => {
  setShopTimeZone("Europe/Berlin");
  expect(dates("2026-11-24T23:30:00Z", 1, 1)).toBe("Fri, Nov 27");
  setShopTimeZone("America/New_York");
  expect(dates("2026-11-24T23:30:00Z", 1, 1)).toBe("Thu, Nov 26");
  expect(dates("2026-11-24T12:00:00Z", 2, 4, "de")).toBe("Fr., 27. Nov. – Di., 1. Dez.");
});
