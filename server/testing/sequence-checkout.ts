import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { releaseExpiredHolds } from "#server/stock/hold-expiry.ts";
import { selling } from "./selling.ts";
import { of, step } from "./sequence-step.ts";

export const setHold = ({ db }: App, checkout_hold_minutes: number) =>
  inTransaction(db, (tx) => updateSettings(tx, { checkout_hold_minutes }));

/** Turns checkout holds on or off. */
export const holdForCarts = (minutes: number) =>
  step(`hold for carts: ${minutes}`, false, (_, { shop }) => setHold(shop.app, minutes));

/** A customer begins the checkout, or returns to it. */
export const beginCheckout = (buyer: number, variation: number) =>
  step("begin the checkout", false, async ({ buyers, variations }, { shop }) => {
    const who = of(buyers, buyer);
    const { token } = who;
    const cart = await shop.ask("GET /cart", { token });
    if (cart.body.items.length === 0) await selling(shop).fill(who, of(variations, variation), 2);
    const answer = await shop.ask("PUT /cart/hold", { token });
    return answer.body.data?.held_until ? answer : undefined;
  });

/** Releases expired holds, as the job of each minute does. */
export const releaseHolds = (app: App) => releaseExpiredHolds(app);
