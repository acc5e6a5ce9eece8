import { sql } from "kysely";
import type { BulkChange, BulkEdit, BulkFailure } from "#contract/catalogue/bulk-edits.ts";
import type { ProductFilters } from "#contract/catalogue/product-form.ts";
import { listConditions } from "#server/catalogue/products/admin-list.sql.ts";
import { type Db, findRow, listRows, listValues, type Tx } from "#server/platform/database/database.ts";

type Status = BulkEdit["status"];
export type BulkEditRow = Omit<BulkEdit, "failures" | "by"> & { created_by: number | null };

/** Inserts a bulk edit of the products that match the filters. */
export const insertBulkEdit = (
  tx: Tx,
  { id, change, filters, actorId }: { id: string; change: BulkChange; filters: ProductFilters; actorId: number },
) =>
  sql`
    insert into bulk_edits (id, change, created_by, product_ids, total)
    select ${id}, ${JSON.stringify(change)}::jsonb, ${actorId}, coalesce(array_agg(p.id order by p.id), '{}'), count(*)
    from products p
    where ${listConditions(filters)}`.execute(tx);

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
    select id, change, status, created_by, created_at, total, changed, unchanged, failed, undone, changed_since,
      total - changed - unchanged - failed - undone - changed_since as waiting,
      case when status in ('done', 'cancelled') and changed > 0
        and created_at > ${now}::timestamptz - make_interval(hours => ${undoHours})
        then created_at + make_interval(hours => ${undoHours}) end as undo_until
    from bulk_edits
    where ${id}::uuid is null or id = ${id}
    order by created_at desc, id desc
    limit ${limit}`;

/** The first products that a bulk edit did not change or undo, in the order in which it came to them. */
export const listFailures = (db: Db | Tx, id: string) =>
  listRows<BulkFailure>(db)`
    select p.id, p.name, f.value ->> 'message' as message
    from bulk_edits e
    cross join jsonb_array_elements(e.failures) with ordinality f
    join products p on p.id = (f.value ->> 'product_id')::bigint
    where e.id = ${id}
    order by f.ordinality`;

export interface LockedBulkEdit extends Pick<BulkEdit, "change" | "status" | "total" | "changed"> {
  created_by: number | null;
  undone_up_to: number;
  failure_count: number;
}
export const lockBulkEdit = (tx: Tx, id: string) =>
  findRow<LockedBulkEdit>(tx)`
    select change, status, total, changed, created_by, undone_up_to, jsonb_array_length(failures) as failure_count
    from bulk_edits
    where id = ${id}
    for update`;

export const updateBulkEditStatus = (tx: Tx, id: string, status: Status) =>
  sql`
    update bulk_edits
    set status = ${status}, updated_at = now(), product_ids = case when ${status} = 'running' then product_ids else '{}' end
    where id = ${id}`.execute(tx);

/** The next products to change. */
export const listNextProducts = (tx: Tx, id: string, limit: number) =>
  listValues<number>(tx)`
    select unnest(product_ids[changed + unchanged + failed + 1 : changed + unchanged + failed + ${limit}::int]) as id
    from bulk_edits
    where id = ${id}`;

export interface LineOutcome {
  product_id: number;
  outcome: "changed" | "unchanged" | "failed" | "undone" | "changed_since";
  message?: string;
}

/** Stores outcomes in the transaction of their changes, and up to which change it is undone. */
export function saveOutcomes(
  tx: Tx,
  id: string,
  { outcomes, undoneUpTo = 0, room }: { outcomes: readonly LineOutcome[]; undoneUpTo?: number; room: number },
) {
  const count = (outcome: LineOutcome["outcome"]) => outcomes.filter((one) => one.outcome === outcome).length;
  const [undone, changedSince] = [count("undone"), count("changed_since")];
  const failures = outcomes
    .filter(({ message }) => message !== undefined)
    .slice(0, Math.max(0, room))
    .map(({ product_id, message }) => ({ product_id, message }));
  return sql`
    update bulk_edits
    set changed = changed + ${count("changed") - undone - changedSince}, unchanged = unchanged + ${count("unchanged")},
      failed = failed + ${count("failed")}, undone = undone + ${undone},
      changed_since = changed_since + ${changedSince}, failures = failures || ${JSON.stringify(failures)}::jsonb,
      undone_up_to = greatest(undone_up_to, ${undoneUpTo}), updated_at = now()
    where id = ${id}`.execute(tx);
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
