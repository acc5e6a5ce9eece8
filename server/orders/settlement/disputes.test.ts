import { expect, test } from "vitest";
import { sendDemoWebhook } from "#server/testing/demo-webhooks.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { bought, product, fill, order, pay, look, actAs, key, returnUnits, shipAndDeliver } = selling(shop);
const { ask } = shop;
const admin = await shop.person("admin");
const { token } = admin;

checkFiguresAfterEach(shop);

const act = actAs({ token });
const see = (id: string) => look(admin, id);

/** A cup and a lamp at 10.00 each; the cup is delivered, and then the payment is charged back. */
async function disputed() {
  const buyer: Buyer = await shop.person();
  const [variation, lamp] = [await product(), await product()];
  for (const { id } of [variation, lamp]) await fill(buyer, id);
  const { id, items } = (await order(buyer)).body.data;
  await pay(buyer, id);
  const lineOf = (variation: number) =>
    items.find((item: { variation_id: number }) => item.variation_id === variation).id as number;
  const sent = await act(id, "fulfilments", { items: [{ order_item_id: lineOf(variation.id), quantity: 1 }] });
  await ask(`POST /fulfilments/${sent.body.data.fulfilments[0].id}/deliver`, { token });
  const { payments, paid } = await see(id);
  const sendWebhook = (kind: string) =>
    sendDemoWebhook(shop, payments[0].id, { kind, amount: paid.amount, charge: `dispute_${id}` });
  await sendWebhook("chargeback");
  return { buyer, id: id as string, variations: lineOf(variation.id), lamps: lineOf(lamp.id), sendWebhook };
}

test("C11 Payment: units of a disputed order are cancelled without a refund of the disputed payment", async () => {
  const { id, lamps } = await disputed();
  const cancelled = await act(id, "lines/cancel", { items: [{ order_item_id: lamps, quantity: 1 }] });
  expect(cancelled).toMatchObject({ status: 200, body: { data: { payment_status: "disputed", refunds: [] } } });
  expect((await see(id)).timeline.map(({ text }: { text: string }) => text).join()).toContain("is disputed");
});

test("C11 Payment: a return of a disputed order is received without a refund of the disputed payment", async () => {
  const { buyer, id, variations } = await disputed();
  const got = await returnUnits(id, buyer, admin, [{ order_item_id: variations, quantity: 1 }], { restock: true });
  expect(got).toMatchObject({ status: 200, body: { data: { status: "received" } } });
  expect(await see(id)).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ returned_qty: 1 })]),
  });
  expect((await see(id)).timeline.map(({ text }: { text: string }) => text).join()).toContain("Refund the rest if");
});

test("C11 Payment: a completed order whose payment was charged back is not returned, and can be paid another way", async () => {
  const { id, order: made } = await bought();
  await shipAndDeliver(id, admin);
  const { payments } = await see(id);
  const dispute = { amount: made.total.amount, charge: `dispute_${id}` };
  for (const kind of ["chargeback", "chargeback_lost"])
    await sendDemoWebhook(shop, payments[0].id, { ...dispute, kind });
  expect(await see(id)).toMatchObject({ status: "completed", outstanding: { amount: made.total.amount } });
  const body = { amount: made.total.amount };
  expect((await ask(`POST /payments/${id}/received`, { token, headers: key(), body })).status).toBe(200);
  expect(await see(id)).toMatchObject({ status: "completed", outstanding: { amount: 0 } });
  await act(id, "refunds", { amount: made.total.amount, reason: "Back" });
  expect((await see(id)).status).toBe("closed_returned");
});
