import { afterEach, expect, test } from "vitest";
import { sumFigures } from "#server/figures/figures.ts";
import { expireOverdue } from "#server/orders/cancellation/cancellation.ts";
import { listInconsistencies } from "#server/orders/orders.ts";
import { findFunds } from "#server/payments/payments.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { shopWithStripe } from "#server/testing/stripe-payments.ts";

const { shop, fakeStripe, stripe, deliverWebhooks, intentOf, admin, act, byStripe, withManualCapture } =
  await shopWithStripe();
const { product, fill, order, pay, look } = selling(shop);
const { app, ask } = shop;
const { card } = await openAdmin(shop);
const realNow = app.now;

afterEach(async () => {
  app.now = realNow;
  stripe.connection = "up";
  fakeStripe.refundsAre = "succeeded";
  await deliverWebhooks();
  expect(await listInconsistencies(app.db)).toEqual([]);
});

const see = (id: string) => look(admin, id);
const lastRefund = () => [...fakeStripe.refunds.values()].at(-1)?.id ?? "";
const netRevenue = async () => (await sumFigures(app.db)).revenue;

/** Three units at 10.00, on hold: paid late, and the gift card of 15.00 was spent elsewhere meanwhile. */
async function heldWithoutCard() {
  const [buyer, other] = [await shop.person(), await shop.person()];
  const { code } = await card(1500);
  await fill(buyer, (await product({ price: 1000 })).id, 3);
  await ask("PUT /cart/gift-card", { token: buyer.token, body: { code } });
  const { id, items } = (await order(buyer)).body.data;
  await pay(buyer, id, { provider: "stripe" });
  stripe.connection = "down";
  app.now = () => new Date(Date.now() + 30 * 24 * 3_600_000);
  await expireOverdue(app);
  app.now = realNow;
  await fill(other, (await product({ price: 2000 })).id);
  await ask("PUT /cart/gift-card", { token: other.token, body: { code } });
  expect((await order(other)).status).toBe(201);
  stripe.connection = "up";
  fakeStripe.confirm(intentOf(id));
  await deliverWebhooks();
  expect(await see(id)).toMatchObject({ status: "on_hold", hold_reason: "gift_card_spent" });
  return { id: id as string, line: items[0].id as number };
}

test("C11 Payment: an order on hold is not released while a refund is pending, and is once the refund succeeded", async () => {
  const { id, line } = await heldWithoutCard();
  fakeStripe.refundsAre = "pending";
  await act(id, "lines/cancel", { items: [{ order_item_id: line, quantity: 2 }] });
  await deliverWebhooks();
  expect(await see(id)).toMatchObject({
    status: "on_hold",
    refunds: [{ status: "pending", amount: { amount: 500 } }],
    outstanding: { amount: 0 },
  });
  fakeStripe.endRefund(lastRefund(), "succeeded");
  await deliverWebhooks();
  expect(await see(id)).toMatchObject({ status: "confirmed", refunded: { amount: 500 } });
});

test("C11 Payment: an authorization with a pending void is not counted", async () => {
  const { id } = await withManualCapture(() => byStripe());
  expect(await see(id)).toMatchObject({ payment_status: "authorized" });
  stripe.connection = "down";
  expect((await act(id, "cancel")).status).toBe(200);
  expect((await see(id)).payments).toMatchObject([{ status: "authorized" }]);
  expect((await see(id)).payment_status).toBe("unpaid");
  expect(await findFunds(app.db, id)).toMatchObject({ authorized: 0, capture_reduction: 0, is_mismatched: false });
});

test("C11 Payment: an authorization with a pending reduction counts with the reduced amount", async () => {
  const { id, order: made } = await withManualCapture(() => byStripe({ quantity: 2 }));
  stripe.connection = "down";
  const items = [{ order_item_id: made.items[0].id, quantity: 1 }];
  expect((await act(id, "lines/cancel", { items })).status).toBe(200);
  expect(await findFunds(app.db, id)).toMatchObject({
    authorized: 2490,
    capture_reduction: 1000,
    pending_refunds: 0,
  });
  expect(await see(id)).toMatchObject({ payment_status: "authorized", outstanding: { amount: 0 } });
});

test("A2 revenue by day counts captures less refunds, and again what the bank sent back", async () => {
  const before = await netRevenue();
  const { id } = await byStripe({ quantity: 2 });
  expect((await netRevenue()) - before).toBe(2490);
  await act(id, "refunds", { amount: 700, reason: "Sorry" });
  await deliverWebhooks();
  expect((await netRevenue()) - before).toBe(1790);
  fakeStripe.endRefund(lastRefund(), "failed");
  await deliverWebhooks();
  expect((await netRevenue()) - before).toBe(2490);
});

test.each([
  ["won", 1490],
  ["lost", 0],
] as const)("A2 revenue by day counts a dispute once it is lost, as the ledger does (%s)", async (end, net) => {
  const before = await netRevenue();
  const { id } = await byStripe();
  const dispute = fakeStripe.dispute(intentOf(id), "needs_response");
  await deliverWebhooks();
  expect((await netRevenue()) - before).toBe(1490);
  fakeStripe.dispute(intentOf(id), end, dispute);
  await deliverWebhooks();
  expect((await netRevenue()) - before).toBe(net);
});
