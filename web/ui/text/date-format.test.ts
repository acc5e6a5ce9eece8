import { afterEach, expect, test } from "vitest";
import { formatAgo, formatFullDay, formatMoment, setShopTimeZone } from "./date-format.ts";

afterEach(() => setShopTimeZone("UTC"));

const now = Date.parse("2026-03-01T12:00:00Z");

test.each([
  ["2026-03-01T11:59:40Z", "now"],
  ["2026-03-01T11:55:00Z", "5 minutes ago"],
  ["2026-03-01T09:00:00Z", "3 hours ago"],
  ["2026-02-28T12:00:00Z", "yesterday"],
  ["2026-02-20T12:00:00Z", "9 days ago"],
])("%s is %s", (at, words) => {
  expect(formatAgo(at, now, "en")).toBe(words);
});

test("A2 dates and times are in the shop's time zone, wherever the browser is", () => {
  setShopTimeZone("Asia/Tokyo");
  expect(formatMoment("2026-03-01T16:30:00Z")).toBe("Mar 2, 2026, 1:30 AM");
  expect(formatFullDay("2026-03-01T16:30:00Z")).toBe("March 2, 2026");
  setShopTimeZone("Europe/Berlin");
  expect(formatMoment("2026-03-01T16:30:00Z")).toBe("Mar 1, 2026, 5:30 PM");
});
