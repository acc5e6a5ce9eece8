import { v7 } from "uuid";
import { type Cart, type CartMerge, maxCartLines, maxLineQuantity } from "#contract/cart.ts";
import { copyAdjustments, copyDestination, getAdjustments, removeCopied } from "#server/cart/adjustments.sql.ts";
import { insertCart, type Owner, type StoredLine } from "#server/cart/cart.sql.ts";
import { transferHoldOnMerge, trimHoldToLines } from "#server/cart/holds/holds.ts";
import {
  listLines,
  lockActiveCart,
  lockCartToMerge,
  markMerged,
  type NewLine,
  upsertLines,
} from "#server/cart/locked-cart.sql.ts";
import { findActiveCart } from "#server/cart/owner.ts";
import { orderLimit, presentCart } from "#server/cart/present-cart.ts";
import { moveRestorations } from "#server/cart/restorations.sql.ts";
import { getVariationsForSale, type SaleVariation } from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import { hashSecret } from "#server/platform/auth/tokens.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import {
  deleteMergeExtras,
  deleteMerges,
  findMergeLosses,
  insertMerge,
  insertMergeExtras,
  subtractUnits,
  sumMerges,
} from "./merge.sql.ts";

/**
 * Merges the active cart of a guest or of another customer into the customer's cart, once. Returns the ids of both carts,
 * which are locked, and the units that the customer's cart gained; undefined if nothing was merged.
 */
async function mergeCart(tx: Tx, owner: Owner, userId: number) {
  const from = await lockCartToMerge(tx, owner);
  if (!from) return undefined;
  const lines = await listLines(tx, from.id);
  if (lines.length === 0 && !from.has_destination) {
    await markMerged(tx, from.id, undefined);
    return undefined;
  }
  const cartId = await lockOrCreateCart(tx, { userId });
  const destination = from.has_destination ? await copyDestination(tx, from.id, cartId) : null;
  const existing = await listLines(tx, cartId);
  const forSale = await getVariationsForSale(
    tx,
    [...lines, ...existing].map((line) => line.variation_id),
    [from.id, cartId],
  );
  const merged = mergeLines(existing, lines, forSale);
  const units = await upsertLines(tx, cartId, merged);
  const adjustments = from.has_adjustments ? await mergeAdjustments(tx, from.id, cartId) : noAdjustments;
  await markMerged(tx, from.id, cartId);
  await invalidate(tx, `cart_changed:${userId}:${units}`);
  const left_out = countLeftOut(lines, merged);
  return {
    from: from.id,
    into: cartId,
    gains: subtractLines(existing, merged),
    extras: { ...adjustments, destination, left_out },
  };
}

const noAdjustments = { coupon_code: null, gift_card_ids: [], dropped_coupon_code: null };

/** Copies coupon and gift cards, and returns what was copied, and the coupon that was not. */
async function mergeAdjustments(tx: Tx, from: string, into: string) {
  const [guest, own] = [await getAdjustments(tx, from), await getAdjustments(tx, into)];
  await copyAdjustments(tx, from, into);
  const isOther = own.coupon_code !== null && guest.coupon_code !== own.coupon_code;
  return {
    coupon_code: own.coupon_code === null ? guest.coupon_code : null,
    gift_card_ids: guest.gift_card_ids.filter((id) => !own.gift_card_ids.includes(id)),
    dropped_coupon_code: isOther ? guest.coupon_code : null,
  };
}

/** Variations of a guest's cart that the merged one has neither in the cart nor saved. */
const countLeftOut = (lines: StoredLine[], merged: NewLine[]) => {
  const known = new Set(merged.map(({ variation_id }) => variation_id));
  return new Set(lines.flatMap(({ variation_id }) => (known.has(variation_id) ? [] : [variation_id]))).size;
};

/** Merges a guest cart at sign-in, so that it can be reported and undone. */
export async function mergeGuestCart(app: App, tx: Tx, userId: number, guestId: string) {
  const merged = await mergeCart(tx, { guestHash: hashSecret(guestId) }, userId);
  if (!merged) return;
  await insertMerge(tx, merged.from, merged.into, merged.gains);
  await insertMergeExtras(tx, merged.from, merged.into, merged.extras);
  await transferHoldOnMerge(app, tx, merged);
}

/** Merges the cart of a customer into another one's. Returns the number of units that moved. */
export async function mergeCustomerCart(app: App, tx: Tx, { fromId, intoId }: { fromId: number; intoId: number }) {
  const merged = await mergeCart(tx, { userId: fromId }, intoId);
  if (!merged) return 0;
  await moveRestorations(tx, merged.from, merged.into);
  await transferHoldOnMerge(app, tx, merged);
  return merged.gains.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Units merged at sign-in within the last hour, and what could not be; null if there is neither. */
export async function getMerge(db: Db, userId: number): Promise<CartMerge | null> {
  const { added, saved_for_later } = await sumMerges(db, userId);
  const { dropped_coupon = null, left_out = 0 } = (await findMergeLosses(db, userId)) ?? {};
  if (added + saved_for_later + left_out === 0 && dropped_coupon === null) return null;
  return { added, saved_for_later, dropped_coupon, left_out };
}

/** Removes what was merged at sign-in, once: units, and coupon, gift cards and destination that are as they were brought. */
export async function undoMerge(app: App, userId: number): Promise<Cart> {
  await inTransaction(app.db, async (tx) => {
    const cartId = await lockActiveCart(tx, { userId });
    const brought = cartId ? await deleteMerges(tx, cartId) : [];
    if (!cartId || brought.length === 0) return;
    for (const extras of await deleteMergeExtras(tx, cartId)) await removeCopied(tx, cartId, extras);
    const units = await subtractUnits(tx, cartId, brought);
    await trimHoldToLines(app, tx, cartId);
    await invalidate(tx, `cart_changed:${userId}:${units}`);
  });
  return presentCart(app, await findActiveCart(app.db, { userId }));
}

/** The id of the owner's active cart, locked. Creates one for a customer; throws `guest_cart_unknown` for a guest. */
export async function lockOrCreateCart(tx: Tx, owner: Owner): Promise<string> {
  const locked = await lockActiveCart(tx, owner);
  if (locked) return locked;
  if ("guestHash" in owner) throw new Problem("guest_cart_unknown");
  return (await insertCart(tx, v7(), owner))?.id ?? lockOrCreateCart(tx, owner);
}

/** What each line gained. */
function subtractLines(existing: StoredLine[], merged: NewLine[]): NewLine[] {
  const before = (line: NewLine) =>
    existing.find((one) => one.variation_id === line.variation_id && one.saved_for_later === line.saved_for_later);
  return merged
    .map((line) => ({ ...line, quantity: line.quantity - (before(line)?.quantity ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

/**
 * Adds up quantities up to stock and maximum; the rest is saved for later. Never decreases a customer's line, and adds no
 * lines above the maximum of a cart.
 */
export function mergeLines(
  existing: StoredLine[],
  added: StoredLine[],
  forSale: Map<number, SaleVariation>,
): NewLine[] {
  const lines = new Map<string, NewLine>();
  const at = (variationId: number, saved: boolean) => `${variationId} ${saved}`;
  const have = (variationId: number, saved: boolean) => lines.get(at(variationId, saved))?.quantity ?? 0;
  const set = ({ variation_id, seen_price_amount }: StoredLine, saved_for_later: boolean, quantity: number) => {
    const isNew = !lines.has(at(variation_id, saved_for_later));
    if (quantity === 0 || (isNew && lines.size >= Math.max(maxCartLines, existing.length))) return;
    const seen = lines.get(at(variation_id, saved_for_later))?.seen_price_amount ?? seen_price_amount;
    lines.set(at(variation_id, saved_for_later), { variation_id, quantity, seen_price_amount: seen, saved_for_later });
  };
  for (const line of existing) set(line, line.saved_for_later, line.quantity);
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

/** Maximum quantity in one cart now; 0 if the variation is not for sale. */
const maxQuantityOf = (variation: SaleVariation | undefined) =>
  variation?.for_sale ? Math.min(orderLimit(variation), variation.available ?? maxLineQuantity) : 0;
