import { v7 } from "uuid";
import { maxLineQuantity } from "#contract/cart.ts";
import { type SaleVariation, variationsForSale } from "#server/catalogue/catalogue.ts";
import type { Tx } from "#server/platform/db.ts";
import { secretHash } from "#server/platform/tokens.ts";
import { changed } from "#server/platform/transaction.ts";
import { insertCart, type KeptLine } from "./cart.sql.ts";
import { closeGuestCart, linesOf, lockActiveCart, lockGuestCart, type PutLine, putLines } from "./hand-over.sql.ts";
import { orderLimit } from "./pricing.ts";

/** Moves what a guest had chosen into the customer's cart, once: whoever comes second finds it merged and does nothing. */
export async function mergeGuestCart(tx: Tx, userId: number, guestId: string) {
  const guest = await lockGuestCart(tx, secretHash(guestId));
  if (guest?.status !== "active") return;
  const lines = await linesOf(tx, guest.id);
  if (lines.length === 0) {
    await closeGuestCart(tx, guest.id, undefined);
    return;
  }
  const cartId = await cartToFill(tx, userId);
  const kept = await linesOf(tx, cartId);
  const forSale = await variationsForSale(
    tx,
    [...lines, ...kept].map((line) => line.variation_id),
  );
  const units = await putLines(tx, cartId, mergedLines(kept, lines, forSale));
  await closeGuestCart(tx, guest.id, cartId);
  await changed(tx, `cart_changed:${userId}:${units}`);
}

/** The customer's active cart, locked; opened when there is none. */
export async function cartToFill(tx: Tx, userId: number): Promise<string> {
  const id = v7();
  return (await lockActiveCart(tx, userId)) ?? (await insertCart(tx, id, { userId }))?.id ?? cartToFill(tx, userId);
}

/**
 * The lines to set in the customer's cart: quantities of the same variation are added up, as far as stock and limit go;
 * what is over is saved for later. A line the customer had is never made smaller.
 */
export function mergedLines(kept: KeptLine[], added: KeptLine[], forSale: Map<number, SaleVariation>): PutLine[] {
  const lines = new Map<string, PutLine>();
  const at = (variationId: number, saved: boolean) => `${variationId} ${saved}`;
  const have = (variationId: number, saved: boolean) => lines.get(at(variationId, saved))?.quantity ?? 0;
  const set = ({ variation_id, seen_price_amount }: KeptLine, saved_for_later: boolean, quantity: number) => {
    if (quantity === 0) return;
    const seen = lines.get(at(variation_id, saved_for_later))?.seen_price_amount ?? seen_price_amount;
    lines.set(at(variation_id, saved_for_later), { variation_id, quantity, seen_price_amount: seen, saved_for_later });
  };
  for (const line of kept) set(line, line.saved_for_later, line.quantity);
  for (const line of added) {
    const present = have(line.variation_id, false);
    const wanted = line.saved_for_later ? present : present + line.quantity;
    const fits = Math.max(present, Math.min(wanted, mostOf(forSale.get(line.variation_id))));
    const over = line.saved_for_later ? line.quantity : wanted - fits;
    set(line, false, fits);
    if (over > 0) set(line, true, Math.min(maxLineQuantity, have(line.variation_id, true) + over));
  }
  return [...lines.values()];
}

/** What one cart may hold of a variation now; nothing of one that is not sold. */
const mostOf = (variation: SaleVariation | undefined) =>
  variation?.for_sale ? Math.min(orderLimit(variation), variation.available ?? maxLineQuantity) : 0;
