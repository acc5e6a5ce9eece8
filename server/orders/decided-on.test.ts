import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openAdmin } from "#server/testing/admin.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { ask } = shop;
const { bought, placed, pay, look, actAs, approveReturn, shipAndDeliver } = selling(shop);
const { token } = await openAdmin(shop);
const admin = { token } as Buyer;
const act = actAs(admin);

test('Order: "Edit details" of a payment page that is out of date does not cancel the paid order', async () => {
  const { id, buyer } = await placed();
  await pay(buyer, id);
  const path = `POST /orders/${id}/cancel`;
  const cancelled = await ask(path, { token: buyer.token, body: { status: "pending_payment" } });
  expect(cancelled).toMatchObject({ status: 409, body: { code: "stale", order: { status: "confirmed" } } });
  expect((await look(admin, id)).status).toBe("confirmed");
  expect((await ask(path, { token: buyer.token, body: { status: "confirmed" } })).status).toBe(200);
});

test("Order: of two changes decided on the same version the second gets the current order", async () => {
  const { id, order } = await bought({ quantity: 2 });
  const { version } = await look(admin, id);
  const items = [{ order_item_id: order.items[0].id, quantity: 1 }];
  expect((await act(id, "hold", { version, reason: "Call her" })).status).toBe(200);
  const changes = {
    cancel: {},
    hold: { reason: "Again" },
    fulfilments: {},
    "lines/cancel": { items },
    refunds: { amount: 100, reason: "Sorry" },
    release: {},
    start: {},
    pack: {},
  };
  for (const [what, body] of Object.entries(changes))
    expect(await act(id, what, { version, ...body }), what).toMatchObject({
      status: 409,
      body: { code: "stale", order: { id, status: "on_hold" } },
    });
  const current = await look(admin, id);
  expect(current).toMatchObject({ status: "on_hold", refunded: { amount: 0 } });
  expect((await act(id, "refunds", { version: current.version, amount: 100, reason: "Sorry" })).status).toBe(201);
});

test("Order: cash is collected, and a payment captured, only of the order that was looked at", async () => {
  const { id } = await bought({ provider: "cod" });
  const { version } = await look(admin, id);
  await act(id, "pack");
  const stale = { status: 409, body: { code: "stale" } };
  expect(await act(id, "capture", { version })).toMatchObject(stale);
  await act(id, "fulfilments");
  const [shipment] = (await look(admin, id)).fulfilments;
  for (const what of ["deliver", "undo-delivery", "cancel"])
    expect(await ask(`POST /fulfilments/${shipment.id}/${what}`, { token, body: { version } }), what).toMatchObject(
      stale,
    );
  expect((await look(admin, id)).paid.amount).toBe(0);
  const { version: current } = await look(admin, id);
  expect((await act(id, "capture", { version: current })).status).toBe(200);
});

test("Order: a change that its status no longer allows is answered with the order", async () => {
  const { id } = await bought();
  await act(id, "cancel");
  const body = { code: "order_state", order: { id, status: "cancelled" } };
  expect(await act(id, "hold", { reason: "Late" })).toMatchObject({ status: 409, body });
});

test("Return: a decision that came second is answered with the return", async () => {
  const { id, buyer, order } = await bought();
  await shipAndDeliver(id, admin);
  const units = [{ order_item_id: order.items[0].id, quantity: 1 }];
  const returnId = await approveReturn(id, buyer, admin, units);
  const answer = { token, headers: { "idempotency-key": randomUUID() }, body: {} };
  expect(await ask(`POST /returns/${returnId}/approve`, answer)).toMatchObject({
    status: 409,
    body: { code: "return_state", return: { id: returnId, status: "approved" } },
  });
});

test("Return: one whose order has changed since its form was opened is not received", async () => {
  const { id, buyer, order } = await bought({ quantity: 2 });
  await shipAndDeliver(id, admin);
  const units = [{ order_item_id: order.items[0].id, quantity: 1 }];
  const returnId = await approveReturn(id, buyer, admin, units);
  const { version } = await look(admin, id);
  await act(id, "refunds", { amount: 100, reason: "Sorry" });
  const items = units.map((unit) => ({ ...unit, condition: "sellable" }));
  const receive = (decidedOn: number) =>
    ask(`POST /returns/${returnId}/receive`, { token, body: { version: decidedOn, items } });
  expect(await receive(version)).toMatchObject({
    status: 409,
    body: { code: "stale", return: { status: "approved" } },
  });
  expect((await receive((await look(admin, id)).version)).status).toBe(200);
});

test("Order: of two refunds that leave its status as it is, both decided on the same version, one is made", async () => {
  const { id } = await bought();
  await act(id, "refunds", { amount: 100, reason: "Sorry" });
  const { version } = await look(admin, id);
  const refund = () => act(id, "refunds", { version, amount: 200, reason: "Late" });
  expect([(await refund()).status, (await refund()).body.code]).toEqual([201, "stale"]);
  expect((await look(admin, id)).refunded.amount).toBe(300);
});
