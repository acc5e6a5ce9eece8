import { sql } from "kysely";
import type { Coupon, CouponForm } from "#contract/coupons.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";

const columns = sql`id, code, kind, value, currency, min_subtotal_amount, starts_at, ends_at, max_uses, used,
  max_per_user, scope, is_active, version, created_at`;

export interface CouponFilters {
  name: string | undefined;
  is_active: boolean | undefined;
  page: number;
  per_page: number;
}

/** One page of coupons, newest first, with the total count. */
export async function listCoupons(db: Db, { name, is_active, page, per_page }: CouponFilters) {
  const pattern = name ? `%${name.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;
  const where = sql`deleted_at is null and (${pattern}::text is null or code ilike ${pattern})
    and (${is_active ?? null}::boolean is null or is_active = ${is_active ?? null})`;
  const { rows } = await sql<Coupon>`
    select ${columns} from coupons where ${where}
    order by created_at desc, id desc
    limit ${per_page} offset ${(page - 1) * per_page}`.execute(db);
  const count = await sql<{ total: number }>`select count(*) as total from coupons where ${where}`.execute(db);
  return { rows, total: count.rows[0]?.total ?? 0 };
}

export async function findCoupon(db: Db | Tx, id: number): Promise<Coupon | undefined> {
  const { rows } = await sql<Coupon>`
    select ${columns} from coupons where id = ${id} and deleted_at is null`.execute(db);
  return rows[0];
}

export async function insertCoupon(tx: Tx, form: CouponForm & { currency: string }): Promise<Coupon | undefined> {
  const { rows } = await sql<Coupon>`
    insert into coupons (code, kind, value, currency, min_subtotal_amount, starts_at, ends_at, max_uses,
      max_per_user, scope, is_active)
    values (${form.code}, ${form.kind}, ${form.value}, ${form.currency}, ${form.min_subtotal_amount},
      ${form.starts_at}, ${form.ends_at}, ${form.max_uses}, ${form.max_per_user},
      ${JSON.stringify(form.scope)}::jsonb, ${form.is_active})
    returning ${columns}`.execute(tx);
  return rows[0];
}

/** Updates a coupon with this `version`; undefined if the version is outdated. */
export async function updateCouponRow(tx: Tx, id: number, form: CouponForm & { version: number }) {
  const { rows } = await sql<Coupon>`
    update coupons
    set code = ${form.code}, kind = ${form.kind}, value = ${form.value},
      min_subtotal_amount = ${form.min_subtotal_amount}, starts_at = ${form.starts_at}, ends_at = ${form.ends_at},
      max_uses = ${form.max_uses}, max_per_user = ${form.max_per_user},
      scope = ${JSON.stringify(form.scope)}::jsonb, is_active = ${form.is_active}, version = version + 1,
      updated_at = now()
    where id = ${id} and version = ${form.version} and deleted_at is null
    returning ${columns}`.execute(tx);
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
