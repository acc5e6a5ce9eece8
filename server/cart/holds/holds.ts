import type { CartHold } from "#contract/cart.ts";
import { getVariationsForSale } from "#server/catalogue/catalogue.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { holdStock, transferHold, trimHold, releaseHold } from "#server/stock/stock.ts";
import { type StoredLine, listEndedCartsWithHold, type Owner } from "#server/cart/cart.sql.ts";
import { listLines, lockActiveCart, lockCartById, variationIdsOf } from "#server/cart/locked-cart.sql.ts";
import { canCartsHoldStock, getHoldMinutes } from "./hold-settings.ts";
import { findActiveCart } from "#server/cart/owner.ts";
import { orderLimit, presentCart } from "#server/cart/present-cart.ts";

/**
 * Holds what can be had of a cart for its shopper, who begins the checkout, and shows the cart. Called again it follows
 * what the cart has by then. Throws `guest_cart_unknown`.
 */
export async function holdCart(app: App, owner: Owner): Promise<CartHold> {
  const minutes = await getHoldMinutes(app);
  const held_until = minutes > 0 ? await inTransaction(app.db, (tx) => holdActiveCart(app, tx, owner, minutes)) : null;
  return { held_until, cart: await presentCart(app, await findActiveCart(app.db, owner)) };
}

async function holdActiveCart(app: App, tx: Tx, owner: Owner, minutes: number): Promise<string | null> {
  const cartId = await lockActiveCart(tx, owner);
  if (!cartId) {
    if ("guestHash" in owner) throw new Problem("guest_cart_unknown");
    return null;
  }
  const [lines, sale] = await Promise.all([
    listLines(tx, cartId),
    getVariationsForSale(tx, variationIdsOf(cartId), [cartId]),
  ]);
  const wanted = linesToBuy(lines).flatMap(({ variation_id, quantity }) => {
    const variation = sale.get(variation_id);
    // What is not counted, or sold beyond what is there, can be had by everybody.
    if (!variation?.for_sale || variation.available === null) return [];
    return [{ variation_id, quantity: Math.min(quantity, orderLimit(variation)) }];
  });
  return holdStock(app, tx, { cartId, now: app.now(), minutes }, wanted);
}

/** Lets go of what a cart holds and its lines want no more, once they have changed. */
export async function releaseUnneededHold(app: App, cartId: string) {
  if (await canCartsHoldStock(app)) await inTransaction(app.db, (tx) => trimHoldToLines(app, tx, cartId));
}

/** The same within the transaction that changes them. */
export async function trimHoldToLines(app: App, tx: Tx, cartId: string) {
  const isActive = await lockCartById(tx, cartId);
  await trimHold(app, tx, cartId, isActive ? linesToBuy(await listLines(tx, cartId)) : []);
}

/** Holds for the cart that a guest's was merged into what was held for the guest's. Both are locked. */
export async function transferHoldOnMerge(app: App, tx: Tx, { from, into }: { from: string; into: string }) {
  if (!(await canCartsHoldStock(app))) return;
  await transferHold(app, tx, { from, into, now: app.now() }, linesToBuy(await listLines(tx, into)));
}

/** Lets go of what is held for carts that have ended. */
export async function releaseHoldsOfEndedCarts(app: App) {
  for (const cartId of await listEndedCartsWithHold(app.db))
    await inTransaction(app.db, (tx) => releaseHold(app, tx, cartId));
}

const linesToBuy = (lines: StoredLine[]) => lines.filter((line) => !line.saved_for_later);
