import { sql } from "kysely";
import { expect, test } from "vitest";
import { completeUnconfirmed } from "#server/orders/cancellation/cancellation.ts";
import { listInconsistencies } from "#server/orders/orders.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { getLevels } from "#server/stock/stock.ts";
import { sendDemoWebhook } from "#server/testing/demo-webhooks.ts";
import { selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { placed, bought, product, fill, order, pay, look, key, actAs } = selling(shop);
const { app } = shop;
const admin = await shop.person("admin");
const { token } = admin;
const unitsOf = async (id: number) => (await getLevels(app.db, [id])).get(id);
const act = actAs({ token });
const deliver = (id: number) => shop.ask(`POST /fulfilments/${id}/deliver`, { token });
const cancelShipment = (id: number, body: object = {}, headers = key()) =>
  shop.ask(`POST /fulfilments/${id}/cancel`, { token, headers, body });
/** Ships this quantity of the first line, or all that is left, and returns the shipment. */
async function ship(id: string, quantity?: number) {
  const [line] = (await look(admin, id)).items;
  const sent = await act(id, "fulfilments", quantity ? { items: [{ order_item_id: line.id, quantity }] } : {});
  expect(sent.status).toBe(201);
  return sent.body.data.fulfilments.at(-1);
}
const inDays = (days: number) => {
  app.now = () => new Date(Date.now() + days * 86_400_000);
};
const typesOf = (seen: { timeline: { type: string }[] }) => seen.timeline.map(({ type }) => type);

checkFiguresAfterEach(shop);

test("A6 a shipment recorded by mistake is cancelled: its units are unshipped and reserved again, payments are unchanged", async () => {
  const { buyer, id, variation } = await bought({ quantity: 2 });
  const shipment = await ship(id);
  expect(shipment).toMatchObject({ status: "shipped", cancelled_at: null, actions: ["deliver", "cancel"] });
  expect(await unitsOf(variation.id)).toMatchObject({ on_hand: 8, reserved: 0 });
  const { version } = await look(admin, id);
  const taken = await cancelShipment(shipment.id, { reason: "Wrong lines" });
  expect(taken.status).toBe(200);
  expect(taken.body.data).toMatchObject({
    status: "processing",
    fulfilment_status: "unfulfilled",
    payment_status: "paid",
    refunds: [],
    items: [{ quantity: 2, fulfilled_qty: 0, cancelled_qty: 0 }],
    fulfilments: [{ id: shipment.id, status: "cancelled", delivered_at: null, items: [{ quantity: 2 }], actions: [] }],
  });
  expect(taken.body.data.fulfilments[0].cancelled_at).not.toBeNull();
  expect(taken.body.data.version).toBeGreaterThan(version);
  expect(taken.body.data.actions).toEqual(expect.arrayContaining(["fulfil", "cancel", "cancel_lines"]));
  expect(await unitsOf(variation.id)).toMatchObject({ on_hand: 10, reserved: 2, available: 8 });
  const seen = await look(buyer, id);
  expect(seen.fulfilments).toMatchObject([{ status: "cancelled", actions: [] }]);
  expect(seen.timeline.at(-1)).toMatchObject({
    type: "shipment_cancelled",
    text: "A shipment was marked as sent by mistake. It hasn't been sent yet.",
  });
  expect(typesOf(await look(admin, id))).toContain("shipment_cancel_reason");
});

test("A6 the units of a cancelled shipment are shipped again, delivered, and complete the order", async () => {
  const { buyer, id, variation } = await bought({ quantity: 3 });
  const [first, wrong] = [await ship(id, 1), await ship(id, 2)];
  expect((await cancelShipment(wrong.id)).body.data).toMatchObject({ fulfilment_status: "partial" });
  expect(await unitsOf(variation.id)).toMatchObject({ on_hand: 9, reserved: 2 });
  expect(
    (await act(id, "fulfilments", { items: [{ order_item_id: first.items[0].order_item_id, quantity: 3 }] })).body.code,
  ).toBe("ships_too_many");
  const again = await ship(id);
  expect(again.items).toMatchObject([{ quantity: 2 }]);
  await deliver(first.id);
  expect((await deliver(again.id)).body.data).toMatchObject({ status: "completed", fulfilment_status: "delivered" });
  expect(await unitsOf(variation.id)).toMatchObject({ on_hand: 7, reserved: 0 });
  expect((await look(buyer, id)).items).toMatchObject([{ fulfilled_qty: 3, returnable_qty: 3 }]);
});

test("Fulfilment: a shipment is cancelled once: a repeated request has the same response, another one is refused", async () => {
  const { id, variation } = await bought();
  const shipment = await ship(id);
  const headers = key();
  const first = await cancelShipment(shipment.id, {}, headers);
  expect((await cancelShipment(shipment.id, {}, headers)).body).toEqual(first.body);
  expect((await cancelShipment(shipment.id)).body.code).toBe("order_state");
  expect((await deliver(shipment.id)).body.code).toBe("order_state");
  expect(await unitsOf(variation.id)).toMatchObject({ on_hand: 10, reserved: 1 });
});

test("Fulfilment: a delivered shipment can't be cancelled, also not one marked as delivered after two weeks", async () => {
  const [delivered, silent] = [await bought({ quantity: 2 }), await bought()];
  const [arrived, unheard] = [await ship(delivered.id, 1), await ship(silent.id)];
  await deliver(arrived.id);
  expect((await look(admin, delivered.id)).fulfilments[0].actions).toEqual(["undo_delivery"]);
  expect(await cancelShipment(arrived.id)).toMatchObject({ status: 409, body: { code: "shipment_delivered" } });
  inDays(15);
  await completeUnconfirmed(app);
  expect(await look(admin, silent.id)).toMatchObject({ status: "completed" });
  expect(await cancelShipment(unheard.id)).toMatchObject({ status: 409, body: { code: "shipment_delivered" } });
  expect(await look(admin, silent.id)).toMatchObject({ status: "completed", fulfilment_status: "delivered" });
});

test("Fulfilment: a shipment with units in a requested or received return can't be cancelled", async () => {
  const { buyer, id } = await bought({ quantity: 2 });
  const [arrived, other] = [await ship(id, 1), await ship(id, 1)];
  await deliver(arrived.id);
  const unit = { order_item_id: arrived.items[0].order_item_id, quantity: 1 };
  const wish = { order_id: id, items: [{ ...unit, reason_code: "other" }] };
  const asked = (await shop.ask("POST /returns", { token: buyer.token, body: wish })).body.data;
  expect((await look(admin, id)).fulfilments[1].actions).toEqual(["deliver"]);
  expect(await cancelShipment(other.id)).toMatchObject({ status: 409, body: { code: "shipment_returned" } });
  await shop.ask(`POST /returns/${asked.id}/reject`, { token, body: { answer: "No." } });
  expect((await cancelShipment(other.id)).status).toBe(200);
  const again = await ship(id, 1);
  await act(id, "refunds", { items: [unit], reason: "Lost on its way" });
  expect(await cancelShipment(again.id)).toMatchObject({ status: 409, body: { code: "shipment_returned" } });
});

test("P5 only administrators cancel shipments, and only ones that exist", async () => {
  const { buyer, id } = await bought();
  const shipment = await ship(id);
  const mine = await shop.ask(`POST /fulfilments/${shipment.id}/cancel`, { token: buyer.token, body: {} });
  expect(mine.status).toBe(403);
  expect((await shop.ask(`POST /fulfilments/${shipment.id}/cancel`, { body: {} })).status).toBe(401);
  expect((await cancelShipment(999_999_999)).status).toBe(404);
  expect((await cancelShipment(shipment.id, { reason: "x".repeat(501) })).status).toBe(400);
  expect((await look(buyer, id)).fulfilment_status).toBe("fulfilled");
});

test("Stock: a cancelled shipment has one movement per product, the opposite of the one that shipped it", async () => {
  const [variation, plate, free] = [await product(), await product(), await product({ stock: null })];
  const buyer = await shop.person();
  for (const one of [variation, plate, free]) await fill(buyer, one.id, 2);
  const { id } = (await order(buyer)).body.data;
  await pay(buyer, id);
  const shipment = await ship(id);
  await cancelShipment(shipment.id);
  const { rows } = await sql<object>`
    select variation_id, reason, delta_on_hand, delta_reserved from stock_movements
    where ref_type = 'fulfilment' and ref_id = ${String(shipment.id)} order by variation_id, id`.execute(app.db);
  const moves = (variation_id: number) => [
    { variation_id, reason: "commit", delta_on_hand: -2, delta_reserved: -2 },
    { variation_id, reason: "correction", delta_on_hand: 2, delta_reserved: 2 },
  ];
  expect(rows).toEqual([...moves(variation.id), ...moves(plate.id)]);
  for (const one of [variation, plate]) expect(await unitsOf(one.id)).toMatchObject({ on_hand: 10, reserved: 2 });
  expect((await look(admin, id)).items).toMatchObject([
    { fulfilled_qty: 0 },
    { fulfilled_qty: 0 },
    { fulfilled_qty: 0 },
  ]);
  expect((await deliver((await ship(id)).id)).body.data.status).toBe("completed");
});

test("Fulfilment: of a concurrent cancellation and delivery, or two cancellations, one succeeds and the other is a conflict", async () => {
  for (let round = 0; round < 5; round++) {
    const { id, variation } = await bought();
    const shipment = await ship(id);
    const [taken, arrived] = await Promise.all([cancelShipment(shipment.id), deliver(shipment.id)]);
    expect([taken.status, arrived.status].toSorted()).toEqual([200, 409]);
    const seen = await look(admin, id);
    expect(seen.status).toBe(taken.status === 200 ? "processing" : "completed");
    expect(await unitsOf(variation.id)).toMatchObject(
      taken.status === 200 ? { on_hand: 10, reserved: 1 } : { on_hand: 9, reserved: 0 },
    );
    const other = await bought();
    const again = await ship(other.id);
    const both = await Promise.all([cancelShipment(again.id), cancelShipment(again.id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await unitsOf(other.variation.id)).toMatchObject({ on_hand: 10, reserved: 1 });
    expect(typesOf(await look(admin, other.id)).filter((type) => type === "shipment_cancelled")).toHaveLength(1);
  }
});

test("Fulfilment: units of a cancelled shipment can be cancelled, one by one and then with the order, and are refunded", async () => {
  const { id, variation } = await bought({ quantity: 3 });
  const shipment = await ship(id);
  const unit = { order_item_id: shipment.items[0].order_item_id, quantity: 1 };
  expect((await act(id, "lines/cancel", { items: [unit] })).body.code).toBe("order_state");
  await cancelShipment(shipment.id);
  expect((await act(id, "lines/cancel", { items: [unit] })).body.data).toMatchObject({
    fulfilment_status: "unfulfilled",
    refunded: { amount: 1000 },
  });
  expect(await unitsOf(variation.id)).toMatchObject({ on_hand: 10, reserved: 2 });
  expect((await act(id, "cancel")).body.data).toMatchObject({ status: "cancelled", payment_status: "refunded" });
  expect(await unitsOf(variation.id)).toMatchObject({ on_hand: 10, reserved: 0 });
});

test("Fulfilment: the shipment of an order on hold is cancelled and the order stays on hold", async () => {
  const { id } = await bought();
  const shipment = await ship(id);
  await act(id, "hold", { reason: "Looks odd" });
  expect((await cancelShipment(shipment.id)).body.data).toMatchObject({
    status: "on_hold",
    hold_reason: "Looks odd",
    fulfilment_status: "unfulfilled",
  });
  await act(id, "release");
  expect((await deliver((await ship(id)).id)).body.data.status).toBe("completed");
});

test("C11 an authorization stays when a shipment is cancelled, and is captured when the next one is delivered", async () => {
  const { id } = await bought({ provider: "cod" });
  const shipment = await ship(id);
  expect((await cancelShipment(shipment.id)).body.data).toMatchObject({
    payment_status: "authorized",
    status: "processing",
  });
  expect((await deliver((await ship(id)).id)).body.data).toMatchObject({ status: "completed", payment_status: "paid" });
});

test("C11 an order whose authorization expired after shipping is put on hold once its shipment is cancelled", async () => {
  const { id, buyer } = await placed();
  await inTransaction(app.db, (tx) => updateSettings(tx, { card_capture: "manual" }));
  await pay(buyer, id);
  await inTransaction(app.db, (tx) => updateSettings(tx, { card_capture: "automatic" }));
  const shipment = await ship(id);
  const [payment] = (await look(admin, id)).payments;
  await sendDemoWebhook(shop, payment.id, { kind: "void", amount: 0, charge: `void_${id}` });
  expect(await look(admin, id)).toMatchObject({ status: "processing", payment_status: "voided" });
  expect((await cancelShipment(shipment.id)).body.data).toMatchObject({
    status: "on_hold",
    hold_reason: "authorization_expired",
  });
});

test("Fulfilment: with one shipment cancelled an order is still marked as delivered two weeks after the others", async () => {
  const { id } = await bought({ quantity: 2 });
  const sent = await ship(id, 1);
  inDays(10);
  const wrong = await ship(id, 1);
  await cancelShipment(wrong.id);
  await act(id, "lines/cancel", { items: [{ order_item_id: sent.items[0].order_item_id, quantity: 1 }] });
  inDays(15);
  await completeUnconfirmed(app);
  expect(await look(admin, id)).toMatchObject({
    status: "completed",
    fulfilments: [{ status: "delivered" }, { status: "cancelled", delivered_at: null }],
  });
});

test("Fulfilment: an order without a delivery report has another alert two weeks after it was shipped again", async () => {
  const { id } = await bought({ provider: "cod" });
  const called = async () => typesOf(await look(admin, id)).filter((type) => type === "delivery_unconfirmed").length;
  const shipment = await ship(id);
  inDays(15);
  for (const _ of [1, 2]) await completeUnconfirmed(app);
  expect(await called()).toBe(1);
  await cancelShipment(shipment.id);
  await ship(id);
  await completeUnconfirmed(app);
  expect(await called()).toBe(1);
  inDays(30);
  for (const _ of [1, 2]) await completeUnconfirmed(app);
  expect(await called()).toBe(2);
  const { rows } = await sql`select 1 from notifications where user_id = ${admin.id} and type = 'payment_alert'
    and link like ${`%${id}`}`.execute(app.db);
  expect(rows).toHaveLength(2);
});

test("Fulfilment: reconciling the shipped units of lines leaves out cancelled shipments", async () => {
  const { id } = await bought({ quantity: 3 });
  const [, wrong] = [await ship(id, 1), await ship(id, 2)];
  await cancelShipment(wrong.id);
  await sql`update order_lines set fulfilled_qty = 3 where order_id = ${id}::uuid`.execute(app.db);
  const found = (await listInconsistencies(app.db)).find(({ check }) => check === "shipped");
  expect(found).toMatchObject({ order_id: id, expected: 1, found: 3 });
  await sql`update order_lines set fulfilled_qty = 1 where order_id = ${id}::uuid`.execute(app.db);
  expect(await look(admin, id)).toMatchObject({ fulfilment_status: "partial", items: [{ fulfilled_qty: 1 }] });
});
