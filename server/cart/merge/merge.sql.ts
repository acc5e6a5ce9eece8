import { sql } from "kysely";
import type { CartMerge } from "#contract/cart.ts";
import type { CopiedExtras } from "#server/cart/adjustments.sql.ts";
import { bumpVersion, type NewLine } from "#server/cart/locked-cart.sql.ts";
import { type Db, findRow, getRow, listRows, type Tx } from "#server/platform/database/database.ts";

type MergedUnits = Pick<NewLine, "variation_id" | "saved_for_later" | "quantity">;

/** Records which units a guest cart added to a customer's cart. */
export const insertMerge = (tx: Tx, guestCartId: string, cartId: string, gains: MergedUnits[]) =>
  sql`
    insert into cart_merges (guest_cart_id, cart_id, variation_id, saved_for_later, quantity)
    select ${guestCartId}::uuid, ${cartId}::uuid, g.variation_id, g.saved_for_later, g.quantity
    from jsonb_to_recordset(${JSON.stringify(gains)}::jsonb)
      as g (variation_id bigint, saved_for_later boolean, quantity int)`.execute(tx);

interface MergeExtras extends CopiedExtras {
  /** The guest's coupon, as the customer's cart had one. */
  dropped_coupon_code: string | null;
  /** Lines above the maximum of a cart. */
  left_out: number;
}

/** Records what a guest cart brought besides items, and what it could not bring. */
export const insertMergeExtras = (tx: Tx, guestCartId: string, cartId: string, extras: MergeExtras) =>
  sql`
    insert into cart_merge_extras (guest_cart_id, cart_id, coupon_code, gift_card_ids, destination,
      dropped_coupon_code, left_out)
    values (${guestCartId}::uuid, ${cartId}::uuid, ${extras.coupon_code}, ${extras.gift_card_ids}::bigint[],
      ${extras.destination === null ? null : JSON.stringify(extras.destination)}::jsonb,
      ${extras.dropped_coupon_code}, ${extras.left_out})`.execute(tx);

/** Deletes and returns what merges brought to a locked cart besides items. */
export const deleteMergeExtras = (tx: Tx, cartId: string) =>
  listRows<CopiedExtras>(tx)`
    delete from cart_merge_extras m
    where m.cart_id = ${cartId} and ${isRecent}
    returning coupon_code, gift_card_ids, destination`;

/** The guest's coupon that was not taken, and the lines that were left out, of the last hour's merges. */
export const findMergeLosses = (db: Db, userId: number) =>
  findRow<{ dropped_coupon: string | null; left_out: number }>(db)`
    select max(m.dropped_coupon_code) as dropped_coupon, coalesce(sum(m.left_out), 0)::int as left_out
    from cart_merge_extras m
    join carts c on c.id = m.cart_id
    where c.user_id = ${userId} and c.status = 'active' and ${isRecent}`;

const isRecent = sql`m.merged_at > now() - interval '1 hour'`;

/** Units merged into the active cart of a customer in the last hour. */
export const sumMerges = (db: Db, userId: number) =>
  getRow<Pick<CartMerge, "added" | "saved_for_later">>(db)`
    select coalesce(sum(m.quantity) filter (where not m.saved_for_later), 0)::int as added,
      coalesce(sum(m.quantity) filter (where m.saved_for_later), 0)::int as saved_for_later
    from cart_merges m
    join carts c on c.id = m.cart_id
    where c.user_id = ${userId} and c.status = 'active' and ${isRecent}`;

/** Deletes and returns the merge records of a locked cart, so that only one caller gets them. */
export const deleteMerges = (tx: Tx, cartId: string) =>
  listRows<MergedUnits>(tx)`
    with taken as (
      delete from cart_merges m where m.cart_id = ${cartId} and ${isRecent} returning *
    )
    select variation_id, saved_for_later, sum(quantity)::int as quantity
    from taken
    group by variation_id, saved_for_later`;

/** Subtracts units from the lines of a locked cart. Returns the number of units left in the cart. */
export async function subtractUnits(tx: Tx, cartId: string, gains: MergedUnits[]): Promise<number> {
  const requested = sql`
    jsonb_to_recordset(${JSON.stringify(gains)}::jsonb)
      as g (variation_id bigint, saved_for_later boolean, quantity int)`;
  const same = sql`
    i.cart_id = ${cartId} and i.variation_id = g.variation_id and i.saved_for_later = g.saved_for_later`;
  await sql`delete from cart_items i using ${requested} where ${same} and i.quantity <= g.quantity`.execute(tx);
  await sql`
    update cart_items i set quantity = i.quantity - g.quantity
    from ${requested}
    where ${same} and i.quantity > g.quantity`.execute(tx);
  return bumpVersion(tx, cartId);
}
