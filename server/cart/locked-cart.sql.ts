import { sql } from "kysely";
import type { Adjustments } from "#server/cart/pricing/price-cart.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { type AdjustmentsRow, adjustmentColumns, isOwnedBy, type Owner, type StoredLine } from "./cart.sql.ts";

export interface LockedCart {
  id: string;
  status: "active" | "merged" | "ordered" | "expired";
}

export async function lockCart(tx: Tx, id: string, userId: number): Promise<(LockedCart & Adjustments) | undefined> {
  const { rows } = await sql<LockedCart & AdjustmentsRow>`
    select c.id, c.status, ${adjustmentColumns}
    from carts c
    where c.id = ${id}
      and c.user_id = ${userId}
    for update`.execute(tx);
  return rows[0] && { ...rows[0], cards: rows[0].cards ?? [] };
}

export async function lockActiveCart(tx: Tx, owner: Owner): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select c.id from carts c where ${isOwnedBy(owner)} and c.status = 'active' for update`.execute(tx);
  return rows[0]?.id;
}

/** Locks a cart of any owner; returns whether it is active. */
export async function lockCartById(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<LockedCart>`select id, status from carts where id = ${id}::uuid for update`.execute(tx);
  return rows[0]?.status === "active";
}

/** Locks an active cart that is about to be merged into another one. */
export async function lockCartToMerge(
  tx: Tx,
  owner: Owner,
): Promise<{ id: string; has_adjustments: boolean; has_destination: boolean } | undefined> {
  const { rows } = await sql<{ id: string; has_adjustments: boolean; has_destination: boolean }>`
    select c.id, c.coupon_code is not null or c.gift_card_ids <> '{}' as has_adjustments,
      c.destination is not null as has_destination
    from carts c
    where ${isOwnedBy(owner)} and c.status = 'active'
    for update`.execute(tx);
  return rows[0];
}

/** The lines of a locked cart, oldest first. */
export async function listLines(tx: Tx, cartId: string): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select id, variation_id, quantity, seen_price_amount, saved_for_later
    from cart_items
    where cart_id = ${cartId}
    order by added_at, id`.execute(tx);
  return rows;
}

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
export async function bumpVersion(tx: Tx, cartId: string): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    update carts c set version = version + 1, last_activity_at = now()
    where id = ${cartId}
    returning (
      select coalesce(sum(i.quantity), 0)::int from cart_items i where i.cart_id = c.id and not i.saved_for_later
    ) as units`.execute(tx);
  return rows[0]?.units ?? 0;
}

export const markMerged = (tx: Tx, id: string, into: string | undefined) =>
  sql`
    update carts set status = 'merged', merged_into = ${into ?? null}, version = version + 1
    where id = ${id}`.execute(tx);

/** Marks a cart as ordered. Returns its owner and whether it has saved items. */
export async function markCartOrdered(
  tx: Tx,
  id: string,
): Promise<{ user_id: number | null; has_saved: boolean } | undefined> {
  const { rows } = await sql<{ user_id: number | null; has_saved: boolean }>`
    update carts c set status = 'ordered', version = version + 1, last_activity_at = now()
    where id = ${id} and status = 'active'
    returning user_id,
      exists (select 1 from cart_items i where i.cart_id = c.id and i.saved_for_later) as has_saved`.execute(tx);
  return rows[0];
}

export const moveSavedLines = (tx: Tx, from: string, to: string) =>
  sql`update cart_items set cart_id = ${to} where cart_id = ${from} and saved_for_later`.execute(tx);
