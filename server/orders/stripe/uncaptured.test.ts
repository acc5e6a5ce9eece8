import { expect, test } from "vitest";
import { alertUncapturedPayments, syncUnresolvedPayments } from "#server/payments/payments.ts";
import { selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach } from "#server/testing/shop.ts";
import { shopWithStripe } from "#server/testing/stripe-payments.ts";

const { shop, fakeStripe, admin, act, byStripe, withManualCapture, deliverWebhooks, intentOf } = await shopWithStripe();
const { alertTitles, look } = selling(shop);
const { app } = shop;
checkFiguresAfterEach(shop);

const hoursLater = async (hours: number) => {
  app.now = () => new Date(Date.now() + hours * 3_600_000);
  await alertUncapturedPayments(app);
};

test("Stripe: an authorized payment that isn't captured is alerted once before its authorization expires", async () => {
  const { id, order } = await withManualCapture(() => byStripe());
  const title =
    `The payment of order ${order.number} has been authorized for five days. ` +
    "Capture it before the authorization expires, usually after seven.";
  await hoursLater(5 * 24 - 1);
  expect(await alertTitles(id, admin)).toEqual([]);
  await hoursLater(5 * 24 + 1);
  await hoursLater(6 * 24);
  expect(await alertTitles(id, admin)).toEqual([title]);
});

test("Stripe: a payment that was captured in time is not alerted", async () => {
  const { id } = await withManualCapture(() => byStripe());
  await act(id, "capture");
  await deliverWebhooks();
  await hoursLater(6 * 24);
  expect(await alertTitles(id, admin)).toEqual([]);
});

test("Stripe: an authorization that Stripe declines to void is alerted once, voided later and never captured", async () => {
  const { id, order } = await withManualCapture(() => byStripe());
  fakeStripe.declinesCancel = true;
  await act(id, "cancel");
  await deliverWebhooks();
  const title =
    `Couldn't void the payment authorization of order ${order.number}. ` +
    "The customer's money stays reserved. Void it at the payment provider.";
  expect(await alertTitles(id, admin)).toEqual([title]);
  await hoursLater(6 * 24);
  await syncUnresolvedPayments(app);
  expect(await alertTitles(id, admin)).toEqual([title]);
  expect(fakeStripe.intent(intentOf(id)).status).toBe("requires_capture");
  expect((await look(admin, id)).actions).not.toContain("capture");
  expect(await act(id, "capture")).toMatchObject({ status: 409, body: { code: "order_state" } });
  fakeStripe.declinesCancel = false;
  await hoursLater(6 * 24 + 1);
  await syncUnresolvedPayments(app);
  await deliverWebhooks();
  expect(fakeStripe.intent(intentOf(id)).status).toBe("canceled");
  expect((await look(admin, id)).payments).toMatchObject([{ status: "voided" }]);
});
