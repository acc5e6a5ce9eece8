import { v7 } from "uuid";
import type { Cart } from "#contract/cart.ts";
import { getVariationsForSale } from "#server/catalogue/catalogue.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { changed, inTransaction, news } from "#server/platform/database/transaction.ts";
import { insertCart, type StoredLine, type Owner } from "./cart.sql.ts";
import { insertRestoration, deleteRestoration } from "./restorations.sql.ts";
import {
  markCartOrdered,
  type LockedCart,
  listLines,
  lockActiveCart,
  lockCart,
  moveSavedLines,
  type NewLine,
  upsertLines,
  variationIdsOf,
} from "./locked-cart.sql.ts";
import { trimHoldToLines } from "#server/cart/holds/holds.ts";
import { canCartsHoldStock, listHolders } from "#server/cart/holds/hold-settings.ts";
import { subtractUnits } from "#server/cart/merge/merge.sql.ts";
import { lockOrCreateCart, mergeLines } from "#server/cart/merge/merge.ts";
import { findActiveCart } from "./owner.ts";
import { copyAdjustments } from "./adjustments.sql.ts";
import { type ForSale, orderLimit, presentCart } from "./present-cart.ts";
import type { Adjustments } from "#server/cart/pricing/price-cart.ts";

interface Units {
  variation_id: number;
  quantity: number;
}
export interface CartToOrder extends LockedCart, Adjustments {
  items: { item_id: number; variation_id: number; quantity: number }[];
  /** What they cost now and how many can be had, those held for it among them. */
  sale: ForSale;
}

/** Whether something is held for a locked cart that its order must give back. */
export const hasHold = ({ sale }: Pick<CartToOrder, "sale">) => [...sale.values()].some(({ held }) => held > 0);

/**
 * A customer's cart, locked until the transaction ends, with its lines not saved for later and what they cost; undefined
 * when it is not theirs. With `mayHold` false nobody looks what is held for it.
 */
export async function lockCartForOrder(
  tx: Tx,
  cartId: string,
  userId: number,
  mayHold = true,
): Promise<CartToOrder | undefined> {
  const [cart, lines, sale] = await Promise.all([
    lockCart(tx, cartId, userId),
    listLines(tx, cartId),
    getVariationsForSale(tx, variationIdsOf(cartId), mayHold ? [cartId] : []),
  ]);
  if (!cart) return undefined;
  const items = lines
    .filter((line) => !line.saved_for_later)
    .map(({ id, variation_id, quantity }) => ({ item_id: id, variation_id, quantity }));
  return { ...cart, items, sale };
}

/** The cart has become an order; what was saved for later goes on in a new one. */
export async function completeCart(tx: Tx, cartId: string) {
  const closed = await markCartOrdered(tx, cartId);
  if (!closed?.user_id) return;
  if (closed.has_saved) {
    const next = await insertCart(tx, v7(), { userId: closed.user_id });
    if (next) await moveSavedLines(tx, cartId, next.id);
  }
  await news(tx, `cart_changed:${closed.user_id}:0`);
}

/** Puts what is still sold of these lines into the customer's cart; what stock or limit won't allow is saved for later. */
export const addLinesToCart = (app: App, userId: number, lines: Units[]) => addLines(app, { userId }, lines);

/** The same for a customer or a guest. Throws `guest_cart_unknown`. */
export async function addLines(app: App, owner: Owner, lines: Units[]): Promise<Cart> {
  await inTransaction(app.db, async (tx) => {
    const forSale = await listVariations(tx, lines);
    const added = lines.flatMap(({ variation_id, quantity }): StoredLine[] => {
      const variation = forSale.get(variation_id);
      if (!variation?.for_sale) return [];
      return [{ id: 0, variation_id, quantity, seen_price_amount: variation.price_amount, saved_for_later: false }];
    });
    if (added.length === 0) return;
    const cartId = await lockOrCreateCart(tx, owner);
    const holders = await listHolders(app, { id: cartId });
    const own = holders.length > 0 ? await listVariations(tx, lines, holders) : forSale;
    const units = await upsertLines(tx, cartId, mergeLines(await listLines(tx, cartId), added, own));
    if ("userId" in owner) await changed(tx, `cart_changed:${owner.userId}:${units}`);
  });
  return presentCart(app, await findActiveCart(app.db, owner));
}

/**
 * Gives the lines of an order that came to nothing back to the customer's active cart, each capped at what an order may
 * hold, and with them the coupon and gift cards of the cart it was made of; a coupon chosen since stays.
 */
export async function restoreLines(tx: Tx, userId: number, lines: Units[], orderedCartId: string | null) {
  if (lines.length === 0) return;
  const cartId = await lockOrCreateCart(tx, { userId });
  const kept = await listLines(tx, cartId);
  const forSale = await listVariations(tx, lines);
  const had = (id: number) => kept.find((line) => line.variation_id === id && !line.saved_for_later)?.quantity ?? 0;
  const back = lines.flatMap(({ variation_id, quantity }): NewLine[] => {
    const variation = forSale.get(variation_id);
    if (!variation) return [];
    const present = had(variation_id);
    const total = Math.max(present, Math.min(present + quantity, orderLimit(variation)));
    return [{ variation_id, quantity: total, seen_price_amount: variation.price_amount, saved_for_later: false }];
  });
  if (orderedCartId) {
    await copyAdjustments(tx, orderedCartId, cartId);
    const more = back.map(({ variation_id: id, quantity }) => ({ variation_id: id, quantity: quantity - had(id) }));
    const gained = more.filter(({ quantity }) => quantity > 0);
    await insertRestoration(tx, orderedCartId, cartId, gained);
  }
  const units = await upsertLines(tx, cartId, back);
  await changed(tx, `cart_changed:${userId}:${units}`);
}

/** Takes what `putBack` gave out of the customer's active cart again, once; what was in it before or chosen since stays. */
export async function removeRestoredLines(app: App, tx: Tx, userId: number, orderedCartId: string) {
  const cartId = await lockActiveCart(tx, { userId });
  const given = cartId ? await deleteRestoration(tx, orderedCartId, cartId) : [];
  if (!cartId || given.length === 0) return;
  const gains = given.map((line) => ({ ...line, saved_for_later: false }));
  await changed(tx, `cart_changed:${userId}:${await subtractUnits(tx, cartId, gains)}`);
  if (await canCartsHoldStock(app)) await trimHoldToLines(app, tx, cartId);
}

const listVariations = (tx: Tx, lines: Units[], cartIds: string[] = []) =>
  getVariationsForSale(
    tx,
    lines.map((line) => line.variation_id),
    cartIds,
  );
