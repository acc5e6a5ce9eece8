import { sql } from "kysely";
import { expect, test } from "vitest";
import { orderFigures } from "#server/orders/orders.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { localDay, updateSettings } from "#server/shop/shop.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { addDays, addYears, countDays } from "./dates.ts";
import { getDashboardSummary } from "./summary.ts";

const shop = await openTestShop();
const { bought, placed, product } = selling(shop);
const { app } = shop;
const admin = await shop.person("admin");

/** Does something as if it were this time. */
async function during<T>(time: string, work: () => Promise<T>): Promise<T> {
  const realNow = app.now;
  app.now = () => new Date(time);
  try {
    return await work();
  } finally {
    app.now = realNow;
  }
}
const summary = (days: number, now: string, compare: "previous" | "year" = "previous") => {
  const to = localDay(new Date(now), "Europe/Berlin");
  return getDashboardSummary(app.db, { from: addDays(to, 1 - days), to, compare, now: new Date(now) });
};

test("A2 days are in the shop's time zone, also across clock changes, with empty days included", async () => {
  expect(localDay(new Date("2026-03-28T23:30:00Z"), "Europe/Berlin")).toBe("2026-03-29");
  expect(countDays("2026-03-28", "2026-03-30")).toBe(3);
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  expect(addYears("2028-02-29", -1)).toBe("2027-02-28");
  await during("2026-03-29T22:30:00Z", () => bought({ price: 10_000 }));
  const { days, revenue, orders, compared_with } = await summary(3, "2026-03-30T12:00:00Z");
  expect(days.map(({ day, revenue, orders, units, customers }) => [day, revenue, orders, units, customers])).toEqual([
    ["2026-03-28", 0, 0, 0, 0],
    ["2026-03-29", 0, 0, 0, 0],
    ["2026-03-30", 10_000, 1, 1, 0],
  ]);
  expect(compared_with).toEqual({ from: "2026-03-25", to: "2026-03-27" });
  expect([revenue, orders]).toEqual([
    { now: 10_000, before: 0 },
    { now: 1, before: 0 },
  ]);
  // The period before ends at the same time of day, as the last day has only begun.
  expect((await summary(3, "2026-04-02T00:00:00Z")).revenue).toEqual({ now: 0, before: 10_000 });
  expect((await summary(1, "2026-03-30T22:29:00Z")).revenue).toEqual({ now: 0, before: 0 });
  expect((await summary(1, "2026-03-30T22:31:00Z")).orders).toEqual({ now: 0, before: 1 });
  expect((await summary(2, "2027-03-30T20:00:00Z", "year")).orders).toEqual({ now: 0, before: 1 });
  // A day that is over is compared with whole days.
  const past = { from: "2026-03-31", to: "2026-03-31", compare: "previous", now: new Date("2026-04-09T00:00:00Z") };
  expect((await getDashboardSummary(app.db, past as never)).orders).toEqual({ now: 0, before: 1 });
});

test("A2 revenue is payments less refunds by day; cancelled and unpaid orders do not count", async () => {
  const { kept, undone } = await during("2026-05-01T10:00:00Z", async () => {
    const [kept, undone] = [await bought({ price: 20_000 }), await bought({ price: 30_000 })];
    await placed();
    return { kept, undone };
  });
  await during("2026-05-03T10:00:00Z", () =>
    shop.ask(`POST /orders/${undone.id}/cancel`, { token: admin.token, body: {} }),
  );
  const found = await summary(3, "2026-05-03T12:00:00Z");
  expect(found.days.map(({ revenue, orders }) => [revenue, orders])).toEqual([
    [50_000, 1],
    [0, 0],
    [-30_000, 0],
  ]);
  expect(found.revenue.now).toBe(20_000);
  expect(found.average_order.now).toBe(20_000);
  expect(found.by_status).toEqual([
    { status: "pending_payment", count: 1 },
    { status: "confirmed", count: 1 },
    { status: "cancelled", count: 1 },
  ]);
  expect(found.best_sellers).toMatchObject([
    { product_id: kept.variation.productId, quantity: 1, revenue: { amount: 20_000, currency: "EUR" } },
  ]);
});

test("A2 low stock is listed, for administrators only", async () => {
  const { variation } = await bought({ stock: 3, quantity: 2 });
  await inTransaction(app.db, (tx) => updateSettings(tx, { timezone: "Asia/Tokyo" }));
  const { body } = await shop.ask("GET /dashboard/summary", { token: admin.token });
  expect(body.data.days).toHaveLength(30);
  expect(body.data.to).toBe(localDay(new Date(), "Asia/Tokyo"));
  expect(body.data.low_stock).toContainEqual({
    product_id: variation.productId,
    variation_id: variation.id,
    name: "Cup",
    variation: "",
    sku: null,
    left: 1,
    days_left: 15,
  });
  const customer = await shop.person();
  expect((await shop.ask("GET /dashboard/summary", { token: customer.token })).status).toBe(403);
  const status = async (query: string) =>
    (await shop.ask(`GET /dashboard/summary?${query}`, { token: admin.token })).status;
  expect(await status("from=2026-03-01&to=2026-03-01&compare=year")).toBe(200);
  expect(await status("from=2026-03-02&to=2026-03-01")).toBe(400);
  expect(await status("from=2025-01-01&to=2026-03-01")).toBe(400);
  expect(await status("from=2026-03-01")).toBe(400);
});

test("A2 low stock counts and lists products on sale alone, as many as the list its badge opens", async () => {
  // More drafts than the list is long.
  const drafts = [];
  for (let count = 0; count < 11; count++) drafts.push((await product({ stock: 0 })).productId);
  await sql`update products set status = 'draft' where id = any(${drafts}::bigint[])`.execute(app.db);
  const sold = await product({ stock: 0 });
  const untracked = await product({ stock: 0 });
  await sql`update variations set track_stock = false where id = ${untracked.id}`.execute(app.db);
  const { data } = (await shop.ask("GET /dashboard/summary", { token: admin.token })).body;
  const listed = await shop.ask("GET /product/admin?stock=low&status=active", { token: admin.token });
  expect(data.low_stock_products).toBe(listed.body.meta.total);
  const ids = data.low_stock.map((row: { product_id: number }) => row.product_id);
  expect(ids).toContain(sold.productId);
  for (const id of [...drafts, untracked.productId]) expect(ids).not.toContain(id);
});

test("A2 an order counts as to ship while units are left, and a return until it is approved or rejected", async () => {
  const before = await orderFigures(app.db);
  const counts = async () => {
    const { to_ship, returns_open } = await orderFigures(app.db);
    return [to_ship - before.to_ship, returns_open - before.returns_open];
  };
  const { buyer, id, order } = await bought({ quantity: 2 });
  const [{ id: line }] = order.items;
  const post = (route: string, body: object, { token } = admin) => shop.ask(`POST /${route}`, { token, body });
  const view = async (name: string) => {
    const { body } = await shop.ask(`GET /orders?view=${name}`, { token: admin.token });
    return body.data.some((one: { id: string }) => one.id === id);
  };
  expect(await counts()).toEqual([1, 0]);
  const first = await post(`orders/${id}/fulfilments`, { items: [{ order_item_id: line, quantity: 1 }] });
  expect(await counts()).toEqual([1, 0]);
  expect(await view("to_ship")).toBe(true);
  const rest = await post(`orders/${id}/fulfilments`, {});
  expect(await counts()).toEqual([0, 0]);
  expect(await view("to_ship")).toBe(false);
  for (const { id: shipment } of rest.body.data.fulfilments) await post(`fulfilments/${shipment}/deliver`, {});
  expect(first.status).toBe(201);
  const item = { order_item_id: line, quantity: 1, reason_code: "changed_mind" };
  await post("returns", { order_id: id, items: [item] }, buyer);
  expect(await counts()).toEqual([0, 1]);
  expect(await view("returns")).toBe(true);
});
