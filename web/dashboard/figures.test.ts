import { expect, test } from "vitest";
import type { DashboardSummary } from "#contract/dashboard/dashboard.ts";
import type { LiveOrderSummary } from "#contract/events.ts";
import { countUnread } from "#web/api/live-updates.ts";
import { compareFigures, conversionOf, formatChange, withLiveFigures } from "./figures.ts";

test.each([
  [112, 100, "+12%"],
  [97, 100, "−3%"],
  [5, 5, "±0%"],
  [5, 0, "New"],
  [0, 0, "–"],
])("A2 %i after %i is a change of %s", (now, before, text) => {
  expect(formatChange(compareFigures({ now, before }))).toBe(text);
});

test("A2 a change of less than half a percent is no change", () => {
  expect(compareFigures({ now: 997, before: 1000 }).direction).toBe("same");
  expect(compareFigures({ now: 1003, before: 1000 }).direction).toBe("same");
  expect(compareFigures({ now: 1010, before: 1000 }).direction).toBe("up");
  expect(compareFigures({ now: 3, before: 0 }).direction).toBe("up");
});

const none = { now: 0, before: 0 };
const summary: DashboardSummary = {
  from: "2026-03-01",
  to: "2026-03-02",
  compared_with: { from: "2026-02-27", to: "2026-02-28" },
  currency: "EUR",
  revenue: { now: 3000, before: 500 },
  refunds: none,
  orders: { now: 3, before: 1 },
  sales: { now: 3600, before: 500 },
  average_order: { now: 1200, before: 500 },
  units: { now: 4, before: 1 },
  customers: { now: 2, before: 0 },
  carts: { now: 8, before: 10 },
  ordered_carts: { now: 3, before: 1 },
  days: ["2026-03-01", "2026-03-02"].map((day) => ({
    day,
    revenue: 1000,
    revenue_before: 250,
    orders: 1,
    sales: 1200,
    units: 2,
    refunds: 0,
    customers: 1,
    carts: 4,
    ordered_carts: 1,
  })),
  by_status: [],
  best_sellers: [],
  low_stock: [],
  low_stock_products: 0,
};

test("A2 conversion is the share of carts that were ordered, and none without carts", () => {
  expect(conversionOf(summary)).toEqual({ now: 375, before: 100 });
  const unknown = conversionOf({ carts: none, ordered_carts: none });
  expect(unknown).toEqual({ now: Number.NaN, before: Number.NaN });
  expect(formatChange(compareFigures(unknown))).toBe("–");
});

test("A2 live figures of today replace those of the summary's last day", () => {
  const today = { day: "2026-03-02", count: 2, sales: 4800, units: 5, refunds: 300, carts: 6, ordered_carts: 2 };
  const orders = { today: { ...today, revenue: { amount: 5000, currency: "EUR" } } } as LiveOrderSummary;
  const live = withLiveFigures(summary, { orders, newToday: 4 });
  expect(live).toMatchObject({
    revenue: { now: 7000, before: 500 },
    orders: { now: 4, before: 1 },
    // The totals of the orders by their number, unpaid or refunded ones too: 3600 − 1200 + 4800, by 4.
    sales: { now: 7200, before: 500 },
    average_order: { now: 1800, before: 500 },
    units: { now: 7 },
    refunds: { now: 300 },
    customers: { now: 5 },
    carts: { now: 10 },
    ordered_carts: { now: 4 },
  });
  expect(live.days.map(({ revenue, orders: count }) => [revenue, count])).toEqual([
    [1000, 1],
    [5000, 2],
  ]);
  const tomorrow = { ...orders, today: { ...orders.today, day: "2026-03-03" } };
  expect(withLiveFigures(summary, { orders: tomorrow, newToday: 4 })).toBe(summary);
  expect(withLiveFigures(summary, { orders: null, newToday: undefined })).toBe(summary);
});

test("L4 a badge counts its own type, and is 0 until loaded", () => {
  const badges = [{ type: "new_order" as const, count: 9, unread: 3 }];
  expect(countUnread({ unread: 3, latest: [], badges, seq: 1 }, "new_order")).toBe(3);
  expect(countUnread({ unread: 3, latest: [], badges, seq: 1 }, "new_user")).toBe(0);
  expect(countUnread(null, "new_order")).toBe(0);
});
