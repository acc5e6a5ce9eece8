import { expect, test } from "vitest";
import { alertUncapturedPayments } from "#server/payments/payments.ts";
import { selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach } from "#server/testing/shop.ts";
import { shopWithStripe } from "#server/testing/stripe-payments.ts";

const { shop, admin, act, byStripe, withManualCapture, deliverWebhooks } = await shopWithStripe();
const { alertTitles } = selling(shop);
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
