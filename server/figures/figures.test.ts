import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { DashboardSummary } from "#contract/dashboard/dashboard.ts";
import type { Order } from "#contract/orders/orders.ts";
import { localDay } from "#server/shop/shop.ts";
import { seeded } from "#server/testing/properties.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { rollUpFigures, rollUpSales } from "./figures.sql.ts";
import { listBestSellers, listFiguresByDay, sumFigures } from "./figures.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { product, fill, order, pay } = selling(shop);
const admin = await shop.person("admin");
const timezone = "Europe/Berlin";

const pick = seeded(16);
const of = <T>(list: T[]): T => list[pick(list.length)] as T;

const variations = await Promise.all([300, 700, 1999].map((price) => product({ price, stock: 10_000 })));
const orders: { id: string; buyer: Buyer }[] = [];
const post = (path: string, body: object = {}) =>
  ask(`POST /${path}`, { token: admin.token, body, headers: { "idempotency-key": randomUUID() } });
const see = async (id: string): Promise<Order> => (await ask(`GET /orders/${id}`, { token: admin.token })).body.data;
const items = ({ items: [line] }: Order, quantity = 1) => [{ order_item_id: line?.id, quantity }];

async function place() {
  const buyer = await shop.person();
  for (const { id } of variations.slice(0, 1 + pick(3))) await fill(buyer, id, 1 + pick(3));
  const { body } = await order(buyer);
  orders.push({ id: body.data.id, buyer });
}

async function cancelShipment(id: string, buyer: Buyer) {
  const seen = await see(id);
  for (const { id: shipment } of seen.fulfilments) await post(`fulfilments/${shipment}/deliver`);
  const reason = { order_id: id, items: items(seen).map((item) => ({ ...item, reason_code: "changed_mind" })) };
  const { body } = await ask("POST /returns", { token: buyer.token, body: reason });
  if (!body.data?.id) return;
  await post(`returns/${body.data.id}/approve`);
  await post(`returns/${body.data.id}/receive`, {
    items: [{ ...items(seen)[0], condition: "sellable", restock: true }],
    refund: true,
  });
}

const events: ((id: string, buyer: Buyer) => Promise<unknown>)[] = [
  place,
  place,
  (id, buyer) => pay(buyer, id, { provider: "demo" }),
  (id, buyer) => pay(buyer, id, { provider: "demo" }),
  (id, buyer) => pay(buyer, id, { provider: "cod" }),
  (id, buyer) => pay(buyer, id, { provider: "demo", outcome: "decline" }),
  (id) => post(`orders/${id}/cancel`),
  async (id) => post(`orders/${id}/lines/cancel`, { items: items(await see(id)) }),
  (id) => post(`orders/${id}/refunds`, { amount: 1 + pick(500), reason: "sorry" }),
  (id) => post(`orders/${id}/fulfilments`),
  (id) => post(`orders/${id}/hold`, { reason: "address" }),
  (id) => post(`orders/${id}/release`),
  cancelShipment,
  async () => fill(await shop.person(), of(variations).id),
];

/** Makes every figure change once: one order is completed, one part-refunded, one put on hold, one cancelled. */
async function changeEveryFigure(look: () => Promise<unknown>) {
  for (const kind of ["complete", "refund", "hold", "cancel"]) {
    await place();
    const { id, buyer } = orders.at(-1) as (typeof orders)[number];
    if (kind !== "cancel") await pay(buyer, id, { provider: "demo" });
    await look();
    if (kind === "refund") await post(`orders/${id}/refunds`, { amount: 1, reason: "sorry" });
    if (kind === "hold") await post(`orders/${id}/hold`, { reason: "address" });
    if (kind === "cancel") await post(`orders/${id}/cancel`);
    if (kind === "complete" || kind === "refund") await post(`orders/${id}/fulfilments`);
    await look();
    if (kind !== "complete") continue;
    for (const { id: shipment } of (await see(id)).fulfilments) await post(`fulfilments/${shipment}/deliver`);
    await look();
  }
}

/** The summary of a day, counted from the tables themselves. */
async function recount(day: string) {
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(app.db)).rows;
  const on = (at: string | null) => at !== null && localDay(new Date(at), timezone) === day;
  const money = await rows(sql<{ kind: string; amount: number; at: string }>`
    select e.kind, e.amount, e.provider_event_at as at
    from payment_events e
    where e.kind in ('capture', 'refund', 'refund_fail')`);
  const sums = (kinds: string[]) =>
    money.filter(({ kind, at }) => on(at) && kinds.includes(kind)).reduce((sum, { amount }) => sum + amount, 0);
  const placed = (
    await rows(sql<{
      id: string;
      status: string;
      placed_at: string;
      confirmed_at: string | null;
      total: number;
      units: number;
    }>`
      select o.id, o.status, o.placed_at, o.confirmed_at, o.total_amount as total,
        (select sum(quantity - cancelled_qty)::int from order_lines l where l.order_id = o.id) as units
      from orders o`)
  ).filter(({ placed_at }) => on(placed_at));
  const sold = placed.filter(
    ({ status, confirmed_at }) =>
      confirmed_at !== null && !["cancelled", "expired", "pending_payment"].includes(status),
  );
  const carts = (
    await rows(sql<{ status: string; filled_at: string | null }>`
      select status, filled_at from carts where status <> 'merged'`)
  ).filter(({ filled_at }) => on(filled_at));
  const users = await rows(sql<{ created_at: string }>`select created_at from users where role = 'customer'`);
  return {
    revenue: sums(["capture", "refund_fail"]) - sums(["refund"]),
    refunds: sums(["refund"]) - sums(["refund_fail"]),
    orders: sold.length,
    average_order: sold.length === 0 ? 0 : Math.round(sold.reduce((sum, { total }) => sum + total, 0) / sold.length),
    units: sold.reduce((sum, { units }) => sum + units, 0),
    customers: users.filter(({ created_at }) => on(created_at)).length,
    carts: carts.length,
    ordered_carts: carts.filter(({ status }) => status === "ordered").length,
    by_status: Object.fromEntries(
      [...Map.groupBy(placed, ({ status }) => status)].map(([status, list]) => [status, list.length]),
    ),
  };
}

async function summarize(day: string) {
  const { body } = await ask(`GET /dashboard/summary?from=${day}&to=${day}`, { token: admin.token });
  const { by_status, ...found } = body.data as DashboardSummary;
  const names = [
    "revenue",
    "refunds",
    "orders",
    "average_order",
    "units",
    "customers",
    "carts",
    "ordered_carts",
  ] as const;
  return {
    ...Object.fromEntries(names.map((name) => [name, found[name].now])),
    by_status: Object.fromEntries(by_status.map(({ status, count }) => [status, count])),
  };
}

/** Compares the orders of days that begin within an hour, of which the last ends at 10:20, with a recount. */
async function compareOrdersInZone(zone: string, [from = "", to = ""]: string[]) {
  const found = await listFiguresByDay(app.db, { from, to, until: "10:17", timezone: zone });
  const { rows } = await sql<{ day: string; orders: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, (
        select count(*)::int from orders
        where is_sold(status, confirmed_at) and placed_at >= day at time zone ${zone}
          and placed_at < (day + case day when ${to}::date then '10:20' else '24:00' end::interval) at time zone ${zone}
      ) as orders
    from generate_series(${from}::timestamp, ${to}::timestamp, '1 day') day
    order by 1`.execute(app.db);
  expect(found.map(({ day, orders }) => ({ day, orders }))).toEqual(rows);
}

test("A2 after a day of 1,000 events all figures equal a recount, folded or not", { timeout: 600_000 }, async () => {
  const [begins, dayMs, count, atOnce] = [Date.now(), 86_400_000, 1000, 10];
  // The ten events of a step are concurrent, so the results differ between runs.
  await Promise.all(Array.from({ length: atOnce }, place));
  for (let done = 0; done < count; done += atOnce) {
    app.now = () => new Date(begins + (done * dayMs) / count);
    await Promise.all(
      Array.from({ length: atOnce }, () => {
        // Recent orders most often, as most changes are of those.
        const { id, buyer } = orders[Math.max(0, orders.length - 1 - pick(12))] as (typeof orders)[number];
        return of(events)(id, buyer);
      }),
    );
    if (pick(20) === 0) await rollUpFigures(app.db, 50);
    if (pick(20) === 0) await rollUpSales(app.db, 10);
  }
  const seen = new Set<string>();
  await changeEveryFigure(async () => {
    for (const [name, figure] of Object.entries(await sumFigures(app.db))) if (figure !== 0) seen.add(name);
  });
  const days = [localDay(new Date(begins), timezone), localDay(app.now(), timezone)];
  const compare = async () => {
    for (const day of days) expect(await summarize(day)).toEqual(await recount(day));
    for (const zone of ["Asia/Kathmandu", "America/St_Johns", timezone]) await compareOrdersInZone(zone, days);
  };
  await compare();
  const totals = await sumFigures(app.db);
  const best = await listBestSellers(app.db, { from: days[0] ?? "", to: days[1] ?? "", timezone }, 10);
  expect(best.reduce((sum, { units }) => sum + units, 0)).toBe(totals.units);
  while ((await rollUpFigures(app.db, 1000)) === 1000);
  while ((await rollUpSales(app.db, 1000)) === 1000);
  await compare();
  expect(await sumFigures(app.db)).toEqual(totals);
  expect(await listBestSellers(app.db, { from: days[0] ?? "", to: days[1] ?? "", timezone }, 10)).toEqual(best);
  const untried = Object.keys(totals).filter((name) => !seen.has(name));
  expect(untried.filter((name) => !["blocked_customers", "expired", "closed_returned"].includes(name))).toEqual([]);
});
