import { afterAll } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { startFakeStripe } from "./fake-stripe-server.ts";
import { selling } from "./selling.ts";
import { openTestShop } from "./shop.ts";
import { startStripeProxy } from "./stripe-proxy.ts";

/** A shop with Stripe payments, through a proxy that can delay or fail requests. Closed after the test file. */
export async function shopWithStripe() {
  const stripe = await startFakeStripe();
  const { fakeStripe } = stripe;
  const proxy = await startStripeProxy(stripe.account.apiBase);
  const shop = await openTestShop({ stripe: { ...stripe.account, apiBase: proxy.apiBase }, logLevel: "silent" });
  const { placed, pay, key } = selling(shop);
  const admin = await shop.person("admin");
  afterAll(async () => {
    proxy.close();
    await stripe.close();
  });

  /** Delivers the pending webhooks of Stripe and runs their jobs. */
  const deliverWebhooks = async () => {
    for (const { raw, signature } of stripe.takeWebhooks()) {
      const headers = { "stripe-signature": signature };
      await shop.ask("POST /webhooks/payments/stripe", { headers, body: JSON.parse(raw) });
    }
    await shop.app.jobs.drain();
  };
  const intentOf = (orderId: string) =>
    [...fakeStripe.intents.values()].filter(({ metadata }) => metadata.order_id === orderId).at(-1)?.id ?? "";

  return {
    shop,
    fakeStripe,
    proxy,
    stripe,
    deliverWebhooks,
    intentOf,
    admin,
    /** Performs an action on an order as an administrator, or as the customer `as`. */
    act: (id: string, action: string, body: object = {}, as: { token: string } = admin) =>
      shop.ask(`POST /orders/${id}/${action}`, { token: as.token, headers: key(), body }),
    /** A placed order paid by card: captured at once, or authorized if the shop captures manually. */
    byStripe: async (how: Parameters<typeof placed>[0] = {}) => {
      const made = await placed(how);
      await pay(made.buyer, made.id, { provider: "stripe" });
      fakeStripe.confirm(intentOf(made.id));
      await deliverWebhooks();
      return made;
    },
    /** Runs `work` while card payments are only authorized (the setting `card_capture: manual`). */
    withManualCapture: async <T>(work: () => Promise<T>): Promise<T> => {
      const setCapture = (card_capture: "manual" | "automatic") =>
        inTransaction(shop.app.db, (tx) => updateSettings(tx, { card_capture }));
      await setCapture("manual");
      try {
        return await work();
      } finally {
        await setCapture("automatic");
      }
    },
  };
}
