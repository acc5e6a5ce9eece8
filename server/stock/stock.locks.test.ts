import { sql } from "kysely";
import { v7 as uuid } from "uuid";
import { expect, test } from "vitest";
import type { Tx } from "#server/platform/database/database.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop, waitForLocks } from "#server/testing/shop.ts";
import * as stock from "./stock.ts";

const shop = await openTestShop();
const { app } = shop;
const { db } = app;
const { product } = selling(shop);

const things: number[] = [];
for (let made = 0; made < 8; made++) things.push((await product({ stock: 100 })).id);
const held = things[3] ?? 0;

interface Sold {
  id: string;
  lines: stock.LineToReserve[];
}
type Work = (tx: Tx, sold: Sold) => Promise<unknown>;
const inOneTransaction = (work: (tx: Tx) => Promise<unknown>) => db.transaction().execute(work);

/** An order of one unit each, in another order than that of the variations; of the last ones some are on backorder. */
async function reserve(): Promise<Sold> {
  const id = uuid();
  const mixed = things.toSorted((one, other) => ((one * 5) % 8) - ((other * 5) % 8));
  const { rows } = await sql<stock.LineToReserve>`
    with o as (
      insert into orders (id, fullname, status, currency, subtotal_amount, shipping_amount, tax_amount, total_amount,
        prices_include_tax, quantity, shipping_address)
      values (${id}, 'T', 'pending_payment', 'EUR', 0, 0, 0, 0, true, 16, '{}') returning id)
    insert into order_lines (order_id, variation_id, name, thumbnail, quantity, unit_price_amount, tax_rate_ppm,
      tax_amount, total_amount)
    select o.id, v.id, 'Cup', '', 2, 0, 0, 0, 0 from o, unnest(${mixed}::bigint[]) with ordinality as v (id, at)
    order by v.at
    returning id as order_line_id, variation_id, quantity`.execute(db);
  await sql`update stock_levels set on_hand = reserved + 1 where variation_id = ${things[7]}`.execute(db);
  const lines = rows.map((line) => ({ ...line, on_backorder: line.variation_id === things[7] }));
  await inOneTransaction((tx) => stock.reserveStock(app, tx, id, lines));
  return { id, lines };
}

const works: Record<string, { before?: Work; work: Work }> = {
  "the release of an order": { work: (tx, { id }) => stock.releaseOrderStock(app, tx, id) },
  "the release of units": { work: (tx, { lines }) => stock.releaseLineUnits(app, tx, lines) },
  "units reserved again": {
    before: (tx, { lines }) => stock.releaseLineUnits(app, tx, lines),
    work: (tx, { lines }) => stock.reserveLineUnitsAgain(app, tx, lines),
  },
  "a shipment": { work: (tx, { lines }) => stock.commitShipment(tx, lines, uuid()) },
  "an undone shipment": {
    before: (tx, { id, lines }) => stock.commitShipment(tx, lines, id),
    work: (tx, { id, lines }) => stock.undoShipment(app, tx, lines, id),
  },
  "a return": { work: (tx, { id, lines }) => stock.restock(app, tx, lines, id) },
  "an undone return": {
    before: (tx, { id, lines }) => stock.restock(app, tx, lines, id),
    work: (tx, { id, lines }) => stock.undoRestock(app, tx, lines, id),
  },
};

test.each(Object.keys(works))("Stock: %s locks the stock levels by variation", async (name) => {
  const sold = await reserve();
  const { before, work } = works[name] ?? {};
  if (before) await inOneTransaction((tx) => before(tx, sold));
  let running: Promise<unknown> | undefined;
  await inOneTransaction(async (tx) => {
    await sql`select 1 from stock_levels where variation_id = ${held} for update`.execute(tx);
    running = inOneTransaction((own) => work?.(own, sold) ?? Promise.resolve());
    await waitForLocks(db, 1);
    const { rows } = await sql<{ variation_id: number }>`
      select variation_id from stock_levels where variation_id = any(${things}::bigint[]) and variation_id <> ${held}
      order by variation_id for update skip locked`.execute(db);
    expect(rows.map((row) => row.variation_id)).toEqual(things.filter((id) => id > held));
  });
  await running;
});
