import { afterEach, expect, test } from "vitest";
import { stripeApiVersion } from "#contract/payments.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { shopWithStripe } from "#server/testing/stripe-payments.ts";

const { shop, fakeStripe, stripe, deliverWebhooks, intentOf, admin, byStripe } = await shopWithStripe();
const { placed, pay, look } = selling(shop);
const see = (id: string) => look(admin as Buyer, id);
afterEach(() => {
  fakeStripe.eventVersion = stripeApiVersion;
});
const sendAll = async () => {
  const answers = [];
  for (const { raw, signature } of stripe.takeWebhooks())
    answers.push(
      await shop.ask("POST /webhooks/payments/stripe", {
        headers: { "stripe-signature": signature },
        body: JSON.parse(raw),
      }),
    );
  await shop.app.jobs.drain();
  return answers;
};

test("Stripe: an event of another API version is read again at Stripe, not taken from its payload", async () => {
  const { buyer, id } = await placed();
  const begun = await pay(buyer, id, { provider: "stripe" });
  expect(begun, JSON.stringify(begun.body)).toMatchObject({ body: { data: { status: "requires_action" } } });
  await deliverWebhooks();
  fakeStripe.eventVersion = "2025-08-27.basil";
  fakeStripe.confirm(intentOf(id));
  const [{ raw = "", signature = "" } = {}] = stripe.takeWebhooks();
  // Stripe knows better than the event by now.
  fakeStripe.createRefund({ payment_intent: intentOf(id), amount: "500" });
  const headers = { "stripe-signature": signature };
  expect((await shop.ask("POST /webhooks/payments/stripe", { headers, body: JSON.parse(raw) })).status).toBe(200);
  expect((await sendAll()).map(({ status }) => status)).toEqual([200]);
  expect(await see(id)).toMatchObject({ status: "confirmed", refunded: { amount: 500 } });
  expect(stripe.requests).toContain(`GET /v1/payment_intents/${intentOf(id)}`);
});

test("Stripe: a refund event of a version in which voids look like refunds is refused, and staff are told", async () => {
  const { id } = await byStripe();
  fakeStripe.eventVersion = "2024-10-28.acacia";
  fakeStripe.createRefund({ payment_intent: intentOf(id), amount: "500" });
  for (const answer of await sendAll())
    expect(answer).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(`Create it again with version ${stripeApiVersion}`) },
    });
  expect((await see(id)).refunded.amount).toBe(0);
  const { body } = await shop.ask("GET /notifications?per_page=100", { token: admin.token });
  const titles = body.data.map(({ title }: { title: string }) => title).join();
  expect(titles).toContain("API version 2024-10-28.acacia");
});
