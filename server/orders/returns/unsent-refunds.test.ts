import { expect, test } from "vitest";
import { anonymizeEndedOrders } from "#server/orders/editing/editing.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop({ logLevel: "silent" });
const { placed, pay, look, shipAndDeliver, key } = selling(shop);
const { app, ask } = shop;
const admin = await shop.person("admin");
const { token } = admin;
const account = { account_holder: "Kiosk", iban: "DE02 1203 0000 0000 2020 51", bic: "BYLADEM1001", bank_name: "Bank" };
await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account: account }));

const iban = "DE02120300000000202051";
const change = (id: string, action: string, body: object = {}) =>
  ask(`POST /returns/${id}/${action}`, { token, headers: key(), body });
const seen = async (orderId: string, { token: as }: Pick<Buyer, "token"> = admin) =>
  (await ask(`GET /returns?order_id=${orderId}`, { token: as })).body.data[0];

/** An approved return of a unit that was paid by transfer, to be refunded to the customer's account. */
async function approved() {
  const { id, buyer, order } = await placed();
  await pay(buyer, id, { provider: "bank" });
  await ask(`POST /payments/${id}/received`, { token, headers: key(), body: { amount: order.total.amount } });
  await shipAndDeliver(id, admin);
  const items = [{ order_item_id: order.items[0].id, quantity: 1, reason_code: "other" }];
  const request = { order_id: id, items, refund_iban: iban };
  const made = (await ask("POST /returns", { token: buyer.token, headers: key(), body: request })).body.data;
  await change(made.id, "approve");
  const receive = () =>
    change(made.id, "receive", { items: [{ order_item_id: order.items[0].id, quantity: 1, condition: "sellable" }] });
  return { id, buyer, returnId: made.id as string, number: made.number as number, receive };
}

/** Marks the refund of an order that is to be sent as sent. */
async function markSent(id: string) {
  const [refund] = (await look({ token } as Buyer, id)).refunds;
  await ask(`POST /orders/${id}/refunds/${refund.id}/sent`, { token, headers: key(), body: {} });
}

test("Return: a refund by transfer is unsent until staff mark it as sent, also in the export", async () => {
  const { id, buyer, number, receive } = await approved();
  expect((await receive()).body.data).toMatchObject({ refund: { amount: 1000 }, refund_unsent: { amount: 1000 } });
  expect(await seen(id, buyer)).toMatchObject({ status: "refunded", refund_unsent: { amount: 1000 } });
  const exported = async () => {
    const file = (await ask(`GET /returns/export?name=${number}`, { token })).body as string;
    const [names, values] = file
      .trim()
      .split("\n")
      .map((line) => line.split(","));
    return values?.[names?.indexOf("refund_unsent") ?? -1];
  };
  expect(await exported()).toBe("10.00");
  await markSent(id);
  expect(await seen(id, buyer)).toMatchObject({ refund: { amount: 1000 }, refund_unsent: { amount: 0 } });
  expect(await exported()).toBe("0.00");
});

test("Return: the account of a deleted customer is kept until its refund is sent", async () => {
  const { id, buyer, receive } = await approved();
  await inTransaction(app.db, (tx) => app.events.emit(tx, "account.deleted", { userId: buyer.id }));
  expect(await seen(id)).toMatchObject({ customer: { id: null }, refund_iban: iban });
  await receive();
  const tidy = () => inTransaction(app.db, (tx) => anonymizeEndedOrders(app, tx));
  await tidy();
  expect(await seen(id)).toMatchObject({ status: "refunded", refund_iban: iban });
  await markSent(id);
  await tidy();
  expect((await seen(id)).refund_iban).toBeNull();
});

test("Return: the account of a deleted customer is kept until the return is closed", async () => {
  const { id, buyer, returnId } = await approved();
  await inTransaction(app.db, (tx) => app.events.emit(tx, "account.deleted", { userId: buyer.id }));
  expect(await seen(id)).toMatchObject({ refund_iban: iban });
  await change(returnId, "close", { answer: "It never arrived." });
  await inTransaction(app.db, (tx) => anonymizeEndedOrders(app, tx));
  expect((await seen(id)).refund_iban).toBeNull();
});
