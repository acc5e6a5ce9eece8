import { type RawBuilder, sql } from "kysely";
import type { Coupon } from "#contract/coupons.ts";
import { type Db, findValue, hasRows, listRows, type Tx } from "#server/platform/database/database.ts";

/** A coupon with the number of uses by this customer. */
export interface CustomerCoupon extends Omit<Coupon, "currency" | "status" | "version" | "created_at"> {
  /** Uses by this customer. */
  used_by_customer: number;
  /** Whether nobody has confirmed the customer's email, so that an account with uses of its own may have it too. */
  is_provisional: boolean;
}

/** The coupon with this code as a JSON column, for use in other modules' statements. */
export const customerCouponColumn = (code: RawBuilder<unknown>, userId: RawBuilder<unknown>) => sql`
  case when ${code} is not null then (
    select to_jsonb(o) || jsonb_build_object('used_by_customer', (
      select count(*)
      from coupon_redemptions r
      where r.coupon_id = o.id
        and r.user_id = ${userId}
        and r.released_at is null),
      'is_provisional', exists (select from provisional_accounts where id = ${userId}))
    from coupons o where o.code = ${code} and o.deleted_at is null
  ) end`;

/** The coupon with this code for this customer, or for a guest. */
export const findCustomerCoupon = async (db: Db | Tx, code: string, userId: number | null) =>
  (await findValue<CustomerCoupon | null>(db)`
    select ${customerCouponColumn(sql`${code}::text`, sql`${userId}::bigint`)} as coupon`) ?? null;

interface Redemption {
  couponId: number;
  userId: number;
  orderId: string;
}

/** Redeems a coupon for an order; false if it is invalid or used up, also for this customer: then roll back. */
export const redeemCoupon = (tx: Tx, { couponId, userId, orderId }: Redemption, now: Date) =>
  hasRows(tx)`
    with taken as (
      update coupons
      set used = used + 1
      where id = ${couponId} and is_active and deleted_at is null
        and (starts_at is null or starts_at <= ${now}) and (ends_at is null or ends_at > ${now})
        and (max_uses is null or used < max_uses)
      returning id, max_per_user
    ), free as (
      -- Uses per customer are counted by account, and somebody else may own the email of a provisional one.
      select id, case when max_per_user is not null
          and not exists (select from provisional_accounts where id = ${userId}) then (
          select min(s) from generate_series(1, max_per_user) s
          where not exists (
            select 1 from coupon_redemptions r
            where r.coupon_id = taken.id and r.user_id = ${userId} and r.released_at is null and r.slot = s)
        ) end as slot, max_per_user is not null as is_limited
      from taken
    )
    insert into coupon_redemptions (coupon_id, user_id, order_id, slot)
    select id, ${userId}::bigint, ${orderId}::uuid, slot from free where slot is not null or not is_limited
    on conflict do nothing
    returning id`;

/**
 * Moves a customer's coupon uses, all or those of some orders, to another, numbered anew so that both count towards its
 * limit. Returns how many.
 */
export async function moveRedemptions(
  tx: Tx,
  fromId: number,
  intoId: number,
  orderIds: string[] | null = null,
): Promise<number> {
  const moves = sql`user_id = ${fromId} and (${orderIds}::uuid[] is null or order_id = any(${orderIds}::uuid[]))`;
  const rows = await listRows<{ coupon_id: number; moves: boolean }>(tx)`
    with affected as (
      select id, user_id = ${fromId} as moves
      from coupon_redemptions
      where (user_id = ${intoId} or ${moves})
        and coupon_id in (select coupon_id from coupon_redemptions where ${moves})
    )
    update coupon_redemptions r set user_id = ${intoId}, slot = null
    from affected a
    where r.id = a.id
    returning r.coupon_id, a.moves`;
  await sql`
    update coupon_redemptions r set slot = n.slot
    from (
      select u.id, row_number() over (partition by u.coupon_id order by u.redeemed_at, u.id) as slot
      from coupon_redemptions u
      join coupons c on c.id = u.coupon_id and c.max_per_user is not null
      where u.user_id = ${intoId} and u.released_at is null
        and u.coupon_id = any(${rows.map((row) => row.coupon_id)}::bigint[])
    ) n
    where r.id = n.id`.execute(tx);
  return rows.filter(({ moves }) => moves).length;
}

/** State of an order's redemption. */
export type RedemptionState = "held" | "retained" | "released";

/** The state of an order's redemption as a column for other modules' statements; null if the order has none. */
export const redemptionStateColumn = (orderId: RawBuilder<unknown>) => sql<RedemptionState | null>`(
  select case
    when r.released_at is not null then 'released'
    when r.retained_at is not null then 'retained'
    else 'held'
  end
  from coupon_redemptions r
  where r.order_id = ${orderId})`;

/** Retains the coupon use of an order even if it is cancelled; false if there is none. The order must be locked. */
export const retainCouponUse = (tx: Tx, orderId: string) =>
  hasRows(tx)`
    update coupon_redemptions set retained_at = now()
    where order_id = ${orderId}::uuid and released_at is null and retained_at is null
    returning id`;

/** Releases the coupon use of an order unless it is retained. Idempotent. */
export const releaseCouponUse = (tx: Tx, orderId: string) =>
  sql`
    with freed as (
      update coupon_redemptions set released_at = now()
      where order_id = ${orderId}::uuid and released_at is null and retained_at is null
      returning coupon_id
    )
    update coupons c
    set used = used - 1
    from freed f
    where c.id = f.coupon_id`.execute(tx);

/** Redeems the coupon again for a reopened order, if a use is left. The order keeps its price either way. */
export const reclaimCouponUse = (tx: Tx, orderId: string) =>
  sql`
    with released as (
      select coupon_id
      from coupon_redemptions
      where order_id = ${orderId}::uuid and released_at is not null
      for update
    ), taken as (
      update coupons c set used = used + 1
      from released g
      where c.id = g.coupon_id and (c.max_uses is null or c.used < c.max_uses)
      returning c.id
    ), held as (
      update coupon_redemptions
      set retained_at = null
      where order_id = ${orderId}::uuid and retained_at is not null
    )
    update coupon_redemptions r set released_at = null, slot = null
    from taken t
    where r.order_id = ${orderId}::uuid and r.coupon_id = t.id`.execute(tx);
