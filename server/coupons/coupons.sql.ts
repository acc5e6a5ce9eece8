import { sql } from "kysely";
import type { Coupon, CouponFilters, CouponForm, CouponRedemption } from "#contract/coupons.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";

const status = (now: Date) => sql`
  case when not is_active then 'paused'
    when ends_at <= ${now} then 'expired'
    when used >= max_uses then 'used_up'
    when starts_at > ${now} then 'scheduled'
    else 'active' end`;
const columns = (now: Date) => sql`id, code, kind, value, currency, min_subtotal_amount, starts_at, ends_at, max_uses,
  used, max_per_user, scope, is_active, ${status(now)} as status, version, created_at`;

/** Coupons, newest first; `after` continues after the coupon with this id. */
export async function listCoupons(
  db: Db,
  filters: CouponFilters,
  now: Date,
  { after = null, limit, offset = 0 }: { after?: number | null; limit: number; offset?: number },
): Promise<Coupon[]> {
  const { rows } = await sql<Coupon>`
    select ${columns(now)}
    from coupons
    where ${matching(filters, now)} and (${after}::bigint is null or id < ${after})
    order by id desc
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countCoupons(db: Db, filters: CouponFilters, now: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from coupons where ${matching(filters, now)}`.execute(db);
  return rows[0]?.total ?? 0;
}

function matching({ name, status: wanted, kind }: CouponFilters, now: Date) {
  const pattern = name?.trim() ? `%${name.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;
  return sql`deleted_at is null
    and (${pattern}::text is null or code ilike ${pattern})
    and (${wanted ?? null}::text is null or ${status(now)} = ${wanted ?? null})
    and (${kind ?? null}::text is null or kind = ${kind ?? null})`;
}

/** Whether there are coupons, deleted ones included. */
export async function hasCoupons(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from coupons limit 1`.execute(tx);
  return rows.length > 0;
}

export async function findCoupon(db: Db | Tx, id: number, now: Date): Promise<Coupon | undefined> {
  const { rows } = await sql<Coupon>`
    select ${columns(now)} from coupons where id = ${id} and deleted_at is null`.execute(db);
  return rows[0];
}

/** One page of the orders a coupon was used for, newest first, with the total count. */
export async function listRedemptions(db: Db, id: number, { limit, offset }: { limit: number; offset: number }) {
  const { rows } = await sql<CouponRedemption>`
    select order_id, redeemed_at, released_at
    from coupon_redemptions
    where coupon_id = ${id}
    order by redeemed_at desc, id desc
    limit ${limit} offset ${offset}`.execute(db);
  const count = await sql<{ total: number }>`
    select count(*) as total from coupon_redemptions where coupon_id = ${id}`.execute(db);
  return { rows, total: count.rows[0]?.total ?? 0 };
}

export async function insertCoupon(
  tx: Tx,
  form: CouponForm & { currency: string },
  now: Date,
): Promise<Coupon | undefined> {
  const { rows } = await sql<Coupon>`
    insert into coupons (code, kind, value, currency, min_subtotal_amount, starts_at, ends_at, max_uses,
      max_per_user, scope, is_active)
    values (${form.code}, ${form.kind}, ${form.value}, ${form.currency}, ${form.min_subtotal_amount},
      ${form.starts_at}, ${form.ends_at}, ${form.max_uses}, ${form.max_per_user},
      ${JSON.stringify(form.scope)}::jsonb, ${form.is_active})
    returning ${columns(now)}`.execute(tx);
  return rows[0];
}

/** Updates a coupon with this `version`; undefined if the version is outdated. */
export async function updateCouponRow(tx: Tx, id: number, form: CouponForm & { version: number }, now: Date) {
  const { rows } = await sql<Coupon>`
    update coupons
    set code = ${form.code}, kind = ${form.kind}, value = ${form.value},
      min_subtotal_amount = ${form.min_subtotal_amount}, starts_at = ${form.starts_at}, ends_at = ${form.ends_at},
      max_uses = ${form.max_uses}, max_per_user = ${form.max_per_user},
      scope = ${JSON.stringify(form.scope)}::jsonb, is_active = ${form.is_active}, version = version + 1,
      updated_at = now()
    where id = ${id} and version = ${form.version} and deleted_at is null
    returning ${columns(now)}`.execute(tx);
  return rows[0];
}

export async function deleteCoupon(tx: Tx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update coupons set deleted_at = now(), version = version + 1 where id = ${id} and deleted_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** Coupons whose use count differs from their redemptions. */
export async function listCouponInconsistencies(db: Db | Tx) {
  const { rows } = await sql<{
    check: "used";
    id: string;
    name: string;
    expected: number;
    found: number;
    of: string;
    problem: string;
  }>`
    select 'used' as check, c.id::text as id, c.code as name, count(r.id)::int as expected, c.used as found,
      'coupon ' || c.code as of, 'says ' || c.used || ' uses but ' || count(r.id) || ' are held' as problem
    from coupons c
    left join coupon_redemptions r on r.coupon_id = c.id and r.released_at is null
    group by c.id
    having c.used <> count(r.id)`.execute(db);
  return rows;
}

/** Number of coupons and redemptions. */
export async function countCouponsChecked(db: Db | Tx) {
  const { rows } = await sql<{ coupons: number; uses: number }>`
    select (select count(*) from coupons)::int as coupons,
      (select count(*) from coupon_redemptions)::int as uses`.execute(db);
  return rows[0] ?? { coupons: 0, uses: 0 };
}
