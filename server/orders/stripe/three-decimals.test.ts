import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { shopWithStripe } from "#server/testing/stripe-payments.ts";

const { shop, fakeStripe, intentOf, act, admin, byStripe, withManualCapture, deliverWebhooks } = await shopWithStripe();
const { look, alertTitles, shipAndDeliver, fill, product, order: placeOrder, pay } = selling(shop);
const { ask } = shop;
const staff = await openAdmin(shop);
await inTransaction(shop.app.db, (tx) => updateSettings(tx, { currency: "KWD" }));
const refunded = (id: string) =>
  [...fakeStripe.refunds.values()]
    .filter(({ payment_intent }) => payment_intent === intentOf(id))
    .map(({ amount }) => amount);

test("Stripe: units whose value can't be refunded exactly are cancelled, and in the end all is refunded", async () => {
  const { id, order } = await byStripe({ quantity: 2, price: 3335 });
  const total = order.total.amount;
  const items = [{ order_item_id: order.items[0].id, quantity: 1 }];
  expect((await act(id, "lines/cancel", { items })).status).toBe(200);
  expect(refunded(id)).toEqual([3330]);
  await deliverWebhooks();
  expect((await look(admin as Buyer, id)).items[0]).toMatchObject({ cancelled_qty: 1, credited: { amount: 3335 } });
  // What can't be moved is no overpayment to refund.
  expect(await alertTitles(id, admin)).toEqual([]);
  expect((await act(id, "cancel")).status).toBe(200);
  await shop.app.jobs.drain();
  expect(refunded(id)).toEqual([3330, total - 3330]);
});

test("Stripe: an authorization of which such a unit was cancelled can be captured", async () => {
  const { id, order } = await withManualCapture(() => byStripe({ quantity: 2, price: 3335 }));
  await act(id, "lines/cancel", { items: [{ order_item_id: order.items[0].id, quantity: 1 }] });
  await act(id, "capture");
  await deliverWebhooks();
  expect(fakeStripe.intent(intentOf(id))).toMatchObject({
    status: "succeeded",
    amount_received: order.total.amount - 3330,
  });
});

test("Stripe: an amount that can't be refunded is a wrong field", async () => {
  const { id } = await byStripe({ quantity: 2, price: 3335 });
  const refund = await act(id, "refunds", { amount: 1234, reason: "Sorry" });
  expect(refund).toMatchObject({ status: 400, body: { errors: [{ field: "amount" }] } });
  expect((await act(id, "refunds", { amount: 1230, reason: "Sorry" })).status).toBe(201);
});

test("Stripe: of units refunded one by one nothing is left", async () => {
  const { id, order } = await byStripe({ quantity: 4, price: 3335 });
  await shipAndDeliver(id, admin);
  const items = [{ order_item_id: order.items[0].id, quantity: 1 }];
  const amounts = [3330, 3340, 3330, 3340];
  for (const unit of [1, 2, 3, 4]) {
    expect((await act(id, "refunds", { items, reason: "Broken" })).status).toBe(201);
    await deliverWebhooks();
    expect(refunded(id)).toEqual(amounts.slice(0, unit));
    expect((await look(admin as Buyer, id)).credited.amount).toBe(3335 * unit);
  }
});

test("Stripe: an amount above what was paid by card is refunded, the rest of it to the gift card", async () => {
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 3330 })).id);
  await ask("PUT /cart/gift-card", { token: buyer.token, body: { code: (await staff.card(1000)).code } });
  const { id } = (await placeOrder(buyer)).body.data;
  await pay(buyer, id, { provider: "stripe" });
  fakeStripe.confirm(intentOf(id));
  await deliverWebhooks();
  const paid = (await look(admin as Buyer, id)).paid.amount;
  const refund = await act(id, "refunds", { amount: paid + 7, reason: "Sorry" });
  expect([refund.status, refunded(id)]).toEqual([201, [paid]]);
  expect(refund.body.data.gift_cards_refunded.amount).toBe(7);
});
