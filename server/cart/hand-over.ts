import { v7 } from "uuid";
import type { Cart } from "#contract/cart.ts";
import { variationsForSale } from "#server/catalogue/catalogue.ts";
import type { Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { changed, inTransaction } from "#server/platform/transaction.ts";
import { insertCart, type KeptLine, type Owner } from "./cart.sql.ts";
import {
  closeOrdered,
  type LockedCart,
  linesOf,
  lockCart,
  moveSaved,
  type PutLine,
  putLines,
} from "./hand-over.sql.ts";
import { cartToFill, mergedLines } from "./merging.ts";
import { activeCart } from "./owner.ts";
import { orderLimit, shownCart } from "./pricing.ts";
import type { Perks } from "./reckoning.ts";

interface Units {
  variation_id: number;
  quantity: number;
}
export interface CartToOrder extends LockedCart, Perks {
  items: { item_id: number; variation_id: number; quantity: number }[];
}

/** A customer's cart, locked until the transaction ends, with its lines not saved for later; undefined when it is not theirs. */
export async function lockedCart(tx: Tx, cartId: string, userId: number): Promise<CartToOrder | undefined> {
  const cart = await lockCart(tx, cartId, userId);
  if (!cart) return undefined;
  const lines = await linesOf(tx, cartId);
  const items = lines
    .filter((line) => !line.saved_for_later)
    .map(({ id, variation_id, quantity }) => ({ item_id: id, variation_id, quantity }));
  return { ...cart, items };
}

/** The cart has become an order; what was saved for later goes on in a new one. */
export async function markOrdered(tx: Tx, cartId: string) {
  const closed = await closeOrdered(tx, cartId);
  if (!closed?.user_id) return;
  if (closed.has_saved) {
    const next = await insertCart(tx, v7(), { userId: closed.user_id });
    if (next) await moveSaved(tx, cartId, next.id);
  }
  await changed(tx, `cart_changed:${closed.user_id}:0`);
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

/** Gives the lines of an order that came to nothing back to the customer's active cart, each capped at what an order may hold. */
export async function putBack(_house: House, tx: Tx, userId: number, lines: Units[]) {
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
  const units = await putLines(tx, cartId, back);
  await changed(tx, `cart_changed:${userId}:${units}`);
}

const saleOf = (tx: Tx, lines: Units[]) =>
  variationsForSale(
    tx,
    lines.map((line) => line.variation_id),
  );
