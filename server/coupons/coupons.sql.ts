import { sql } from "kysely";
import type { Coupon, CouponFilters, CouponForm, CouponRedemption } from "#contract/coupons.ts";
import {
  type Db,
  findRow,
  getRow,
  hasRows,
  isAffected,
  listRows,
  type Tx,
} from "#server/platform/database/database.ts";
import { listPage, type Page, patternOf } from "#server/platform/database/lists.sql.ts";

const status = (now: Date) => sql`
  case when not is_active then 'paused'
    when ends_at <= ${now} then 'expired'
    when used >= max_uses then 'used_up'
    when starts_at > ${now} then 'scheduled'
    else 'active' end`;
const columns = (now: Date) => sql`id, code, kind, value, currency, min_subtotal_amount, starts_at, ends_at, max_uses,
  used, max_per_user, scope, is_active, ${status(now)} as status, version, created_at`;

/** One page of the coupons, newest first, with the total count. */
export const listCoupons = (db: Db, filters: CouponFilters, now: Date, page: Page) =>
  listPage<Coupon>(
    db,
    { columns: columns(now), from: sql`coupons`, where: matching(filters, now), order: sql`id desc` },
    page,
  );

function matching({ name, status: wanted, kind }: CouponFilters, now: Date) {
  const pattern = patternOf(name);
  return sql`deleted_at is null
    and (${pattern}::text is null or code ilike ${pattern})
    and (${wanted ?? null}::text is null or ${status(now)} = ${wanted ?? null})
    and (${kind ?? null}::text is null or kind = ${kind ?? null})`;
}

/** Whether there are coupons, deleted ones included. */
export const hasCoupons = (tx: Tx) => hasRows(tx)`select from coupons limit 1`;

export const findCoupon = (db: Db | Tx, id: number, now: Date) =>
  findRow<Coupon>(db)`
    select ${columns(now)} from coupons where id = ${id} and deleted_at is null`;

/** One page of the orders a coupon was used for, newest first, with the total count. */
export const listRedemptions = (db: Db, id: number, page: Page) =>
  listPage<CouponRedemption>(
    db,
    {
      columns: sql`order_id, redeemed_at, released_at`,
      from: sql`coupon_redemptions`,
      where: sql`coupon_id = ${id}`,
      order: sql`redeemed_at desc, id desc`,
    },
    page,
  );

export const insertCoupon = (tx: Tx, form: CouponForm & { currency: string }, now: Date) =>
  findRow<Coupon>(tx)`
    insert into coupons (code, kind, value, currency, min_subtotal_amount, starts_at, ends_at, max_uses,
      max_per_user, scope, is_active)
    values (${form.code}, ${form.kind}, ${form.value}, ${form.currency}, ${form.min_subtotal_amount},
      ${form.starts_at}, ${form.ends_at}, ${form.max_uses}, ${form.max_per_user},
      ${JSON.stringify(form.scope)}::jsonb, ${form.is_active})
    returning ${columns(now)}`;

/** Updates a coupon with this `version`; undefined if the version is outdated. */
export const updateCouponRow = (tx: Tx, id: number, form: CouponForm & { version: number }, now: Date) =>
  findRow<Coupon>(tx)`
    update coupons
    set code = ${form.code}, kind = ${form.kind}, value = ${form.value},
      min_subtotal_amount = ${form.min_subtotal_amount}, starts_at = ${form.starts_at}, ends_at = ${form.ends_at},
      max_uses = ${form.max_uses}, max_per_user = ${form.max_per_user},
      scope = ${JSON.stringify(form.scope)}::jsonb, is_active = ${form.is_active}, version = version + 1,
      updated_at = now()
    where id = ${id} and version = ${form.version} and deleted_at is null
    returning ${columns(now)}`;

export const deleteCoupon = (tx: Tx, id: number) =>
  isAffected(tx)`
    update coupons set deleted_at = now(), version = version + 1 where id = ${id} and deleted_at is null`;

export const restoreCoupon = (tx: Tx, id: number) =>
  isAffected(tx)`
    update coupons set deleted_at = null, version = version + 1 where id = ${id} and deleted_at is not null`;

/** Coupons whose use count differs from their redemptions. */
export const listCouponInconsistencies = (db: Db | Tx) =>
  listRows<{
    check: "used";
    id: string;
    name: string;
    expected: number;
    found: number;
    of: string;
    problem: string;
  }>(db)`
    select 'used' as check, c.id::text as id, c.code as name, count(r.id)::int as expected, c.used as found,
      'coupon ' || c.code as of, 'says ' || c.used || ' uses but ' || count(r.id) || ' are held' as problem
    from coupons c
    left join coupon_redemptions r on r.coupon_id = c.id and r.released_at is null
    group by c.id
    having c.used <> count(r.id)`;

/** Number of coupons and redemptions. */
export const countCouponsChecked = (db: Db | Tx) =>
  getRow<{ coupons: number; uses: number }>(db)`
    select (select count(*) from coupons)::int as coupons,
      (select count(*) from coupon_redemptions)::int as uses`;
