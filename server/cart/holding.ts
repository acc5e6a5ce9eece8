import type { CartHold } from "#contract/cart.ts";
import { getVariationsForSale } from "#server/catalogue/catalogue.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { hold, holdFor, keepOnly, letGo } from "#server/stock/stock.ts";
import { type KeptLine, listEndedHolders, type Owner } from "./cart.sql.ts";
import { linesOf, lockActiveCart, lockCartOf, variationsIn } from "./hand-over.sql.ts";
import { cartsMayHold, holdMinutes } from "./may-hold.ts";
import { activeCart } from "./owner.ts";
import { orderLimit, shownCart } from "./pricing.ts";

/**
 * Holds what can be had of a cart for its shopper, who begins the checkout, and shows the cart. Called again it follows
 * what the cart has by then. Throws `guest_cart_unknown`.
 */
export async function holdCart(app: App, owner: Owner): Promise<CartHold> {
  const minutes = await holdMinutes(app);
  const held_until = minutes > 0 ? await inTransaction(app.db, (tx) => holdLines(app, tx, owner, minutes)) : null;
  return { held_until, cart: await shownCart(app, await activeCart(app.db, owner)) };
}

async function holdLines(app: App, tx: Tx, owner: Owner, minutes: number): Promise<string | null> {
  const cartId = await lockActiveCart(tx, owner);
  if (!cartId) {
    if ("guestHash" in owner) throw new Problem("guest_cart_unknown");
    return null;
  }
  const [lines, sale] = await Promise.all([
    linesOf(tx, cartId),
    getVariationsForSale(tx, variationsIn(cartId), [cartId]),
  ]);
  const wanted = toBuy(lines).flatMap(({ variation_id, quantity }) => {
    const variation = sale.get(variation_id);
    // What is not counted, or sold beyond what is there, can be had by everybody.
    if (!variation?.for_sale || variation.available === null) return [];
    return [{ variation_id, quantity: Math.min(quantity, orderLimit(variation)) }];
  });
  return hold(app, tx, { cartId, now: app.now(), minutes }, wanted);
}

/** Lets go of what a cart holds and its lines want no more, once they have changed. */
export async function letGoUnwanted(app: App, cartId: string) {
  if (await cartsMayHold(app)) await inTransaction(app.db, (tx) => keepToLines(app, tx, cartId));
}

/** The same within the transaction that changes them. */
export async function keepToLines(app: App, tx: Tx, cartId: string) {
  const isActive = await lockCartOf(tx, cartId);
  await keepOnly(app, tx, cartId, isActive ? toBuy(await linesOf(tx, cartId)) : []);
}

/** Holds for the cart that a guest's was merged into what was held for the guest's. Both are locked. */
export async function followMerge(app: App, tx: Tx, { from, into }: { from: string; into: string }) {
  if (!(await cartsMayHold(app))) return;
  await holdFor(app, tx, { from, into, now: app.now() }, toBuy(await linesOf(tx, into)));
}

/** Lets go of what is held for carts that have ended. */
export async function letGoOfEnded(app: App) {
  for (const cartId of await listEndedHolders(app.db)) await inTransaction(app.db, (tx) => letGo(app, tx, cartId));
}

const toBuy = (lines: KeptLine[]) => lines.filter((line) => !line.saved_for_later);
