import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { releaseHold, setOnHand } from "#server/stock/stock.ts";
import { selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { product, fill, order, pay, look, actAs } = selling(shop);
const { app } = shop;
const admin = await shop.person("admin");
const act = actAs(admin);
const ship = (id: string, line: number, quantity: number) =>
  act(id, "fulfilments", { items: [{ order_item_id: line, quantity }] });

checkFiguresAfterEach(shop);

async function stockOf(id: number) {
  const { rows } = await sql<{ on_hand: number; reserved: number; missing: number }>`
    select s.on_hand, s.reserved,
      (select coalesce(sum(b.quantity), 0) from stock_backorders b where b.variation_id = s.variation_id)::int as missing
    from stock_levels s
    where s.variation_id = ${id}`.execute(app.db);
  return rows[0];
}
const count = (id: number, units: number) =>
  inTransaction(app.db, (tx) =>
    setOnHand(app, tx, [{ variation_id: id, on_hand: units }], { reason: "receipt", ref: crypto.randomUUID() }),
  );

/** A variation with `stock` units that is sold on backorder. */
async function variation(stock: number | null) {
  const made = await product({ stock });
  await sql`update variations set allow_backorder = true, track_stock = true where id = ${made.id}`.execute(app.db);
  return made;
}

async function sold(variationId: number, quantity: number) {
  const buyer = await shop.person();
  await fill(buyer, variationId, quantity);
  const made = (await order(buyer)).body.data;
  return { buyer, id: made.id as string, line: made.items[0].id as number };
}

test("Back order: available units are reserved, missing ones recorded, and all of them are deducted when shipped", async () => {
  const { id: cupId } = await variation(2);
  const { buyer, id } = await sold(cupId, 5);
  expect(await stockOf(cupId)).toEqual({ on_hand: 2, reserved: 2, missing: 3 });
  await pay(buyer, id);
  expect((await act(id, "fulfilments")).body.data.fulfilment_status).toBe("fulfilled");
  expect(await stockOf(cupId)).toEqual({ on_hand: 0, reserved: 0, missing: 0 });
});

test("Back order: arriving stock is reserved for the oldest order, and shipped from on-hand units", async () => {
  const { id: cupId } = await variation(2);
  const [first, second] = [await sold(cupId, 5), await sold(cupId, 4)];
  for (const { buyer, id } of [first, second]) await pay(buyer, id);
  expect(await stockOf(cupId)).toEqual({ on_hand: 2, reserved: 2, missing: 7 });
  await count(cupId, 6);
  expect(await stockOf(cupId)).toEqual({ on_hand: 6, reserved: 6, missing: 3 });
  expect((await ship(first.id, first.line, 6)).body.code).toBe("ships_too_many");
  expect((await ship(first.id, first.line, 5)).status).toBe(201);
  expect(await stockOf(cupId)).toEqual({ on_hand: 1, reserved: 1, missing: 3 });
  await count(cupId, 20);
  expect(await stockOf(cupId)).toEqual({ on_hand: 20, reserved: 4, missing: 0 });
  await ship(second.id, second.line, 4);
  expect(await stockOf(cupId)).toEqual({ on_hand: 16, reserved: 0, missing: 0 });
});

test("Back order: missing units are cancelled first; released units are reserved for the next order", async () => {
  const { id: cupId } = await variation(null);
  const [first, second] = [await sold(cupId, 3), await sold(cupId, 2)];
  for (const { buyer, id } of [first, second]) await pay(buyer, id);
  await count(cupId, 3);
  expect(await stockOf(cupId)).toEqual({ on_hand: 3, reserved: 3, missing: 2 });
  const cancelled = await act(second.id, "lines/cancel", { items: [{ order_item_id: second.line, quantity: 1 }] });
  expect(cancelled.status).toBe(200);
  expect(await stockOf(cupId)).toEqual({ on_hand: 3, reserved: 3, missing: 1 });
  await act(first.id, "lines/cancel", { items: [{ order_item_id: first.line, quantity: 1 }] });
  expect(await stockOf(cupId)).toEqual({ on_hand: 3, reserved: 3, missing: 0 });
  await act(first.id, "cancel", {});
  expect((await look(admin, first.id)).status).toBe("cancelled");
  expect(await stockOf(cupId)).toEqual({ on_hand: 3, reserved: 1, missing: 0 });
});

test("Back order: a cancelled shipment's units that were never in stock are missing again, the others reserved again", async () => {
  const { id: cupId } = await variation(2);
  const { buyer, id, line } = await sold(cupId, 6);
  await pay(buyer, id);
  const sent = async (quantity: number) => (await ship(id, line, quantity)).body.data.fulfilments.at(-1).id;
  const cancelShipment = (shipment: number) =>
    shop.ask(`POST /fulfilments/${shipment}/cancel`, { token: admin.token, body: {} });
  const [fromStock, mixed, missing] = [await sent(1), await sent(3), await sent(2)];
  expect(await stockOf(cupId)).toEqual({ on_hand: 0, reserved: 0, missing: 0 });
  expect((await cancelShipment(missing)).status).toBe(200);
  expect(await stockOf(cupId)).toEqual({ on_hand: 0, reserved: 0, missing: 2 });
  expect((await cancelShipment(mixed)).status).toBe(200);
  expect(await stockOf(cupId)).toEqual({ on_hand: 1, reserved: 1, missing: 4 });
  expect((await cancelShipment(fromStock)).status).toBe(200);
  expect(await stockOf(cupId)).toEqual({ on_hand: 2, reserved: 2, missing: 4 });
  await count(cupId, 5);
  expect(await stockOf(cupId)).toEqual({ on_hand: 5, reserved: 5, missing: 1 });
  expect((await ship(id, line, 6)).body.data.fulfilment_status).toBe("fulfilled");
  expect(await stockOf(cupId)).toEqual({ on_hand: 0, reserved: 0, missing: 0 });
});

test("Back order: missing units of a cancelled shipment are reserved at once if stock arrived meanwhile", async () => {
  const { id: cupId } = await variation(null);
  const { buyer, id, line } = await sold(cupId, 2);
  await pay(buyer, id);
  const shipment = (await ship(id, line, 2)).body.data.fulfilments[0].id;
  await count(cupId, 3);
  expect(await stockOf(cupId)).toEqual({ on_hand: 3, reserved: 0, missing: 0 });
  await shop.ask(`POST /fulfilments/${shipment}/cancel`, { token: admin.token, body: {} });
  expect(await stockOf(cupId)).toEqual({ on_hand: 3, reserved: 2, missing: 0 });
});

test("Back order: ten concurrent orders and arriving stock leave no inconsistencies", async () => {
  const { id: cupId } = await variation(4);
  const orders = await Promise.all([
    ...Array.from({ length: 10 }, () => sold(cupId, 2)),
    ...[5, 9].map((units) => count(cupId, units).catch(() => undefined)),
  ]);
  expect(orders).toHaveLength(12);
  const seen = await stockOf(cupId);
  expect((seen?.reserved ?? 0) + (seen?.missing ?? 0)).toBe(20);
  expect(seen?.reserved).toBe(seen?.on_hand);
});

test("Stock: units released by a cart's hold are reserved for the back orders that need them", async () => {
  const set = (minutes: number) =>
    inTransaction(app.db, (tx) => updateSettings(tx, { checkout_hold_minutes: minutes }));
  await set(10);
  const made = await product({ stock: 2 });
  const holder = await shop.person();
  await fill(holder, made.id, 2);
  await shop.ask("PUT /cart/hold", holder);
  await sql`update variations set allow_backorder = true where id = ${made.id}`.execute(app.db);
  await sold(made.id, 3);
  expect(await stockOf(made.id)).toEqual({ on_hand: 2, reserved: 2, missing: 3 });
  const { items } = (await shop.ask("GET /cart", { token: holder.token })).body;
  await shop.ask(`DELETE /cart/${items[0].id}`, { token: holder.token });
  expect(await stockOf(made.id)).toEqual({ on_hand: 2, reserved: 2, missing: 1 });

  await count(made.id, 6);
  await sql`update variations set allow_backorder = false where id = ${made.id}`.execute(app.db);
  await fill(holder, made.id, 3);
  await shop.ask("PUT /cart/hold", holder);
  await sql`update variations set allow_backorder = true where id = ${made.id}`.execute(app.db);
  await sold(made.id, 1);
  expect(await stockOf(made.id)).toEqual({ on_hand: 6, reserved: 6, missing: 1 });
  const { rows } = await sql<{ id: string }>`select id from carts where user_id = ${holder.id}`.execute(app.db);
  await inTransaction(app.db, (tx) => releaseHold(app, tx, rows[0]?.id ?? ""));
  await set(0);
  expect(await stockOf(made.id)).toEqual({ on_hand: 6, reserved: 4, missing: 0 });
});
