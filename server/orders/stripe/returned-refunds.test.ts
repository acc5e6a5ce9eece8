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

/** What may happen to a pending refund at Stripe, and what the shop hears of first. */
const ends = ["succeeded", "failed"] as const;
const orders = [
  ["webhook", "poll"],
  ["poll", "webhook"],
  ["poll", "poll"],
  ["webhook", "webhook"],
] as const;

/** Three units, of which staff cancel one; the pending refund then ends, and the shop hears of it in this order. */
async function cancelledUnit(end: (typeof ends)[number], heard: readonly ("webhook" | "poll")[]) {
  fakeStripe.refundsAre = "pending";
  const { id, order: made } = await byStripe({ quantity: 3 });
  await act(id, "lines/cancel", { items: [{ order_item_id: made.items[0].id, quantity: 1 }] });
  await deliverWebhooks();
  fakeStripe.endRefund(lastRefund(), end);
  const late = stripe.takeWebhooks();
  for (const by of heard)
    if (by === "poll") await syncLater();
    else
      for (const { raw, signature } of late) {
        const headers = { "stripe-signature": signature };
        await shop.ask("POST /webhooks/payments/stripe", { headers, body: JSON.parse(raw) });
        await app.jobs.drain();
      }
  app.now = realNow;
  await app.jobs.drain();
  const { items, refunds, status, payment_status, outstanding } = await see(id);
  const [{ cancelled_qty, credited }] = items;
  const documents = (await shop.ask(`GET /orders/${id}/documents`, { token: admin.token })).body.data;
  return {
    status,
    payment_status,
    outstanding,
    cancelled_qty,
    credited: credited.amount,
    refunds: refunds.map((refund: { status: string }) => refund.status),
    documents: documents.map(({ kind }: { kind: string }) => kind).sort(),
  };
}

test.each(ends)("Stripe: a pending refund that %s ends the same, whoever reports it first", async (end) => {
  const results = [];
  for (const heard of orders) results.push(await cancelledUnit(end, heard));
  for (const result of results) expect(result).toEqual(results[0]);
  expect(results[0]).toMatchObject(
    end === "failed" ? { cancelled_qty: 0, credited: 0, refunds: ["failed"] } : { cancelled_qty: 1, credited: 1000 },
  );
});
