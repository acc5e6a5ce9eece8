import { v7 } from "uuid";
import { type Cart, type CartMerge, maxLineQuantity } from "#contract/cart.ts";
import { type SaleVariation, getVariationsForSale } from "#server/catalogue/catalogue.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { secretHash } from "#server/platform/auth/tokens.ts";
import { changed, inTransaction } from "#server/platform/database/transaction.ts";
import { insertCart, type StoredLine, type Owner } from "#server/cart/cart.sql.ts";
import {
  markMerged,
  listLines,
  lockActiveCart,
  lockGuestCart,
  type NewLine,
  upsertLines,
} from "#server/cart/locked-cart.sql.ts";
import { trimHoldToLines } from "#server/cart/holds/holds.ts";
import { insertMerge, sumMerges, deleteMerges, subtractUnits } from "./merge.sql.ts";
import { findActiveCart } from "#server/cart/owner.ts";
import { copyAdjustments } from "#server/cart/adjustments.sql.ts";
import { orderLimit, presentCart } from "#server/cart/present-cart.ts";

/**
 * Moves what a guest had chosen into the customer's cart, once: whoever comes second finds it merged and does nothing.
 * Answers which carts those were, both locked, when something was moved.
 */
export async function mergeGuestCart(
  tx: Tx,
  userId: number,
  guestId: string,
): Promise<{ from: string; into: string } | undefined> {
  const guest = await lockGuestCart(tx, secretHash(guestId));
  if (guest?.status !== "active") return undefined;
  const lines = await listLines(tx, guest.id);
  if (lines.length === 0) {
    await markMerged(tx, guest.id, undefined);
    return undefined;
  }
  const cartId = await lockOrCreateCart(tx, { userId });
  const kept = await listLines(tx, cartId);
  const forSale = await getVariationsForSale(
    tx,
    [...lines, ...kept].map((line) => line.variation_id),
    [guest.id, cartId],
  );
  const merged = mergeLines(kept, lines, forSale);
  const units = await upsertLines(tx, cartId, merged);
  if (guest.has_perks) await copyAdjustments(tx, guest.id, cartId);
  await markMerged(tx, guest.id, cartId);
  await insertMerge(tx, guest.id, cartId, subtractLines(kept, merged));
  await changed(tx, `cart_changed:${userId}:${units}`);
  return { from: guest.id, into: cartId };
}

/** How many units the last hour's signing in brought into the customer's cart; null when none. */
export async function getMerge(db: Db, userId: number): Promise<CartMerge | null> {
  const { added, saved_for_later } = await sumMerges(db, userId);
  return added + saved_for_later > 0 ? { added, saved_for_later } : null;
}

/** Takes what signing in brought out of the customer's cart again, once; what was chosen since stays. */
export async function undoMerge(app: App, userId: number): Promise<Cart> {
  await inTransaction(app.db, async (tx) => {
    const cartId = await lockActiveCart(tx, { userId });
    const brought = cartId ? await deleteMerges(tx, cartId) : [];
    if (!cartId || brought.length === 0) return;
    const units = await subtractUnits(tx, cartId, brought);
    await trimHoldToLines(app, tx, cartId);
    await changed(tx, `cart_changed:${userId}:${units}`);
  });
  return presentCart(app, await findActiveCart(app.db, { userId }));
}

/**
 * The owner's active cart, locked; a customer without one gets it opened. Throws `guest_cart_unknown` for a guest whose
 * cart is not known any more.
 */
export async function lockOrCreateCart(tx: Tx, owner: Owner): Promise<string> {
  const locked = await lockActiveCart(tx, owner);
  if (locked) return locked;
  if ("guestHash" in owner) throw new Problem("guest_cart_unknown");
  return (await insertCart(tx, v7(), owner))?.id ?? lockOrCreateCart(tx, owner);
}

/** What lines have more than before. */
function subtractLines(kept: StoredLine[], merged: NewLine[]): NewLine[] {
  const before = (line: NewLine) =>
    kept.find((one) => one.variation_id === line.variation_id && one.saved_for_later === line.saved_for_later);
  return merged
    .map((line) => ({ ...line, quantity: line.quantity - (before(line)?.quantity ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

/**
 * The lines to set in the customer's cart: quantities of the same variation are added up, as far as stock and limit go;
 * what is over is saved for later. A line the customer had is never made smaller.
 */
export function mergeLines(kept: StoredLine[], added: StoredLine[], forSale: Map<number, SaleVariation>): NewLine[] {
  const lines = new Map<string, NewLine>();
  const at = (variationId: number, saved: boolean) => `${variationId} ${saved}`;
  const have = (variationId: number, saved: boolean) => lines.get(at(variationId, saved))?.quantity ?? 0;
  const set = ({ variation_id, seen_price_amount }: StoredLine, saved_for_later: boolean, quantity: number) => {
    if (quantity === 0) return;
    const seen = lines.get(at(variation_id, saved_for_later))?.seen_price_amount ?? seen_price_amount;
    lines.set(at(variation_id, saved_for_later), { variation_id, quantity, seen_price_amount: seen, saved_for_later });
  };
  for (const line of kept) set(line, line.saved_for_later, line.quantity);
  for (const line of added) {
    const present = have(line.variation_id, false);
    const wanted = line.saved_for_later ? present : present + line.quantity;
    const fits = Math.max(present, Math.min(wanted, maxQuantityOf(forSale.get(line.variation_id))));
    const over = line.saved_for_later ? line.quantity : wanted - fits;
    set(line, false, fits);
    if (over > 0) set(line, true, Math.min(maxLineQuantity, have(line.variation_id, true) + over));
  }
  return [...lines.values()];
}

/** What one cart may hold of a variation now; nothing of one that is not sold. */
const maxQuantityOf = (variation: SaleVariation | undefined) =>
  variation?.for_sale ? Math.min(orderLimit(variation), variation.available ?? maxLineQuantity) : 0;
