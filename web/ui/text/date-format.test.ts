import { expect, test } from "vitest";
import { formatAgo } from "./date-format.ts";

const now = Date.parse("2026-03-01T12:00:00Z");

test.each([
  ["2026-03-01T11:59:40Z", "now"],
  ["2026-03-01T11:55:00Z", "5 minutes ago"],
  ["2026-03-01T09:00:00Z", "3 hours ago"],
  ["2026-02-28T12:00:00Z", "yesterday"],
  ["2026-02-20T12:00:00Z", "9 days ago"],
])("%s is said as %s", (at, words) => {
  expect(formatAgo(at, now, "en")).toBe(words);
});
