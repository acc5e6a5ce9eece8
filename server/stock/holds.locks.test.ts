import { sql } from "kysely";
import { v7 as uuid } from "uuid";
import { expect, test } from "vitest";
import type { Tx } from "#server/platform/database/database.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { getLevels, holdStock, listStockInconsistencies, reserveStock } from "./stock.ts";

const shop = await openTestShop();
const { app } = shop;
const { db } = app;
const { product } = selling(shop);
/** A transaction without retries: a deadlock fails it. */
const once = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work);

async function orderOf(variationIds: number[]) {
  const id = uuid();
  const { rows } = await sql<{ order_line_id: number; variation_id: number; quantity: number }>`
    with o as (
      insert into orders (id, fullname, status, currency, subtotal_amount, shipping_amount, tax_amount, total_amount,
        prices_include_tax, quantity, shipping_address)
      values (${id}, 'T', 'pending_payment', 'EUR', 0, 0, 0, 0, true, ${variationIds.length}, '{}') returning id)
    insert into order_lines (order_id, variation_id, name, thumbnail, quantity, unit_price_amount, tax_rate_ppm,
      tax_amount, total_amount)
    select o.id, v.id, 'Cup', '', 1, 0, 0, 0, 0 from o, unnest(${variationIds}::bigint[]) as v (id)
    returning id as order_line_id, variation_id, quantity`.execute(db);
  return { id, lines: rows };
}

test("Stock: orders whose carts hold only later variations lock all of them in the same order", async () => {
  const things: number[] = [];
  for (let made = 0; made < 5; made++) things.push((await product({ stock: 100 })).id);
  const carts = Array.from({ length: 40 }, () => uuid());
  for (const id of carts) await sql`insert into carts (id, guest_hash) values (${id}, ${Buffer.from(id)})`.execute(db);
  const orders = await Promise.all(carts.map(() => orderOf(things)));
  for (const [index, cartId] of carts.entries())
    if (index % 2)
      await once((tx) =>
        holdStock(app, tx, { cartId, now: app.now(), minutes: 10 }, [
          { variation_id: things[4 - (index % 3)] ?? 0, quantity: 1 },
        ]),
      );
  await Promise.all(
    orders.map(({ id, lines }, index) =>
      once((tx) => reserveStock(app, tx, id, lines, { id: index % 2 ? carts[index] : undefined })),
    ),
  );
  const levels = await getLevels(db, things);
  expect(things.map((id) => levels.get(id)?.reserved)).toEqual([40, 40, 40, 40, 40]);
  expect(await listStockInconsistencies(db)).toEqual([]);
});
