import { afterAll } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { selling } from "./selling.ts";
import { openTestShop } from "./shop.ts";
import { stripeLine } from "./stripe-line.ts";
import { stripeStandIn } from "./stripe-stand-in.ts";

/** A shop that takes cards by Stripe, over a line on which things can go wrong. Closed after the test file. */
export async function shopWithStripe() {
  const stripe = await stripeStandIn();
  const { books } = stripe;
  const line = await stripeLine(stripe.account.apiBase);
  const shop = await openTestShop({ stripe: { ...stripe.account, apiBase: line.apiBase }, logLevel: "silent" });
  const { placed, pay, key } = selling(shop);
  const admin = await shop.person("admin");
  afterAll(async () => {
    line.close();
    await stripe.close();
  });

  /** Stripe tells us all it has to tell. */
  const hear = async () => {
    for (const { raw, signature } of stripe.messages()) {
      const headers = { "stripe-signature": signature };
      await shop.ask("POST /webhooks/payments/stripe", { headers, body: JSON.parse(raw) });
    }
    await shop.app.jobs.drain();
  };
  const intentOf = (orderId: string) =>
    [...books.intents.values()].filter(({ metadata }) => metadata.order_id === orderId).at(-1)?.id ?? "";

  return {
    shop,
    books,
    line,
    stripe,
    hear,
    intentOf,
    admin,
    /** A call of the order desk, or of a customer given by `as`. */
    act: (id: string, what: string, body: object = {}, as: { token: string } = admin) =>
      shop.ask(`POST /orders/${id}/${what}`, { token: as.token, headers: key(), body }),
    /** A placed order paid by card: money taken at once, or promised where the shop is set so. */
    byStripe: async (how: Parameters<typeof placed>[0] = {}) => {
      const made = await placed(how);
      await pay(made.buyer, made.id, { provider: "stripe" });
      books.confirm(intentOf(made.id));
      await hear();
      return made;
    },
    /** Does something while cards are only promised, as a shop may be set. */
    promising: async <T>(work: () => Promise<T>): Promise<T> => {
      const take = (card_capture: "manual" | "automatic") =>
        inTransaction(shop.app.db, (tx) => updateSettings(tx, { card_capture }));
      await take("manual");
      try {
        return await work();
      } finally {
        await take("automatic");
      }
    },
  };
}
