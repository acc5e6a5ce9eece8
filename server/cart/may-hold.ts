import type { House } from "#server/platform/house.ts";
import { checkoutHoldMinutes, keptSettings } from "#server/shop/shop.ts";
import { lastHoldingEnd } from "#server/stock/stock.ts";

/** Minutes the shop holds stock for a cart at the checkout; 0 for not at all. */
export const holdMinutes = async (house: Pick<House, "reads" | "db">) => checkoutHoldMinutes(await keptSettings(house));

const lateMs = 15 * 60_000;

/**
 * Whether anything can be held for carts: while the shop is set so, and until what was held before is over. Kept in
 * memory: a shop that holds nothing must not pay for looking.
 */
export async function cartsMayHold(house: Pick<House, "reads" | "db" | "now">): Promise<boolean> {
  const { value } = await house.reads.read("carts holding", async (shows) => {
    shows("settings");
    const isSet = (await holdMinutes(house)) > 0;
    const end = isSet ? null : await lastHoldingEnd(house.db);
    return { value: { isSet, until: end === null ? 0 : new Date(end).getTime() + lateMs }, bytes: 100 };
  });
  return value.isSet || value.until > house.now().getTime();
}

/** The cart, if something may be held for it. */
export const holderOf = async (house: Pick<House, "reads" | "db" | "now">, cart: { id: string } | undefined) =>
  cart && (await cartsMayHold(house)) ? [cart.id] : [];
