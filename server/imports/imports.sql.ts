import { sql } from "kysely";
import type { ColumnMapping, ImportJob, ImportRowError } from "#contract/imports.ts";
import type { ChangeSet } from "#server/accounts/accounts.ts";
import {
  type Db,
  findRow,
  findValue,
  isAffected,
  listRows,
  listValues,
  type Tx,
} from "#server/platform/database/database.ts";
import { lengthOf, type RowRemark } from "./remarks.ts";

export type Totals = ImportJob["totals"];
/** `left_out` are products or categories that were not imported because of their errors. */
export type Outcome = Pick<Totals, "create" | "update" | "skip"> & { left_out: number };
export interface Columns {
  known: string[];
  ignored: string[];
  /** All headings of the file, in order, for the error file. */
  header?: string[];
  /** Whether one of them names images. */
  hasImages?: boolean;
}
export interface JobRow
  extends Omit<
    ImportJob,
    "file" | "columns" | "errors" | "errors_url" | "notes" | "note_groups" | "notes_url" | "images" | "undo"
  > {
  file_name: string;
  file_key: string;
  columns: Columns;
  done_row: number;
  outcome: Outcome;
  created_by: number | null;
  /** Whether it is run as soon as it is previewed. */
  confirm: boolean;
}

const columns = sql`id, kind, format, file_name, file_key, status, totals, summary, encoding, has_headings, mapping, columns,
  progress, message, done_row, outcome, created_by, confirm, created_at`;

/** What an import changes, as a set of the audit log. */
export const setOf = ({ id }: Pick<JobRow, "id">): ChangeSet => ({ setId: id, action: "POST /imports/:id/confirm" });

export const insertJob = (
  tx: Tx,
  job: Pick<JobRow, "id" | "kind" | "file_name" | "file_key" | "created_by" | "confirm">,
) =>
  sql`
    insert into import_jobs (id, kind, format, file_name, file_key, created_by, confirm)
    values (${job.id}, ${job.kind}, '', ${job.file_name}, ${job.file_key}, ${job.created_by}, ${job.confirm})`.execute(
    tx,
  );

export const findJob = (db: Db | Tx, id: string) =>
  findRow<JobRow>(db)`select ${columns} from import_jobs where id = ${id}::uuid`;

export const lockJob = (tx: Tx, id: string) =>
  findRow<JobRow>(tx)`select ${columns} from import_jobs where id = ${id}::uuid for update`;

export const listLatestJobs = (db: Db, limit: number) =>
  listRows<JobRow>(db)`
    select ${columns} from import_jobs order by created_at desc, id desc limit ${limit}`;

/** Counts an attempt to read the file before it begins; returns how many there were without any progress. */
export const countAttempt = (db: Db, id: string) =>
  findValue<number>(db)`
    update import_jobs set attempts = attempts + 1, updated_at = now()
    where id = ${id}::uuid and status in ('pending', 'running')
    returning attempts`;

/** Stores the result of a dry run. */
export const updatePreview = (
  tx: Tx,
  id: string,
  found: Pick<JobRow, "format" | "columns" | "totals" | "summary" | "mapping">,
) =>
  sql`
    update import_jobs
    set status = 'preview', attempts = 0, format = ${found.format}, columns = ${JSON.stringify(found.columns)}::jsonb,
      totals = ${JSON.stringify(found.totals)}::jsonb, summary = ${JSON.stringify(found.summary)}::jsonb,
      mapping = ${found.mapping && JSON.stringify(found.mapping)}::jsonb, message = null, updated_at = now()
    where id = ${id}::uuid and status = 'pending'`.execute(tx);

/** Lets an import wait for a column mapping, with a suggestion. */
export const awaitMapping = (
  tx: Tx,
  id: string,
  { format, mapping, message }: Pick<JobRow, "format" | "mapping" | "message">,
) =>
  sql`
    update import_jobs
    set status = 'mapping', format = ${format}, mapping = ${JSON.stringify(mapping)}::jsonb, message = ${message},
      updated_at = now()
    where id = ${id}::uuid and status = 'pending'`.execute(tx);

/** How an upload is read, as somebody chose. */
export type ReadingChoices = Pick<JobRow, "encoding" | "has_headings" | "mapping">;

/** Sets an upload back to be previewed anew; false if it has been started. */
export async function resetPreview(tx: Tx, id: string, { encoding, has_headings, mapping }: ReadingChoices) {
  const isReset = await isAffected(tx)`
    update import_jobs
    set status = 'pending', attempts = 0, confirm = false, encoding = ${encoding}, has_headings = ${has_headings},
      mapping = ${mapping && JSON.stringify(mapping)}::jsonb,
      message = null, totals = default, summary = default, columns = default, updated_at = now()
    where id = ${id}::uuid and (status in ('mapping', 'preview') or (status = 'failed' and done_row = 0))`;
  if (isReset) await deleteRemarks(tx, id);
  return isReset;
}

/** Cancels an import that has not finished; returns false if it has. */
export const cancelJob = (tx: Tx, id: string) =>
  isAffected(tx)`
    update import_jobs
    set status = 'cancelled', updated_at = now(), finished_at = now(),
      totals = case when status = 'running' then totals || (outcome - 'left_out') else totals end
    where id = ${id}::uuid and status in ('pending', 'mapping', 'preview', 'running')`;

/** Fails an import that goes on; false if it has ended, such as by being cancelled. */
export const failJob = (tx: Tx, id: string, message: string) =>
  isAffected(tx)`
    update import_jobs
    set status = 'failed', message = ${message}, updated_at = now(), finished_at = now()
    where id = ${id}::uuid and status in ('pending', 'running')`;

export const findMapping = (db: Db, headingsKey: string) =>
  findValue<ColumnMapping>(db)`
    select mapping from import_mappings where headings_key = ${headingsKey}`;

export const saveMapping = (tx: Tx, headingsKey: string, mapping: ColumnMapping) =>
  sql`
    insert into import_mappings (headings_key, mapping)
    values (${headingsKey}, ${JSON.stringify(mapping)}::jsonb)
    on conflict (headings_key) do update set mapping = excluded.mapping, updated_at = now()`.execute(tx);

/** Starts a previewed import; false if it has another status. */
export const startJob = (tx: Tx, id: string) =>
  isAffected(tx)`
    update import_jobs set status = 'running', updated_at = now()
    where id = ${id}::uuid and status = 'preview'`;

/** Asynchronous commit: after a power failure work and progress are lost together and done again. */
export const useAsyncCommit = (tx: Tx) => sql`set local synchronous_commit = off`.execute(tx);

/** Updates the progress, in the transaction of the work; false if another run is ahead. */
export const updateProgress = (tx: Tx, id: string, step: Outcome & { row: number; rows: number }) =>
  isAffected(tx)`
    update import_jobs
    set done_row = ${step.row}, progress = least(1, ${step.row}::real / greatest(1, ${step.rows}::int)),
      updated_at = now(), attempts = 0,
      outcome = jsonb_build_object(
        'create', (outcome ->> 'create')::int + ${step.create}::int,
        'update', (outcome ->> 'update')::int + ${step.update}::int,
        'skip', (outcome ->> 'skip')::int + ${step.skip}::int,
        'left_out', coalesce((outcome ->> 'left_out')::int, 0) + ${step.left_out}::int)
    where id = ${id}::uuid and status = 'running' and done_row < ${step.row}`;

/** The first row of the file by the id of the product it was planned for, as the slices before have saved it. */
export const findPlannedRows = async (db: Db, id: string): Promise<Map<number, number>> => {
  const rows = await findValue<Record<string, number>>(db)`
    select planned_rows from import_jobs where id = ${id}::uuid`;
  return new Map(Object.entries(rows ?? {}).map(([product, row]) => [Number(product), row]));
};

export const savePlannedRows = (db: Db, id: string, rows: ReadonlyMap<number, number>) =>
  sql`
    update import_jobs
    set planned_rows = ${JSON.stringify(Object.fromEntries(rows))}::jsonb
    where id = ${id}::uuid and status = 'running'`.execute(db);

/** Imports without progress for minutes: their worker has died. */
export const listStalledJobs = (tx: Tx) =>
  listRows<Pick<JobRow, "id" | "status">>(tx)`
    update import_jobs set updated_at = now()
    where status in ('pending', 'running', 'undoing') and updated_at < now() - interval '5 minutes'
    returning id, status`;

export const deleteOldJobs = (db: Db) =>
  sql`
    delete from import_jobs
    where created_at < now() - interval '90 days' and status not in ('running', 'undoing')`.execute(db);

/** The files of imports that may still read them: those that go on, wait, or can be previewed again. */
export const listFilesInUse = (db: Db) =>
  listValues<string>(db)`
    select file_key from import_jobs where status in ('pending', 'mapping', 'preview', 'running', 'failed')`;

/** The files of imports that ended a week ago: their archives of images are not needed any more. */
export const listFinishedFiles = (db: Db) =>
  listValues<string>(db)`
    select file_key from import_jobs where finished_at < now() - interval '7 days'`;

/** Finishes an import with its totals: some that the preview would have imported may have been refused meanwhile. */
export const finishJob = (tx: Tx, id: string) =>
  sql`
    update import_jobs
    set status = 'done', progress = 1, updated_at = now(), finished_at = now(), planned_rows = '{}',
      totals = totals || (outcome - 'left_out') || jsonb_build_object('error', (
        select count(distinct row_no) from import_rows where job_id = id and kind = 'error')),
      summary = summary || jsonb_build_object('left_out', coalesce((outcome ->> 'left_out')::int, 0))
    where id = ${id}::uuid and status = 'running'`.execute(tx);

/** Marks a preview that continues as not stalled; returns false if it was cancelled. */
export const touchPreview = (tx: Tx, id: string) =>
  isAffected(tx)`
    update import_jobs set updated_at = now() where id = ${id}::uuid and status = 'pending'`;

export const deleteRemarks = (tx: Tx, jobId: string) =>
  sql`delete from import_rows where job_id = ${jobId}::uuid`.execute(tx);

/** Adds remarks on rows, after existing ones. The cells of a row are stored once, with its first remark of a kind. */
export async function insertRemarks(tx: Tx, jobId: string, kind: "error" | "note", remarks: readonly RowRemark[]) {
  let some: RowRemark[] = [];
  let size = 0;
  const rows = new Set<number>();
  for (const remark of remarks) {
    const cells = rows.has(remark.row) ? [] : kind === "note" ? cutCells(remark.cells) : remark.cells;
    rows.add(remark.row);
    some.push({ ...remark, cells });
    size += remark.message.length + lengthOf(cells);
    if (size < insertedTogether) continue;
    await insertSome(tx, jobId, kind, some);
    [some, size] = [[], 0];
  }
  if (some.length > 0) await insertSome(tx, jobId, kind, some);
}

/** Characters of remarks that are sent in a statement. */
const insertedTogether = 4_000_000;

/** The beginnings of the cells that a note is about; those of an error stay whole, to be mended and imported. */
function cutCells(cells: readonly string[]): string[] {
  let left = 20_000;
  return cells.map((cell) => {
    const cut = cell.slice(0, Math.min(1000, left));
    left -= cut.length;
    return cut.length < cell.length ? `${cut}…` : cut;
  });
}

const insertSome = (tx: Tx, jobId: string, kind: "error" | "note", remarks: readonly RowRemark[]) =>
  sql`
    insert into import_rows (job_id, row_no, seq, kind, column_name, code, message, cells)
    select ${jobId}::uuid, r.row,
      coalesce((select max(e.seq) + 1 from import_rows e where e.job_id = ${jobId}::uuid and e.row_no = r.row), 0)
        + row_number() over (partition by r.row order by r.place) - 1,
      ${kind}, r."column", r.code, r.message, case
        when exists (
          select from import_rows e
          where e.job_id = ${jobId}::uuid and e.row_no = r.row and e.kind = ${kind} and e.cells <> '[]'
        ) then '[]'
        else r.cells
      end
    from rows from (
      jsonb_to_recordset(${JSON.stringify(remarks)}::jsonb) as
        ("row" int, "column" text, code text, message text, cells jsonb)
    ) with ordinality as r ("row", "column", code, message, cells, place)`.execute(tx);

/** Deletes the errors of rows that are processed again; of all rows without `rows`. */
export const deleteErrors = (tx: Tx, jobId: string, rows?: readonly number[]) =>
  sql`
    delete from import_rows
    where job_id = ${jobId}::uuid and kind = 'error'
      and (${rows ?? null}::int[] is null or row_no = any(${rows ?? null}))`.execute(tx);

/** Codes of notes about something that is not imported, and of those that only say how a cell was read. */
export const lossCodes = [
  "variations_deleted",
  "value_ignored",
  "title_ignored",
  "image_ignored",
  "image_unreadable",
  "attributes_ignored",
  "barcode_rounded",
  "barcode_repeated",
  "barcode_taken",
  "sku_repeated",
  "sku_taken",
  "too_many_tags",
  "too_many_images",
  "too_many_categories",
  "too_deep",
  "shortened",
  "sale_later",
  "compare_at_ignored",
  "price_missing",
  "quantity_shared",
  "stock_unknown",
];

/** Notes of a code that are shown; all are in the file of notes. */
const perCode = 20;

/** How many notes of each code an import has. */
export const countNotes = (db: Db | Tx, jobId: string) =>
  listRows<{ code: string; count: number }>(db)`
    select code, count(*)::int as count
    from import_rows
    where job_id = ${jobId}::uuid and kind = 'note'
    group by code
    order by (code = any(${lossCodes})) desc, count(*) desc, code`;

export const listFirstRemarks = (db: Db | Tx, jobIds: readonly string[], limit: number) =>
  listRows<ImportRowError & { job_id: string; kind: "error" | "note" }>(db)`
    select r.job_id, r.kind, r.row, r."column", r.code, r.message
    from unnest(${jobIds}::uuid[]) as job (id), unnest(array['error', 'note']) as wanted (kind), lateral (
      select job_id, kind, row_no as row, column_name as "column", code, message
      from (
        select *, row_number() over (partition by case kind when 'note' then code end order by row_no, seq) as place
        from import_rows
        where job_id = job.id and kind = wanted.kind
      ) ranked
      where kind = 'error' or place <= ${perCode}
      order by kind = 'note' and code <> all(${lossCodes}), row_no, seq
      limit ${limit}
    ) r`;

export interface RemarkRow {
  row_no: number;
  seq: number;
  column_name: string | null;
  message: string;
  cells: string[];
}
/** The next errors or notes of a job, in the order of the file. */
export const listRemarkRows = (
  db: Db,
  { jobId, kind }: { jobId: string; kind: "error" | "note" },
  after: { row_no: number; seq: number },
  limit: number,
) =>
  listRows<RemarkRow>(db)`
    select r.row_no, r.seq, r.column_name, r.message, coalesce((
        select f.cells from import_rows f
        where f.job_id = r.job_id and f.row_no = r.row_no and f.kind = r.kind and f.cells <> '[]'
        order by f.seq
        limit 1
      ), '[]') as cells
    from import_rows r
    where r.job_id = ${jobId}::uuid and r.kind = ${kind}
      and (r.row_no, r.seq) > (${after.row_no}::int, ${after.seq}::int)
    order by r.row_no, r.seq
    limit ${limit}`;
