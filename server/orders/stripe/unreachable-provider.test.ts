import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openApp } from "#server/app.ts";
import { expireOverdue } from "#server/orders/cancellation/cancellation.ts";
import { syncUnresolvedPayments } from "#server/payments/payments.ts";
import { readConfig } from "#server/platform/config.ts";
import { ask, person } from "#server/testing/requests.ts";
import { selling } from "#server/testing/selling.ts";
import { freshDatabase, type TestShop } from "#server/testing/shop.ts";
import { shopWithStripe } from "#server/testing/stripe-payments.ts";

const { shop, fakeStripe, proxy, stripe, intentOf, admin, act, byStripe, withManualCapture } = await shopWithStripe();
const { placed, pay, look } = selling(shop);
const { app } = shop;
const realNow = app.now;
const inMinutes = (minutes: number) => {
  app.now = () => new Date(Date.now() + minutes * 60_000);
};

beforeEach(() => {
  stripe.connection = "up";
});
afterEach(() => {
  app.now = realNow;
  proxy.breaking = false;
});

test("C11 Stripe: a refund that failed with a server error is made once after Stripe recovers", async () => {
  const { id } = await byStripe();
  proxy.breaking = true;
  await act(id, "refunds", { amount: 490, reason: "Scratched" });
  proxy.breaking = false;
  inMinutes(61);
  await syncUnresolvedPayments(app);
  expect((await look({ ...admin }, id)).refunds).toMatchObject([{ status: "succeeded", amount: { amount: 490 } }]);
});

test.each([
  ["an hour", 61],
  ["two days", 2 * 24 * 60],
])(
  "C11 Stripe: a refund with a lost response, retried after %s, is found at Stripe and made once",
  async (_, minutes) => {
    const { id } = await byStripe();
    stripe.connection = "lost";
    await act(id, "refunds", { amount: 490, reason: "Scratched" });
    stripe.connection = "up";
    inMinutes(minutes);
    await syncUnresolvedPayments(app);
    const made = [...fakeStripe.refunds.values()].filter(({ payment_intent }) => payment_intent === intentOf(id));
    expect(made).toMatchObject([{ amount: 490 }]);
    expect(await look({ ...admin }, id)).toMatchObject({
      refunded: { amount: 490 },
      refunds: [{ status: "succeeded", amount: { amount: 490 } }],
    });
  },
);

test("C11 Stripe: an authorization is captured though the first try met a server error", async () => {
  const { id } = await withManualCapture(byStripe);
  proxy.breaking = true;
  await act(id, "capture");
  proxy.breaking = false;
  inMinutes(5);
  await syncUnresolvedPayments(app);
  expect(await look({ ...admin }, id)).toMatchObject({ payment_status: "paid" });
});

test("Payment: an attempt without a response from Stripe extends the reservation by an hour, not for all of the outage", async () => {
  const { id, buyer } = await placed({ stock: 1 });
  stripe.connection = "down";
  await pay(buyer, id, { provider: "stripe" });
  inMinutes(31);
  await expireOverdue(app);
  expect((await look(buyer, id)).status).toBe("pending_payment");
  inMinutes(91);
  await expireOverdue(app);
  expect((await look(buyer, id)).status).toBe("expired");
});

test("Payment: orders of a removed provider are paid another way, cancelled or expire, and block no other expiry", async () => {
  const { connection, drop } = await freshDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "kiosk-shop-"));
  const config = { ...readConfig({ DATA_DIR: dataDir, SHOP_DEMO: "1" }, dataDir), logLevel: "silent" as const };
  const opened = async (change: object): Promise<TestShop> => {
    const { app, close } = await openApp({ ...config, ...change }, connection);
    return { app, ask: (route, sent) => ask(app, route, sent), person: (role) => person(app, role), close };
  };
  const before = await opened({ stripe: stripe.account });
  const waiting = await Promise.all([1, 2, 3].map(() => selling(before).placed()));
  for (const { buyer, id } of waiting) await selling(before).pay(buyer, id, { provider: "stripe" });
  const plain = await selling(before).placed();
  await before.close();
  const after = await opened({});
  const { pay: payAfter, look: lookAfter } = selling(after);
  const [otherwise, cancelled, left] = waiting;
  expect((await payAfter(otherwise!.buyer, otherwise!.id)).status).toBe(201);
  const cancel = await after.ask(`POST /orders/${cancelled!.id}/cancel`, { token: cancelled!.buyer.token, body: {} });
  expect(cancel.status).toBe(200);
  after.app.now = () => new Date(Date.now() + 3_600_000);
  await expireOverdue(after.app);
  expect((await lookAfter(left!.buyer, left!.id)).status).toBe("expired");
  expect((await lookAfter(plain.buyer, plain.id)).status).toBe("expired");
  await after.close();
  await drop();
  rmSync(dataDir, { recursive: true, force: true });
});
