import { afterEach, expect, test } from "vitest";
import { syncUnresolvedPayments } from "#server/payments/payments.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { shopWithStripe } from "#server/testing/stripe-payments.ts";

const { shop, fakeStripe, stripe, deliverWebhooks, intentOf, admin, act, byStripe } = await shopWithStripe();
const { fill, order, look, shipAndDeliver } = selling(shop);
const { app } = shop;
const see = (id: string) => look(admin as Buyer, id);
const realNow = app.now;
afterEach(() => {
  app.now = realNow;
  stripe.connection = "up";
  fakeStripe.refundsAre = "succeeded";
});
const lastRefund = () => [...fakeStripe.refunds.values()].at(-1)?.id ?? "";
const syncLater = async () => {
  app.now = () => new Date(Date.now() + 5 * 60_000);
  await syncUnresolvedPayments(app);
  await app.jobs.drain();
};

test("Stripe: a pending full refund that fails is not sent again by the shop", async () => {
  const { id, order: made } = await byStripe();
  await shipAndDeliver(id, admin);
  fakeStripe.refundsAre = "pending";
  await act(id, "refunds", { amount: made.total.amount, reason: "Sorry" });
  await deliverWebhooks();
  fakeStripe.endRefund(lastRefund(), "failed");
  fakeStripe.refundsAre = "succeeded";
  await deliverWebhooks();
  const sent = [...fakeStripe.refunds.values()].filter(({ payment_intent }) => payment_intent === intentOf(id));
  expect(sent.map(({ status }) => status)).toEqual(["failed"]);
});

test("Stripe: a declined refund that can't be undone is left to a person", async () => {
  // 60.00: delivery is free, so the returned unit is all of the order.
  const { id, order: made, variation } = await byStripe({ stock: 1, price: 6000 });
  await shipAndDeliver(id, admin);
  stripe.connection = "down";
  const items = [{ order_item_id: made.items[0].id, quantity: 1 }];
  await act(id, "refunds", { items, restock: true, reason: "Broken" });
  const rival = await shop.person();
  await fill(rival, variation.id);
  await order(rival);
  stripe.connection = "up";
  fakeStripe.refundsAre = "refused";
  await syncLater();
  const after = await see(id);
  expect(after.refunds).toMatchObject([{ status: "failed", reason: "Broken" }]);
  expect(after.timeline.map(({ type }: { type: string }) => type)).not.toContain("payment_returned");
});
