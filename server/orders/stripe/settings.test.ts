import { afterAll, expect, test } from "vitest";
import { stripeApiVersion, stripeEvents } from "#contract/payments.ts";
import { administratorWithPassword } from "#server/testing/admin.ts";
import { startFakeStripe } from "#server/testing/fake-stripe-server.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const stripe = await startFakeStripe();
afterAll(() => stripe.close());
const { secretKey, publishableKey, webhookSecret, apiBase } = stripe.account;
const shop = await openTestShop({ stripeApiBase: apiBase });
const { placed, pay } = selling(shop);
const admin = await administratorWithPassword(shop);

async function save(change: object) {
  const { body } = await shop.ask("GET /settings", { token: admin.token });
  const { token, password } = admin;
  return shop.ask("PUT /settings/payments", { token, body: { ...body.data.payments, password, ...change } });
}
const testConnection = async (body = {}) =>
  (await shop.ask("POST /settings/payments/test", { token: admin.token, body })).body.data;

async function listProviders() {
  const { buyer, id } = await placed();
  const { body } = await shop.ask(`GET /payments/${id}/methods`, { token: buyer.token });
  return body.data.map(({ provider }: { provider: string }) => provider);
}
const keys = {
  stripe_publishable_key: publishableKey,
  stripe_secret_key: secretKey,
  stripe_webhook_secret: webhookSecret,
};

test("A7 Stripe is offered once all its keys are saved, and not while card payments are off", async () => {
  expect(await listProviders()).not.toContain("stripe");
  await save({ stripe_publishable_key: publishableKey, stripe_secret_key: secretKey });
  expect(await listProviders()).not.toContain("stripe");
  await save(keys);
  expect(await listProviders()).toContain("stripe");
  await save({ card_payments: false });
  expect(await listProviders()).not.toContain("stripe");
  await save({ card_payments: true });
});

test("A7 an order is paid with the saved keys, and the webhook is verified with the saved secret", async () => {
  await save(keys);
  const { buyer, id } = await placed();
  const begun = await pay(buyer, id, { provider: "stripe" });
  expect(begun.body.data).toMatchObject({ status: "requires_action", client: { client_secret: expect.any(String) } });
  stripe.fakeStripe.confirm(stripe.fakeStripe.intentOf(id).id);
  for (const { raw, signature } of stripe.takeWebhooks()) {
    const headers = { "stripe-signature": signature };
    expect((await shop.ask("POST /webhooks/payments/stripe", { headers, body: JSON.parse(raw) })).status).toBe(200);
  }
  await shop.app.jobs.drain();
  const { body } = await shop.ask(`GET /orders/${id}`, { token: buyer.token });
  expect(body.data.status).toBe("confirmed");
});

test("A7 the connection is tested with the key typed, else the saved one", async () => {
  await save({ stripe_secret_key: null });
  expect(await testConnection()).toEqual({ status: "no_key", live: false, webhook: null });
  expect(await testConnection({ stripe_secret_key: "sk_test_wrong" })).toEqual({
    status: "rejected",
    live: false,
    webhook: null,
  });
  expect(await testConnection({ stripe_secret_key: secretKey })).toEqual({
    status: "connected",
    live: false,
    webhook: null,
  });
  await save(keys);
  expect(await testConnection()).toEqual({ status: "connected", live: false, webhook: null });
  stripe.connection = "down";
  expect(await testConnection()).toEqual({ status: "unreachable", live: false, webhook: null });
  stripe.connection = "up";
});

test("A7 the test of the connection says which version and events the webhook endpoint has", async () => {
  await save(keys);
  const url = "https://shop.example/v1/webhooks/payments/stripe";
  const others = { url: "https://other.example/hook", status: "enabled", api_version: null, enabled_events: ["*"] };
  const ours = {
    url,
    status: "enabled",
    api_version: "2024-10-28.acacia",
    enabled_events: ["payment_intent.succeeded"],
  };
  stripe.fakeStripe.webhookEndpoints = [others, ours];
  const { webhook } = await testConnection();
  expect(webhook).toMatchObject({ version: "2024-10-28.acacia" });
  expect(webhook.missing_events).toEqual(expect.arrayContaining(["refund.failed", "charge.dispute.created"]));
  expect(webhook.missing_events).not.toContain("payment_intent.succeeded");
  const right = { ...ours, api_version: stripeApiVersion, enabled_events: [...stripeEvents] };
  stripe.fakeStripe.webhookEndpoints = [others, right];
  expect((await testConnection()).webhook).toEqual({ version: stripeApiVersion, missing_events: [] });
  stripe.fakeStripe.webhookEndpoints = [];
});

test("A7 bank transfer and cash on delivery are offered while they are on", async () => {
  const bank_account = {
    account_holder: "Kiosk",
    iban: "DE02 1203 0000 0000 2020 51",
    bic: "BYLADEM1001",
    bank_name: "Bank",
  };
  await save({ bank_account, cash_on_delivery: false });
  expect(await listProviders()).toContain("bank");
  expect(await listProviders()).not.toContain("cod");
  // The account stays for orders that wait for a transfer.
  await save({ bank_transfer: false });
  expect(await listProviders()).not.toContain("bank");
});
