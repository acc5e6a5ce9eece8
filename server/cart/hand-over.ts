import { v7 } from "uuid";
import type { Cart } from "#contract/cart.ts";
import { variationsForSale } from "#server/catalogue/catalogue.ts";
import type { Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { changed, inTransaction, news } from "#server/platform/transaction.ts";
import { insertCart, type KeptLine, type Owner } from "./cart.sql.ts";
import {
  closeOrdered,
  type LockedCart,
  linesOf,
  lockCart,
  moveSaved,
  type PutLine,
  putLines,
  variationsIn,
} from "./hand-over.sql.ts";
import { cartToFill, mergedLines } from "./merging.ts";
import { activeCart } from "./owner.ts";
import { movePerks } from "./perks.sql.ts";
import { type ForSale, orderLimit, shownCart } from "./pricing.ts";
import type { Perks } from "./reckoning.ts";

interface Units {
  variation_id: number;
  quantity: number;
}
export interface CartToOrder extends LockedCart, Perks {
  items: { item_id: number; variation_id: number; quantity: number }[];
  /** What they cost now and how many can be had. */
  sale: ForSale;
}

/** A customer's cart, locked until the transaction ends, with its lines not saved for later and what they cost; undefined when it is not theirs. */
export async function lockedCart(tx: Tx, cartId: string, userId: number): Promise<CartToOrder | undefined> {
  const [cart, lines, sale] = await Promise.all([
    lockCart(tx, cartId, userId),
    linesOf(tx, cartId),
    variationsForSale(tx, variationsIn(cartId)),
  ]);
  if (!cart) return undefined;
  const items = lines
    .filter((line) => !line.saved_for_later)
    .map(({ id, variation_id, quantity }) => ({ item_id: id, variation_id, quantity }));
  return { ...cart, items, sale };
}

/** The cart has become an order; what was saved for later goes on in a new one. */
export async function markOrdered(tx: Tx, cartId: string) {
  const closed = await closeOrdered(tx, cartId);
  if (!closed?.user_id) return;
  if (closed.has_saved) {
    const next = await insertCart(tx, v7(), { userId: closed.user_id });
    if (next) await moveSaved(tx, cartId, next.id);
  }
  await news(tx, `cart_changed:${closed.user_id}:0`);
}

/** Puts what is still sold of these lines into the customer's cart; what stock or limit won't allow is saved for later. */
export const addToCart = (house: House, userId: number, lines: Units[]) => addLines(house, { userId }, lines);

/** The same for a customer or a guest. Throws `guest_cart_unknown`. */
export async function addLines(house: House, owner: Owner, lines: Units[]): Promise<Cart> {
  await inTransaction(house.db, async (tx) => {
    const forSale = await saleOf(tx, lines);
    const added = lines.flatMap(({ variation_id, quantity }): KeptLine[] => {
      const variation = forSale.get(variation_id);
      if (!variation?.for_sale) return [];
      return [{ id: 0, variation_id, quantity, seen_price_amount: variation.price_amount, saved_for_later: false }];
    });
    if (added.length === 0) return;
    const cartId = await cartToFill(tx, owner);
    const units = await putLines(tx, cartId, mergedLines(await linesOf(tx, cartId), added, forSale));
    if ("userId" in owner) await changed(tx, `cart_changed:${owner.userId}:${units}`);
  });
  return shownCart(house, await activeCart(house.db, owner));
}

/**
 * Gives the lines of an order that came to nothing back to the customer's active cart, each capped at what an order may
 * hold, and with them the coupon and gift cards of the cart it was made of; a coupon chosen since stays.
 */
export async function putBack(tx: Tx, userId: number, lines: Units[], orderedCartId: string | null) {
  if (lines.length === 0) return;
  const cartId = await cartToFill(tx, { userId });
  const kept = await linesOf(tx, cartId);
  const forSale = await saleOf(tx, lines);
  const back = lines.flatMap(({ variation_id, quantity }): PutLine[] => {
    const variation = forSale.get(variation_id);
    if (!variation) return [];
    const present = kept.find((line) => line.variation_id === variation_id && !line.saved_for_later)?.quantity ?? 0;
    const total = Math.max(present, Math.min(present + quantity, orderLimit(variation)));
    return [{ variation_id, quantity: total, seen_price_amount: variation.price_amount, saved_for_later: false }];
  });
  if (orderedCartId) await movePerks(tx, orderedCartId, cartId);
  const units = await putLines(tx, cartId, back);
  await changed(tx, `cart_changed:${userId}:${units}`);
}

const saleOf = (tx: Tx, lines: Units[]) =>
  variationsForSale(
    tx,
    lines.map((line) => line.variation_id),
  );
