import { sql } from "kysely";
import type { ImportUndo } from "#contract/imports.ts";
import { type Db, findRow, getRow, hasRows, type Tx } from "#server/platform/database/database.ts";

/** What an import did to a product; without fields it created it. */
export interface ImportedProduct {
  product_id: number;
  version: number;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  applied_at: string;
}

/** Records what an import did to a product; a second change in one import adds to the first. */
export const insertImportProduct = (
  tx: Tx,
  jobId: string,
  { product_id, version, before, after }: Omit<ImportedProduct, "applied_at">,
) =>
  sql`
    insert into import_products (job_id, product_id, version, before, after)
    values (${jobId}::uuid, ${product_id}, ${version}, ${before && JSON.stringify(before)}::jsonb,
      ${after && JSON.stringify(after)}::jsonb)
    on conflict (job_id, product_id) do update
    set version = excluded.version, before = excluded.before || import_products.before,
      after = import_products.after || excluded.after, applied_at = excluded.applied_at`.execute(tx);

/** Starts an undo; false if nothing was imported, it was undone, or its time is over. */
export const startUndo = (tx: Tx, id: string, { now, hours }: { now: Date; hours: number }) =>
  hasRows(tx)`
    update import_jobs j set status = 'undoing', updated_at = now()
    where id = ${id}::uuid and ${canUndo({ now, hours })}
    returning 1`;

const canUndo = ({ now, hours }: { now: Date; hours: number }) => sql`
  j.status in ('done', 'cancelled', 'failed') and j.finished_at > ${now}::timestamptz - make_interval(hours => ${hours})
  and exists (select from import_products p where p.job_id = j.id)`;

/** The product an import changed last of those not undone. */
export const findNextToUndo = (tx: Tx, jobId: string) =>
  findRow<ImportedProduct>(tx)`
    select product_id, version, before, after, applied_at
    from import_products
    where job_id = ${jobId}::uuid and undo is null
    order by applied_at desc, product_id desc
    limit 1`;

/** Stores the outcome of a product's undo, with the reason if some of it stays. */
export const saveUndo = (tx: Tx, jobId: string, productId: number, message: string | null) =>
  sql`
    with line as (
      update import_products
      set undo = ${message === null ? "undone" : "left"}, message = ${message}
      where job_id = ${jobId}::uuid and product_id = ${productId}
    )
    update import_jobs set updated_at = now() where id = ${jobId}::uuid`.execute(tx);

export const finishUndo = (tx: Tx, id: string) =>
  sql`
    update import_jobs set status = 'undone', updated_at = now() where id = ${id}::uuid and status = 'undoing'
    `.execute(tx);

/** Until when an import can be undone, or what its undo did, with the first `limit` products of which some stays. */
export const getUndo = (db: Db, jobId: string, { now, hours, limit }: { now: Date; hours: number; limit: number }) =>
  getRow<ImportUndo>(db)`
    select case when ${canUndo({ now, hours })} then j.finished_at + make_interval(hours => ${hours}) end as until,
      c.*,
      coalesce((
        select jsonb_agg(jsonb_build_object('product_id', l.product_id, 'name', l.name, 'message', l.message))
        from (
          select p.product_id, n.name, p.message
          from import_products p
          cross join lateral (select name from product_image_counts n where n.product_id = p.product_id) n
          where p.job_id = j.id and p.undo = 'left'
          order by p.product_id
          limit ${limit}
        ) l
      ), '[]') as failures
    from import_jobs j
    cross join lateral (
      select count(*)::int as total,
        (count(*) filter (where undo = 'undone'))::int as undone, (count(*) filter (where undo = 'left'))::int as left
      from import_products
      where job_id = j.id
    ) c
    where j.id = ${jobId}::uuid`;

/** Drops the recorded fields of imports that can no longer be undone. */
export const deleteUndoFields = (db: Db, hours: number) =>
  sql`
    update import_products p set before = null, after = null
    from import_jobs j
    where j.id = p.job_id and p.after is not null and j.status <> 'undoing'
      and j.finished_at < now() - make_interval(hours => ${hours})`.execute(db);
