import type { App } from "#server/platform/app.ts";
import { checkoutHoldMinutes, getCachedSettings } from "#server/shop/shop.ts";
import { findLastHoldExpiry } from "#server/stock/stock.ts";

/** Minutes the shop holds stock for a cart at the checkout; 0 for not at all. */
export const getHoldMinutes = async (app: Pick<App, "reads" | "db">) =>
  checkoutHoldMinutes(await getCachedSettings(app));

const graceMs = 15 * 60_000;

/**
 * Whether anything can be held for carts: while the shop is set so, and until what was held before is over. Kept in
 * memory: a shop that holds nothing must not pay for looking.
 */
export async function canCartsHoldStock(app: Pick<App, "reads" | "db" | "now">): Promise<boolean> {
  const { value } = await app.reads.read("carts holding", async (shows) => {
    shows("settings");
    const isSet = (await getHoldMinutes(app)) > 0;
    const end = isSet ? null : await findLastHoldExpiry(app.db);
    return { value: { isSet, until: end === null ? 0 : new Date(end).getTime() + graceMs }, bytes: 100 };
  });
  return value.isSet || value.until > app.now().getTime();
}

/** The cart, if something may be held for it. */
export const listHolders = async (app: Pick<App, "reads" | "db" | "now">, cart: { id: string } | undefined) =>
  cart && (await canCartsHoldStock(app)) ? [cart.id] : [];
