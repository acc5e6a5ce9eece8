import { sql } from "kysely";
import type { Adjustments } from "#server/cart/pricing/price-cart.ts";
import { findRow, findValue, listRows, type Tx } from "#server/platform/database/database.ts";
import { type AdjustmentsRow, adjustmentColumns, isOwnedBy, type Owner, type StoredLine } from "./cart.sql.ts";

export interface LockedCart {
  id: string;
  status: "active" | "merged" | "ordered" | "expired";
}

export async function lockCart(tx: Tx, id: string, userId: number): Promise<(LockedCart & Adjustments) | undefined> {
  const rows = await listRows<LockedCart & AdjustmentsRow>(tx)`
    select c.id, c.status, ${adjustmentColumns}
    from carts c
    where c.id = ${id}
      and c.user_id = ${userId}
    for update`;
  return rows[0] && { ...rows[0], cards: rows[0].cards ?? [] };
}

export const lockActiveCart = (tx: Tx, owner: Owner) =>
  findValue<string>(tx)`
    select c.id from carts c where ${isOwnedBy(owner)} and c.status = 'active' for update`;

/** Locks a cart of any owner; returns whether it is active. */
export async function lockCartById(tx: Tx, id: string): Promise<boolean> {
  const rows = await listRows<LockedCart>(tx)`select id, status from carts where id = ${id}::uuid for update`;
  return rows[0]?.status === "active";
}

/** Locks an active cart that is about to be merged into another one. */
export const lockCartToMerge = (tx: Tx, owner: Owner) =>
  findRow<{ id: string; has_adjustments: boolean; has_destination: boolean }>(tx)`
    select c.id, c.coupon_code is not null or c.gift_card_ids <> '{}' as has_adjustments,
      c.destination is not null as has_destination
    from carts c
    where ${isOwnedBy(owner)} and c.status = 'active'
    for update`;

/** The lines of a locked cart, oldest first. */
export const listLines = (tx: Tx, cartId: string) =>
  listRows<StoredLine>(tx)`
    select id, variation_id, quantity, seen_price_amount, saved_for_later
    from cart_items
    where cart_id = ${cartId}
    order by added_at, id`;

/** Subquery: the variation ids of the lines. */
export const variationIdsOf = (cartId: string) =>
  sql<number[]>`array(select variation_id from cart_items where cart_id = ${cartId}::uuid)`;

export type NewLine = Omit<StoredLine, "id">;

/** Creates lines of a locked cart or sets their quantity. Returns the number of units in the cart. */
export async function upsertLines(tx: Tx, cartId: string, lines: NewLine[]): Promise<number> {
  await sql`
    insert into cart_items as i (cart_id, variation_id, quantity, seen_price_amount, saved_for_later)
    select ${cartId}::uuid, l.variation_id, l.quantity, l.seen_price_amount, l.saved_for_later
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l (variation_id bigint, quantity int, seen_price_amount bigint, saved_for_later boolean)
    on conflict (cart_id, variation_id, saved_for_later) do update set quantity = excluded.quantity`.execute(tx);
  return bumpVersion(tx, cartId);
}

/** Increments the version of a changed cart. Returns the number of units in it. */
export const bumpVersion = async (tx: Tx, cartId: string) =>
  (await findValue<number>(tx)`
    update carts c set version = version + 1, last_activity_at = now()
    where id = ${cartId}
    returning (
      select coalesce(sum(i.quantity), 0)::int from cart_items i where i.cart_id = c.id and not i.saved_for_later
    ) as units`) ?? 0;

export const markMerged = (tx: Tx, id: string, into: string | undefined) =>
  sql`
    update carts set status = 'merged', merged_into = ${into ?? null}, version = version + 1
    where id = ${id}`.execute(tx);

/** Marks a cart as ordered. Returns its owner and whether it has saved items. */
export const markCartOrdered = (tx: Tx, id: string) =>
  findRow<{ user_id: number | null; has_saved: boolean }>(tx)`
    update carts c set status = 'ordered', version = version + 1, last_activity_at = now()
    where id = ${id} and status = 'active'
    returning user_id,
      exists (select 1 from cart_items i where i.cart_id = c.id and i.saved_for_later) as has_saved`;

export const moveSavedLines = (tx: Tx, from: string, to: string) =>
  sql`update cart_items set cart_id = ${to} where cart_id = ${from} and saved_for_later`.execute(tx);
