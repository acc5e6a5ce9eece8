import { type RawBuilder, sql } from "kysely";
import { type Db, findRow, getValue, listRows, mapRows, type Tx, tableOf } from "#server/platform/database/database.ts";
import { released, type VariationUnits } from "./stock.sql.ts";
import type { StockMove } from "./stock-move.ts";

/** A cart that asks to hold stock. */
export interface HoldRequest {
  cartId: string;
  now: Date;
  /** Length of the first hold. Later calls extend it to twice that; then the cart has to wait as long again. */
  minutes: number;
}
export interface StockHold {
  cart_id: string;
  began_at: string;
  expires_at: string;
}

// Lock order: the cart, its hold, then the stock levels by variation and location.

/** Creates or extends a cart's hold and locks it; undefined while the cart has to wait after an expired hold. */
export const upsertHold = (tx: Tx, { cartId, now, minutes }: HoldRequest) =>
  findRow<StockHold>(tx)`
    insert into stock_holds as h (cart_id, began_at, expires_at)
    values (${cartId}::uuid, ${now}::timestamptz, ${now}::timestamptz + ${minutes}::int * interval '1 minute')
    on conflict (cart_id) do update
    set began_at = case when h.expires_at > excluded.began_at then h.began_at else excluded.began_at end,
      expires_at = case when h.expires_at > excluded.began_at
        then greatest(h.expires_at, least(excluded.expires_at, h.began_at + 2 * ${minutes}::int * interval '1 minute'))
        else excluded.expires_at end
    where h.expires_at > excluded.began_at or h.expires_at + ${minutes}::int * interval '1 minute' <= excluded.began_at
    returning cart_id, began_at, expires_at`;

/** Deletes a hold created just now, because no stock was available. */
export const deleteNewHold = (tx: Tx, { cartId, now }: HoldRequest) =>
  sql`delete from stock_holds where cart_id = ${cartId}::uuid and began_at = ${now}::timestamptz`.execute(tx);

export async function lockHolds(tx: Tx, cartIds: string[]): Promise<Map<string, StockHold>> {
  const rows = await listRows<StockHold>(tx)`
    select cart_id, began_at, expires_at
    from stock_holds
    where cart_id = any(${cartIds}::uuid[])
    order by cart_id
    for update`;
  return new Map(rows.map((row) => [row.cart_id, row]));
}

/** Gives a cart the time left of another hold; if it has a hold of its own, the shorter of the two. */
export const inheritHoldTime = (tx: Tx, cartId: string, { began_at, expires_at }: StockHold, now: Date) =>
  sql`
    insert into stock_holds as h (cart_id, began_at, expires_at)
    values (${cartId}::uuid, ${began_at}::timestamptz, ${expires_at}::timestamptz)
    on conflict (cart_id) do update
    set began_at = case when h.expires_at > ${now}::timestamptz then least(h.began_at, excluded.began_at)
        else excluded.began_at end,
      expires_at = case when h.expires_at > ${now}::timestamptz then least(h.expires_at, excluded.expires_at)
        else excluded.expires_at end`.execute(tx);

export const listHeldUnits = (tx: Tx, cartId: string) =>
  mapRows<number, number>(tx)`
    select variation_id, quantity from stock_hold_units where cart_id = ${cartId}::uuid`;

export const countHeldUnits = (tx: Db | Tx, variationId: number) =>
  getValue<number>(tx)`
    select coalesce(sum(quantity), 0)::int as units from stock_hold_units where variation_id = ${variationId}`;

/** Sets the held quantity of variations by `more` units; hold and levels must be locked. Returns possible changes. */
export const updateHeldUnits = (tx: Tx, cartId: string, changes: (VariationUnits & { more: number })[]) =>
  listRows<StockMove>(tx)`
    with wanted as (
      select c.*, l.id as location_id
      from ${tableOf(changes, "c", { variation_id: "bigint", quantity: "int", more: "int" })}, locations l
      where l.is_default
    ), taken as (
      update stock_levels s
      set reserved = s.reserved + c.more, version = s.version + 1
      from wanted c
      where s.variation_id = c.variation_id and s.location_id = c.location_id and s.on_hand - s.reserved >= c.more
      returning s.variation_id, s.location_id, s.on_hand - s.reserved as after, c.quantity, c.more
    ), gone as (
      delete from stock_hold_units u
      using taken t
      where u.cart_id = ${cartId}::uuid and u.variation_id = t.variation_id and t.quantity = 0 and u.quantity = -t.more
      returning u.id, u.round + 1 as round, u.variation_id
    ), changed as (
      update stock_hold_units u
      set quantity = t.quantity, round = u.round + 1
      from taken t
      where u.cart_id = ${cartId}::uuid
        and u.variation_id = t.variation_id
        and t.quantity > 0
        and u.quantity = t.quantity - t.more
      returning u.id, u.round, u.variation_id
    ), begun as (
      insert into stock_hold_units (cart_id, variation_id, location_id, quantity)
      select ${cartId}::uuid, variation_id, location_id, quantity from taken where quantity = more
      returning id, round, variation_id
    ), steps as (
      select t.variation_id, t.location_id, t.after, t.more, n.id, n.round
      from (select * from gone union all select * from changed union all select * from begun) n
      join taken t using (variation_id)
    ), noted as (
      insert into stock_movements (variation_id, location_id, delta_on_hand, delta_reserved, reason, ref_type, ref_id)
      select variation_id, location_id, 0, more, case when more > 0 then 'reserve' else 'release' end, 'cart',
        id || ':' || round
      from steps
    )
    select variation_id, after, more as quantity from steps`;

/** Releases what a cart holds, if expired by `dueBy`. Also locks the levels of `next`, to have one lock order. */
export async function releaseHeldUnits(
  tx: Tx,
  cartId: string,
  { dueBy, next }: { dueBy?: Date; next?: RawBuilder<unknown> } = {},
): Promise<StockMove[]> {
  const more = next ? sql`union select variation_id from (${next}) wanted` : sql``;
  return listRows<StockMove>(tx)`
    with holding as (
      select cart_id
      from stock_holds
      where cart_id = ${cartId}::uuid ${dueBy ? sql`and expires_at <= ${dueBy}::timestamptz` : sql``}
      for update
    ), locked as (
      select s.variation_id, s.location_id
      from stock_levels s
      where exists (select from holding)
        and s.variation_id = any(array(
          select variation_id from stock_hold_units where cart_id = ${cartId}::uuid ${more}
        ))
      order by s.variation_id, s.location_id
      for update
    ), freed as (
      delete from stock_hold_units u
      using locked l
      where u.cart_id = ${cartId}::uuid and u.variation_id = l.variation_id and u.location_id = l.location_id
      returning u.id, u.round + 1 as round, u.variation_id, u.location_id, u.quantity
    ), ${released(sql`'cart'`, sql`id || ':' || round`)}`;
}

const zeroId = "00000000-0000-0000-0000-000000000000";

/** A cart whose hold expires. */
export type ExpiringHold = { cart_id: string; expires_at: string };

/** Carts whose hold expires by then and still has units, at most `limit`, the earliest first, from the one after `last`. */
export const listExpiringHolds = (
  db: Db,
  by: Date,
  { last, limit }: { last: ExpiringHold | undefined; limit: number },
) =>
  listRows<ExpiringHold>(db)`
    select h.cart_id, h.expires_at
    from stock_holds h
    where h.expires_at <= ${by} and exists (select from stock_hold_units u where u.cart_id = h.cart_id)
      and (h.expires_at, h.cart_id)
        > (coalesce(${last?.expires_at ?? null}::timestamptz, '-infinity'), ${last?.cart_id ?? zeroId}::uuid)
    order by h.expires_at, h.cart_id
    limit ${limit}`;

/** When the last hold expires; null if there is none. */
export const findLastHoldExpiry = (db: Db) =>
  getValue<string | null>(db)`select max(expires_at) as "end" from stock_holds`;

/** Deletes old holds; their carts may hold stock again. */
export async function deleteOldHolds(db: Db, before: Date) {
  await sql`
    delete from stock_holds h
    where h.expires_at < ${before} and not exists (select from stock_hold_units u where u.cart_id = h.cart_id)`.execute(
    db,
  );
}
