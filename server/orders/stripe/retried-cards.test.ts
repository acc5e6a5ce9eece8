import { afterEach, expect, test } from "vitest";
import { expireOverdue } from "#server/orders/cancellation/cancellation.ts";
import { listInconsistencies } from "#server/orders/orders.ts";
import { syncUnresolvedPayments } from "#server/payments/payments.ts";
import { selling } from "#server/testing/selling.ts";
import { shopWithStripe } from "#server/testing/stripe-payments.ts";

const { shop, fakeStripe, stripe, deliverWebhooks, intentOf, admin, act } = await shopWithStripe();
const { placed, pay, look } = selling(shop);
const { app } = shop;
const realNow = app.now;

afterEach(async () => {
  app.now = realNow;
  stripe.connection = "up";
  expect(await listInconsistencies(app.db)).toEqual([]);
});

const at = (minutes: number) => {
  app.now = () => new Date(Date.now() + minutes * 60_000);
};

/** An order whose customer's card was declined. */
async function declined() {
  const made = await placed();
  await pay(made.buyer, made.id, { provider: "stripe" });
  const intent = intentOf(made.id);
  fakeStripe.confirm(intent, "declined");
  await deliverWebhooks();
  expect((await look(made.buyer, made.id)).payments).toMatchObject([{ status: "failed" }]);
  return { ...made, intent };
}

/** The requests that Stripe gets during `work`. */
async function askedBy(work: () => Promise<unknown>) {
  stripe.requests.length = 0;
  await work();
  return stripe.requests.length;
}

test("C11 Stripe: before an order expires its PaymentIntent is synced, as another card may have paid it", async () => {
  const { buyer, id, intent } = await declined();
  fakeStripe.confirm(intent);
  stripe.takeWebhooks();
  at(31);
  await expireOverdue(app);
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
});

test("C11 Stripe: an order with a declined card does not expire while Stripe can't say whether another card paid", async () => {
  const { buyer, id, intent } = await declined();
  fakeStripe.confirm(intent);
  stripe.takeWebhooks();
  at(31);
  stripe.connection = "down";
  await expireOverdue(app);
  expect((await look(buyer, id)).status).toBe("pending_payment");
  stripe.connection = "up";
  at(33);
  await expireOverdue(app);
  expect((await look(buyer, id)).status).toBe("confirmed");
});

test("C11 Stripe: payments with a declined card are synced for an hour, and not after their order ended", async () => {
  const { buyer, id, intent } = await declined();
  fakeStripe.confirm(intent);
  stripe.takeWebhooks();
  at(3);
  await syncUnresolvedPayments(app);
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
  at(0);
  await declined();
  at(63);
  expect(await askedBy(() => syncUnresolvedPayments(app))).toBe(0);
  at(0);
  const ended = await declined();
  at(31);
  await expireOverdue(app);
  await app.jobs.drain();
  expect((await look(ended.buyer, ended.id)).status).toBe("expired");
  at(40);
  expect(await askedBy(() => syncUnresolvedPayments(app))).toBe(0);
});

test.each(["expired", "cancelled"])(
  "C11 Stripe: no card pays an order that is %s, also where one was declined before",
  async (how) => {
    const { buyer, id, intent } = await declined();
    if (how === "cancelled") await act(id, "cancel", {}, buyer);
    else {
      at(31);
      await expireOverdue(app);
    }
    await app.jobs.drain();
    expect((await look(buyer, id)).status).toBe(how);
    expect(fakeStripe.intent(intent).status).toBe("canceled");
    expect(() => fakeStripe.confirm(intent)).toThrow("canceled");
    await deliverWebhooks();
    expect(await look(admin, id)).toMatchObject({ status: how, payment_status: "unpaid" });
  },
);

test("C11 Stripe: the PaymentIntent of a cancelled order is cancelled also if its card is declined again meanwhile", async () => {
  const { buyer, id, intent } = await declined();
  fakeStripe.confirm(intent, "declined");
  stripe.connection = "down";
  await act(id, "cancel", {}, buyer);
  await deliverWebhooks();
  stripe.connection = "up";
  at(3);
  await syncUnresolvedPayments(app);
  expect(fakeStripe.intent(intent).status).toBe("canceled");
});
