import type { CartHold } from "#contract/cart.ts";
import { listEndedCartsWithHold, type Owner, type StoredLine } from "#server/cart/cart.sql.ts";
import { listLines, lockActiveCart, lockCartById, variationIdsOf } from "#server/cart/locked-cart.sql.ts";
import { findActiveCart } from "#server/cart/owner.ts";
import { orderLimit, presentCart } from "#server/cart/present-cart.ts";
import { getVariationsForSale } from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { holdStock, releaseHold, transferHold, trimHold } from "#server/stock/stock.ts";
import { canCartsHoldStock, getHoldMinutes } from "./hold-settings.ts";

/** Holds the stock of a cart as its checkout begins, or updates the hold; the cart. Throws `guest_cart_unknown`. */
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
    // Untracked stock and backorders need no hold.
    if (!variation?.for_sale || variation.available === null) return [];
    return [{ variation_id, quantity: Math.min(quantity, orderLimit(variation)) }];
  });
  return holdStock(app, tx, { cartId, now: app.now(), minutes }, wanted);
}

/** Releases held stock that the changed lines no longer need. */
export async function releaseUnneededHold(app: App, cartId: string) {
  if (await canCartsHoldStock(app)) await inTransaction(app.db, (tx) => trimHoldToLines(app, tx, cartId));
}

/** Releases what a hold has beyond the cart's lines, in a transaction of the caller. */
export async function trimHoldToLines(app: App, tx: Tx, cartId: string) {
  const isActive = await lockCartById(tx, cartId);
  await trimHold(app, tx, cartId, isActive ? linesToBuy(await listLines(tx, cartId)) : []);
}

/** Transfers the hold of a merged guest cart to the customer's cart. Both are locked. */
export async function transferHoldOnMerge(app: App, tx: Tx, { from, into }: { from: string; into: string }) {
  if (!(await canCartsHoldStock(app))) return;
  await transferHold(app, tx, { from, into, now: app.now() }, linesToBuy(await listLines(tx, into)));
}

/** Releases the stock held by carts that are no longer active. */
export async function releaseHoldsOfEndedCarts(app: App) {
  for (const cartId of await listEndedCartsWithHold(app.db))
    await inTransaction(app.db, (tx) => releaseHold(app, tx, cartId));
}

const linesToBuy = (lines: StoredLine[]) => lines.filter((line) => !line.saved_for_later);
