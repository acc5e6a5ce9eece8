import { expect, test } from "vitest";
import { getLevels } from "#server/stock/stock.ts";
import { selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { bought, look, product, fill, order, pay, shipAndDeliver, key } = selling(shop);
const { app } = shop;
const admin = await shop.person("admin");
const unitsOf = async (id: number) => (await getLevels(app.db, [id])).get(id);
const act = (id: string, what: string, body: object = {}, { token } = admin) =>
  shop.ask(`POST /orders/${id}/${what}`, { token, body });
const refund = (id: string, body: object, headers: Record<string, string> = key()) =>
  shop.ask(`POST /orders/${id}/refunds`, { token: admin.token, body, headers });
const cancelUnits = (id: string, line: number, quantity: number) =>
  act(id, "lines/cancel", { items: [{ order_item_id: line, quantity }] });

checkFiguresAfterEach(shop);

/** Three units at 3.33 and a lamp, paid by card or with cash on delivery. */
async function twoLines(provider = "demo") {
  const buyer = await shop.person();
  const [variation, lamp] = [await product({ price: 333 }), await product({ price: 2000 })];
  await fill(buyer, variation.id, 3);
  await fill(buyer, lamp.id, 1);
  const { id } = (await order(buyer)).body.data;
  await pay(buyer, id, { provider });
  const { items } = await look(buyer, id);
  const lineOf = (variation: number) =>
    items.find((item: { variation_id: number }) => item.variation_id === variation).id as number;
  return { buyer, id: id as string, variation, lamp, variations: lineOf(variation.id), lamps: lineOf(lamp.id) };
}

test("C11 unshipped units are cancelled one by one: their stock is released and their share is refunded", async () => {
  const { buyer, id, variation, variations } = await twoLines();
  const one = (await cancelUnits(id, variations, 1)).body.data;
  expect(one).toMatchObject({ status: "confirmed", payment_status: "partially_refunded", refunded: { amount: 333 } });
  expect(one.items[0]).toMatchObject({ quantity: 3, cancelled_qty: 1 });
  expect(await unitsOf(variation.id)).toMatchObject({ on_hand: 10, reserved: 2 });
  expect((await cancelUnits(id, variations, 3)).body.code).toBe("cancels_too_many");
  expect((await cancelUnits(id, 999_999, 1)).status).toBe(404);
  expect((await cancelUnits(id, variations, 2)).body.data.refunded.amount).toBe(999);
  expect(await unitsOf(variation.id)).toMatchObject({ on_hand: 10, reserved: 0 });
  const seen = await look(buyer, id);
  expect(seen.refunds.map((one: { amount: { amount: number } }) => one.amount.amount)).toEqual([333, 666]);
  expect(seen.timeline.at(-1)).toMatchObject({ type: "lines_cancelled", text: "Cancelled: 2 × Cup.", by: null });
});

test("C11 cancelling the last unit cancels the order and refunds shipping", async () => {
  const { id, variations, lamps } = await twoLines();
  await cancelUnits(id, variations, 3);
  const { body } = await cancelUnits(id, lamps, 1);
  expect(body.data).toMatchObject({ status: "cancelled", payment_status: "refunded" });
  expect(body.data.refunded).toEqual(body.data.totals.total);
});

test("Fulfilment: a cancelled line is never shipped; only the remaining units can be", async () => {
  const { id, variations, lamps } = await twoLines();
  await cancelUnits(id, variations, 2);
  const ship = (line: number, quantity: number) =>
    act(id, "fulfilments", { items: [{ order_item_id: line, quantity }] });
  expect((await ship(variations, 2)).body.code).toBe("ships_too_many");
  expect((await ship(lamps, 1)).body.data.fulfilment_status).toBe("partial");
  const rest = (await cancelUnits(id, variations, 1)).body.data;
  expect(rest).toMatchObject({ status: "processing", fulfilment_status: "fulfilled" });
  expect((await cancelUnits(id, lamps, 1)).body.code).toBe("order_state");
  const done = await shop.ask(`POST /fulfilments/${rest.fulfilments[0].id}/deliver`, { token: admin.token });
  expect(done.body.data).toMatchObject({ status: "completed", payment_status: "partially_refunded" });
});

test("C11 cash on delivery: cancelled units are not collected when the shipment is delivered", async () => {
  const { id, variations } = await twoLines("cod");
  await cancelUnits(id, variations, 3);
  const done = (await shipAndDeliver(id, admin)).body.data;
  expect(done.status).toBe("completed");
  expect(done.paid.amount - done.refunded.amount).toBe(done.totals.total.amount - 999);
});

test("C11 cash on delivery: cancelling the rest after the first delivery ends the order as cancelling it before does", async () => {
  const { id, variations, lamps } = await twoLines("cod");
  await shipAndDeliver(id, admin, [{ order_item_id: variations, quantity: 3 }]);
  expect(await look(admin, id)).toMatchObject({ status: "processing", payment_status: "authorized" });
  const done = (await cancelUnits(id, lamps, 1)).body.data;
  expect(done).toMatchObject({ status: "completed", payment_status: "paid", refunded: { amount: 0 } });
  expect(done.paid.amount).toBe(done.totals.total.amount - 2000);
});

test("C11 an amount is refunded once per idempotency key, and never more than was paid", async () => {
  const { buyer, id } = await bought({ price: 2000 });
  const once = key();
  const wish = { amount: 500, reason: "Scratched" };
  const [first, again] = [await refund(id, wish, once), await refund(id, wish, once)];
  expect(first.status).toBe(201);
  expect(again.body).toEqual(first.body);
  expect((await refund(id, wish, { "idempotency-key": "" })).body.code).toBe("idempotency_missing");
  expect((await refund(id, { reason: "Why not" })).status).toBe(400);
  const paid = first.body.data.paid.amount;
  expect((await refund(id, { amount: paid, reason: "Too much" })).body.code).toBe("refund_too_much");
  const rest = (await refund(id, { amount: paid - 500, reason: "All of it" })).body.data;
  expect(rest).toMatchObject({ payment_status: "refunded", refunded: { amount: paid } });
  expect((await refund(id, { amount: 1, reason: "More" })).body.code).toBe("order_state");
  const seen = await look(buyer, id);
  expect(seen.timeline.map((event: { type: string }) => event.type)).not.toContain("refund_reason");
  expect(seen.refunds).toHaveLength(2);
});

test("C11 concurrent refunds never sum to more than was paid", async () => {
  const { id, order: made } = await bought({ price: 2000 });
  const amount = made.totals.total.amount - 100;
  const answers = await Promise.all([1, 2, 3].map(() => refund(id, { amount, reason: "Sorry" })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test("C11 a refund for items counts them as returned and restocks them when restock is set", async () => {
  const { id, variation, order: made } = await bought({ price: 1000, quantity: 3 });
  const [{ id: line }] = made.items;
  const items = (quantity: number) => [{ order_item_id: line, quantity }];
  expect((await refund(id, { items: items(1), reason: "Not shipped" })).body.code).toBe("returns_too_many");
  await act(id, "fulfilments");
  expect(await unitsOf(variation.id)).toMatchObject({ on_hand: 7 });
  const back = (await refund(id, { items: items(1), restock: true, reason: "Brought back" })).body.data;
  expect(back).toMatchObject({ refunded: { amount: 1000 }, items: [{ returned_qty: 1 }] });
  expect(await unitsOf(variation.id)).toMatchObject({ on_hand: 8 });
  await refund(id, { items: items(1), reason: "Broken" });
  expect(await unitsOf(variation.id)).toMatchObject({ on_hand: 8 });
});

test("Order: of an administrator's edit and a concurrent cancellation the second is a conflict with the current order", async () => {
  const { buyer, id, order: made } = await bought();
  const { version } = await look(admin, id);
  await act(id, "cancel", {}, buyer);
  const edit = (body: object) => shop.ask(`PATCH /orders/${id}`, { token: admin.token, body });
  const late = await edit({ version, customer_note: "Ring twice" });
  expect([late.status, late.body.code, late.body.order.status]).toEqual([409, "stale", "cancelled"]);
  expect((await edit({ version: late.body.order.version, customer_note: "x" })).body.code).toBe("order_state");
  expect((await look(admin, id)).customer_note).toBe(made.customer_note);
});

test("Order: a concurrent edit and cancellation both succeed, or the later one is a conflict", async () => {
  for (let round = 0; round < 4; round++) {
    const { buyer, id } = await bought();
    const { version } = await look(admin, id);
    const body = { version, customer_note: "Ring twice" };
    const [edited, cancelled] = await Promise.all([
      shop.ask(`PATCH /orders/${id}`, { token: admin.token, body }),
      act(id, "cancel", {}, buyer),
    ]);
    expect(cancelled.body.data.status).toBe("cancelled");
    const now = await look(admin, id);
    expect(now.customer_note).toBe(edited.status === 200 ? "Ring twice" : null);
    if (edited.status !== 200) expect(edited).toMatchObject({ status: 409, body: { code: "stale", order: { id } } });
  }
});

test("C11 only administrators see notes, with their author", async () => {
  const { buyer, id } = await bought();
  const noted = (await act(id, "notes", { text: "Called her: Tuesday suits" })).body.data;
  expect(noted.timeline.at(-1)).toMatchObject({ type: "note", text: "Called her: Tuesday suits", by: "Test Person" });
  expect((await look(buyer, id)).timeline.at(-1).type).toBe("confirmed");
  expect((await act(id, "notes", { text: "Mine" }, buyer)).status).toBe(403);
});
