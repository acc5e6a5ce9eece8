import { sql } from "kysely";
import type { BulkChange, BulkEdit, BulkFailure, BulkFields } from "#contract/catalogue/bulk-edits.ts";
import type { ProductFilters } from "#contract/catalogue/product-form.ts";
import { listConditions } from "#server/catalogue/products/admin-list.sql.ts";
import { type Db, findRow, listRows, listValues, type Tx } from "#server/platform/database/database.ts";

type Status = BulkEdit["status"];
export type BulkEditRow = Omit<BulkEdit, "failures" | "by"> & { created_by: number | null };

/** Inserts a bulk edit with a line for each product that matches the filters. */
export async function insertBulkEdit(
  tx: Tx,
  { id, change, filters, actorId }: { id: string; change: BulkChange; filters: ProductFilters; actorId: number },
) {
  await sql`
    insert into bulk_edits (id, change, created_by) values (${id}, ${JSON.stringify(change)}::jsonb, ${actorId})
    `.execute(tx);
  await sql`
    insert into bulk_edit_lines (bulk_edit_id, product_id)
    select ${id}, p.id from products p where ${listConditions(filters)}`.execute(tx);
}

/** The ids of matching products above `after`, in order. */
export const listMatchingIds = (db: Db, filters: ProductFilters, after: number, limit: number) =>
  listValues<number>(db)`
    select p.id from products p where ${listConditions(filters)} and p.id > ${after} order by p.id limit ${limit}
    `;

/** A bulk edit, or without an id the latest ones; undo is possible until the time that `undoHours` gives. */
export const listBulkEdits = (
  db: Db | Tx,
  { id = null, limit, now, undoHours }: { id?: string | null; limit: number; now: Date; undoHours: number },
) =>
  listRows<BulkEditRow>(db)`
    select e.id, e.change, e.status, e.created_by, e.created_at,
      case when e.status in ('done', 'cancelled') and c.changed > 0
        and e.created_at > ${now}::timestamptz - make_interval(hours => ${undoHours})
        then e.created_at + make_interval(hours => ${undoHours}) end as undo_until,
      c.*
    from (
      select * from bulk_edits
      where ${id}::uuid is null or id = ${id}
      order by created_at desc, id desc
      limit ${limit}
    ) e
    cross join lateral (
      select count(*)::int as total,
        (count(*) filter (where outcome is null))::int as waiting,
        (count(*) filter (where outcome = 'changed'))::int as changed,
        (count(*) filter (where outcome = 'unchanged'))::int as unchanged,
        (count(*) filter (where outcome = 'failed'))::int as failed,
        (count(*) filter (where outcome = 'undone'))::int as undone,
        (count(*) filter (where outcome = 'changed_since'))::int as changed_since
      from bulk_edit_lines
      where bulk_edit_id = e.id
    ) c
    order by e.created_at desc, e.id desc`;

/** The first products of a bulk edit with a message. */
export const listFailures = (db: Db | Tx, id: string, limit: number) =>
  listRows<BulkFailure>(db)`
    select p.id, p.name, l.message
    from bulk_edit_lines l
    join products p on p.id = l.product_id
    where l.bulk_edit_id = ${id} and l.message is not null
    order by l.product_id
    limit ${limit}`;

export const lockBulkEdit = (tx: Tx, id: string) =>
  findRow<{ change: BulkChange; status: Status; created_by: number | null; created_at: string }>(tx)`
    select change, status, created_by, created_at from bulk_edits where id = ${id} for update`;

export const updateBulkEditStatus = (tx: Tx, id: string, status: Status) =>
  sql`update bulk_edits set status = ${status}, updated_at = now() where id = ${id}`.execute(tx);

export interface BulkLine {
  product_id: number;
  before: BulkFields | null;
  after: BulkFields | null;
}

/** The next lines to change, or to undo. */
export const listNextLines = (tx: Tx, id: string, isUndo: boolean, limit: number) =>
  listRows<BulkLine>(tx)`
    select product_id, before, after
    from bulk_edit_lines
    where bulk_edit_id = ${id} and ${isUndo ? sql`outcome = 'changed'` : sql`outcome is null`}
    order by product_id
    limit ${limit}`;

export interface LineOutcome {
  product_id: number;
  outcome: "changed" | "unchanged" | "failed" | "undone" | "changed_since";
  message?: string;
  before?: BulkFields;
  after?: BulkFields;
}

/** Stores the outcome of lines, in the transaction of their change. */
export async function saveOutcomes(tx: Tx, id: string, outcomes: readonly LineOutcome[]) {
  await sql`
    update bulk_edit_lines l
    set outcome = r.outcome, message = r.message, before = coalesce(r.before, l.before),
      after = coalesce(r.after, l.after)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as r (product_id bigint, outcome text, message text, before jsonb, after jsonb)
    where l.bulk_edit_id = ${id} and l.product_id = r.product_id`.execute(tx);
  await sql`update bulk_edits set updated_at = now() where id = ${id}`.execute(tx);
}

/** Bulk edits without progress for minutes: their worker has died. */
export const listStalledBulkEdits = (tx: Tx) =>
  listValues<string>(tx)`
    update bulk_edits set updated_at = now()
    where status in ('running', 'undoing') and updated_at < now() - interval '5 minutes'
    returning id`;

export const deleteOldBulkEdits = (db: Db) =>
  sql`
    delete from bulk_edits
    where created_at < now() - interval '30 days' and status not in ('running', 'undoing')`.execute(db);
