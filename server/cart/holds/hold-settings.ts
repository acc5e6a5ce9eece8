import type { App } from "#server/platform/app.ts";
import { getCachedSettings } from "#server/shop/shop.ts";
import { findLastHoldExpiry } from "#server/stock/stock.ts";

/** Minutes of a checkout hold; 0 if disabled. */
export const getHoldMinutes = async (app: Pick<App, "responseCache" | "db">) =>
  (await getCachedSettings(app)).checkout_hold_minutes;

const graceMs = 15 * 60_000;

/** Whether carts may hold stock: by the setting, or by holds from before. Cached: no query where there are none. */
export async function canCartsHoldStock(app: Pick<App, "responseCache" | "db" | "now">): Promise<boolean> {
  const { value } = await app.responseCache.get("carts holding", async (addCacheTags) => {
    addCacheTags("settings");
    const isSet = (await getHoldMinutes(app)) > 0;
    const end = isSet ? null : await findLastHoldExpiry(app.db);
    return { value: { isSet, until: end === null ? 0 : new Date(end).getTime() + graceMs }, bytes: 100 };
  });
  return value.isSet || value.until > app.now().getTime();
}

/** The cart ids whose held stock counts as available to this cart. */
export const listHolders = async (app: Pick<App, "responseCache" | "db" | "now">, cart: { id: string } | undefined) =>
  cart && (await canCartsHoldStock(app)) ? [cart.id] : [];
