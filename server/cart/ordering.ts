import { v7 } from "uuid";
import { type Cart, maxCartLines } from "#contract/cart.ts";
import { canCartsHoldStock, listHolders } from "#server/cart/holds/hold-settings.ts";
import { trimHoldToLines } from "#server/cart/holds/holds.ts";
import { subtractUnits } from "#server/cart/merge/merge.sql.ts";
import { lockOrCreateCart, mergeLines } from "#server/cart/merge/merge.ts";
import type { Adjustments } from "#server/cart/pricing/price-cart.ts";
import { getVariationsForSale } from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import { inOrder, type Tx, valuesOf } from "#server/platform/database/database.ts";
import { inTransaction, invalidate, notifyClients } from "#server/platform/database/transaction.ts";
import { copyAdjustments } from "./adjustments.sql.ts";
import { insertCart, type Owner, type StoredLine } from "./cart.sql.ts";
import {
  type LockedCart,
  listLines,
  lockActiveCart,
  lockCart,
  markCartOrdered,
  moveSavedLines,
  type NewLine,
  upsertLines,
  variationIdsOf,
} from "./locked-cart.sql.ts";
import { findActiveCart } from "./owner.ts";
import { type ForSale, orderLimit, presentCart } from "./present-cart.ts";
import { deleteRestoration, insertRestoration } from "./restorations.sql.ts";

interface Units {
  variation_id: number;
  quantity: number;
}
export interface CartToOrder extends LockedCart, Adjustments {
  items: { item_id: number; variation_id: number; quantity: number }[];
  /** Prices and availability, including the stock held for this cart. */
  sale: ForSale;
}

/** Whether the locked cart holds stock that placing the order must release. */
export const hasHold = ({ sale }: Pick<CartToOrder, "sale">) => [...sale.values()].some(({ held }) => held > 0);

/** A customer's cart, locked, with lines and prices; undefined if not theirs. Without `mayHold` no holds are read. */
export async function lockCartForOrder(tx: Tx, cartId: string, userId: number, mayHold = true) {
  const [cart, lines, sale] = await inOrder(
    tx,
    () => lockCart(tx, cartId, userId),
    () => listLines(tx, cartId),
    () => getVariationsForSale(tx, variationIdsOf(cartId), mayHold ? [cartId] : []),
  );
  if (!cart) return undefined;
  const items = lines
    .filter((line) => !line.saved_for_later)
    .map(({ id, variation_id, quantity }) => ({ item_id: id, variation_id, quantity }));
  return { ...cart, items, sale };
}

/** Marks the cart as ordered and moves its saved items to a new cart. */
export async function completeCart(tx: Tx, cartId: string) {
  const closed = await markCartOrdered(tx, cartId);
  if (!closed?.user_id) return;
  if (closed.has_saved) {
    const next = await insertCart(tx, v7(), { userId: closed.user_id });
    if (next) await moveSavedLines(tx, cartId, next.id);
  }
  await notifyClients(tx, `cart_changed:${closed.user_id}:0`);
}

/** Adds lines to the customer's cart. Units over stock or limit are saved for later; lines not for sale are skipped. */
export const addLinesToCart = (app: App, userId: number, lines: Units[]) => addLines(app, { userId }, lines);

/** Adds lines to the cart of a customer or a guest. Throws `guest_cart_unknown`. */
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
    if ("userId" in owner) await invalidate(tx, `cart_changed:${owner.userId}:${units}`);
  });
  return presentCart(app, await findActiveCart(app.db, owner));
}

/**
 * Restores the lines, coupon and gift cards of an expired or cancelled order to the customer's active cart. Quantities
 * are limited to the maximum per order; a coupon applied since stays.
 */
export async function restoreLines(tx: Tx, userId: number, lines: Units[], orderedCartId: string | null) {
  if (lines.length === 0) return;
  const cartId = await lockOrCreateCart(tx, { userId });
  const existing = await listLines(tx, cartId);
  const forSale = await listVariations(tx, lines);
  const had = (id: number) => existing.find((line) => line.variation_id === id && !line.saved_for_later)?.quantity ?? 0;
  let room = Math.max(0, maxCartLines - existing.length);
  const back = lines.flatMap(({ variation_id, quantity }): NewLine[] => {
    const variation = forSale.get(variation_id);
    if (!variation) return [];
    const present = had(variation_id);
    if (present === 0 && room-- <= 0) return [];
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
  await invalidate(tx, `cart_changed:${userId}:${units}`);
}

/** Removes the units that `restoreLines` added from the customer's active cart, once. Other units stay. */
export async function removeRestoredLines(app: App, tx: Tx, userId: number, orderedCartId: string) {
  const cartId = await lockActiveCart(tx, { userId });
  const restored = cartId ? await deleteRestoration(tx, orderedCartId, cartId) : [];
  if (!cartId || restored.length === 0) return;
  const gains = restored.map((line) => ({ ...line, saved_for_later: false }));
  await invalidate(tx, `cart_changed:${userId}:${await subtractUnits(tx, cartId, gains)}`);
  if (await canCartsHoldStock(app)) await trimHoldToLines(app, tx, cartId);
}

const listVariations = (tx: Tx, lines: Units[], cartIds: string[] = []) =>
  getVariationsForSale(tx, valuesOf(lines, "variation_id"), cartIds);
