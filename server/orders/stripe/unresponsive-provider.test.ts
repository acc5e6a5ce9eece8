import { afterAll, afterEach, expect, test, vi } from "vitest";
import { expireOverdue } from "#server/orders/cancellation/cancellation.ts";
import { syncUnresolvedPayments } from "#server/payments/payments.ts";
import { startFakeStripe } from "#server/testing/fake-stripe-server.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { startStripeProxy } from "#server/testing/stripe-payments.ts";

const stripe = await startFakeStripe();
const proxy = await startStripeProxy(stripe.account.apiBase);
const account = { ...stripe.account, apiBase: proxy.apiBase, timeoutMs: 100 };
const shop = await openTestShop({ stripe: account, logLevel: "silent" });
const { placed, pay, look } = selling(shop);
const { app } = shop;
const realNow = app.now;

afterAll(async () => {
  proxy.close();
  await stripe.close();
});
afterEach(() => {
  app.now = realNow;
  proxy.before = undefined;
  vi.useRealTimers();
});

/** Some orders whose customers are at Stripe's checkout. */
const waiting = () =>
  Promise.all(
    [1, 2, 3].map(async () => {
      const made = await placed();
      await pay(made.buyer, made.id, { provider: "stripe" });
      return made;
    }),
  );

const intentOf = (orderId: string) => stripe.fakeStripe.intentOf(orderId).id;

/** Stripe receives requests and never answers; returns the requests. */
function silence() {
  const asked = new Set<string>();
  proxy.before = (path) => {
    asked.add(path);
    return Promise.withResolvers<void>().promise;
  };
  return asked;
}
const inMinutes = (minutes: number) => {
  app.now = () => new Date(Date.now() + minutes * 60_000);
};
let later = Date.now();
/** Ends the pause in which jobs skip a provider after a timeout. */
function aWhileLater() {
  later += 60_000;
  vi.useFakeTimers({ toFake: ["Date"], now: later });
}

test("C11 Stripe: while unresponsive it gets one request per run, and the others once it responds", async () => {
  aWhileLater();
  await waiting();
  inMinutes(5);
  const asked = silence();
  await syncUnresolvedPayments(app);
  await syncUnresolvedPayments(app);
  expect(asked.size).toBe(1);
  const answered = new Set<string>();
  proxy.before = async (path) => void answered.add(path);
  aWhileLater();
  inMinutes(10);
  await syncUnresolvedPayments(app);
  expect(answered.size).toBe(3);
});

test("C11 Stripe: while unresponsive overdue orders expire, with one request about one of them", async () => {
  aWhileLater();
  const made = await waiting();
  inMinutes(91);
  const asked = silence();
  await expireOverdue(app);
  expect(asked.size).toBe(1);
  for (const { buyer, id } of made) expect((await look(buyer, id)).status).toBe("expired");
});

test("C11 Stripe: an overdue order does not expire before its own sync because another's response was slow", async () => {
  aWhileLater();
  const made = await waiting();
  inMinutes(31);
  silence();
  await expireOverdue(app);
  for (const { buyer, id } of made) expect((await look(buyer, id)).status).toBe("pending_payment");
  const [paid, ...unpaid] = made.toReversed();
  stripe.fakeStripe.confirm(intentOf(paid!.id));
  proxy.before = undefined;
  aWhileLater();
  inMinutes(32);
  await expireOverdue(app);
  expect((await look(paid!.buyer, paid!.id)).status).toBe("confirmed");
  for (const { buyer, id } of unpaid) expect((await look(buyer, id)).status).toBe("expired");
});
