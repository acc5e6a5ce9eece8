import { type RawBuilder, sql } from "kysely";
import type {
  AdminReview,
  AdminReviewFilters,
  AdminReviewQuery,
  Moderation,
  ReportReason,
} from "#contract/reviews/moderation.ts";
import {
  type Db,
  findRow,
  getRow,
  hasRows,
  isAffected,
  listRows,
  type Tx,
} from "#server/platform/database/database.ts";
import { listBelow, listPage, patternOf } from "#server/platform/database/lists.sql.ts";
import { columns, type ReviewRow } from "./reviews.sql.ts";

export interface AdminReviewRow extends ReviewRow, Pick<AdminReview, "reports"> {
  updated_at: string;
  moderated_at: string | null;
  replied_at: string | null;
}

const adminColumns = sql`${columns}, r.updated_at, r.moderated_at, r.replied_at,
  coalesce((
    select json_agg(json_build_object('reason', o.reason,
      'created_at', to_char(o.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by o.created_at)
    from review_reports o
    where o.review_id = r.id and o.dismissed_at is null
  ), '[]') as reports`;

const hasReports = sql`r.status = 'published' and exists (
  select from review_reports o where o.review_id = r.id and o.dismissed_at is null)`;

const orderings: Record<NonNullable<AdminReviewQuery["sort"]>, RawBuilder<unknown>> = {
  created_at: sql`r.created_at, r.id`,
  "-created_at": sql`r.created_at desc, r.id desc`,
  rating: sql`r.rating, r.created_at desc, r.id desc`,
  "-rating": sql`r.rating desc, r.created_at desc, r.id desc`,
};

/** A search finds this many reviews, the newest ones by their own words, and as many by the name of their product. */
export const maxReviewsFound = 500;

/** One page of the reviews of all customers, with their number, which is counted up to `limit`. */
export function listAdminReviews(db: Db, query: AdminReviewQuery, limit: number) {
  const { view, sort = view === "pending" ? "created_at" : "-created_at" } = query;
  return listPage<AdminReviewRow>(db, { ...list(query), order: orderings[sort], limit }, query);
}

/** Up to `limit` reviews of all customers by their ids, newest first, after the one with this id. */
export const listAdminReviewsAfter = (db: Db, filters: AdminReviewFilters, after: number | null, limit: number) =>
  listBelow<AdminReviewRow>(db, { ...list(filters), id: sql`r.id` }, after, limit);

const list = (filters: AdminReviewFilters) => ({
  columns: adminColumns,
  from: sql`reviews r`,
  where: matching(filters),
});

function matching({ name, ...filters }: AdminReviewFilters) {
  const matches = sql.join(conditionsOf(filters), sql` and `);
  return name ? sql`r.id in (${searching(name, matches)})` : matches;
}

/** Query: the newest reviews with these words that also match `where`; each branch uses an index of its own. */
function searching(words: string, where: RawBuilder<unknown>) {
  const pattern = patternOf(words);
  const newest = sql`order by r.created_at desc limit ${maxReviewsFound + 1}`;
  return sql`
    (select r.id
    from reviews r
    where (r.author || ' ' || coalesce(r.title, '') || ' ' || coalesce(r.body, '')) ilike ${pattern} and ${where}
    ${newest})
    union all
    (select r.id
    from reviews r
    where r.product_id in (select product_id from product_names where name ilike ${pattern}) and ${where}
    ${newest})`;
}

const conditionsOf = ({ view, rating, product_id, customer_id, has_reply }: Omit<AdminReviewFilters, "name">) => [
  view === undefined ? sql`true` : view === "reported" ? hasReports : sql`r.status = ${view}`,
  ...(rating === undefined ? [] : [sql`r.rating = ${rating}`]),
  ...(product_id === undefined ? [] : [sql`r.product_id = ${product_id}`]),
  ...(customer_id === undefined ? [] : [sql`r.user_id = ${customer_id}`]),
  ...(has_reply === undefined ? [] : [sql`(r.reply is not null) = ${has_reply}`]),
];

/** A review as administrators see it. */
export const findAdminReview = (db: Db | Tx, id: number) =>
  findRow<AdminReviewRow>(db)`select ${adminColumns} from reviews r where r.id = ${id}`;

/** Reviews that wait for a decision. */
export const countWaiting = (db: Db) =>
  getRow<{ pending: number; reported: number }>(db)`
    select (select count(*) from reviews where status = 'pending')::int as pending,
      (select count(*) from reviews r where ${hasReports})::int as reported`;

/** Stores a moderation decision if the review has not changed; returns whether it was stored. */
export async function updateModeration(
  tx: Tx,
  id: number,
  { version, status, reason, reply }: Moderation,
  adminId: number | null,
): Promise<boolean> {
  const answer = reply || null;
  return hasRows(tx)`
    update reviews
    set status = coalesce(${status ?? null}::text, status),
      reason = case when ${status ?? null}::text is null then reason else ${reason || null} end,
      reply = case when ${reply !== undefined} then ${answer} else reply end,
      replied_at = case
        when ${reply === undefined} then replied_at
        when ${answer}::text is null then null
        else now()
      end,
      moderated_by = ${adminId}, moderated_at = now(), version = version + 1
    where id = ${id} and version = ${version}
    returning id`;
}

/** Inserts a customer's report, or opens it again with another reason; false if the same report is open already. */
export const upsertReport = (
  tx: Tx,
  { reviewId, userId, reason }: { reviewId: number; userId: number; reason: ReportReason },
) =>
  isAffected(tx)`
    insert into review_reports as o (review_id, user_id, reason)
    values (${reviewId}, ${userId}, ${reason})
    on conflict (review_id, user_id) do update
    set reason = excluded.reason, created_at = now(), dismissed_at = null
    where o.reason <> excluded.reason`;

/** Moves the reports of a customer to another one, but those of reviews that both have reported. */
export const moveReports = (tx: Tx, fromId: number, intoId: number) =>
  sql`
    with moved as (
      insert into review_reports (review_id, user_id, reason, created_at, dismissed_at)
      select review_id, ${intoId}, reason, created_at, dismissed_at from review_reports where user_id = ${fromId}
      on conflict do nothing
    )
    delete from review_reports where user_id = ${fromId}`.execute(tx);

export const dismissReports = (tx: Tx, reviewId: number) =>
  sql`update review_reports set dismissed_at = now() where review_id = ${reviewId} and dismissed_at is null`.execute(
    tx,
  );

/** Opens the reports that were dismissed last again. */
export const reopenReports = (tx: Tx, reviewId: number) =>
  sql`
    update review_reports
    set dismissed_at = null
    where review_id = ${reviewId}
      and dismissed_at = (select max(dismissed_at) from review_reports where review_id = ${reviewId})`.execute(tx);

/** Sets a changed review back to pending. */
export const markPending = (tx: Tx, id: number) =>
  sql`update reviews set status = 'pending', version = version + 1, updated_at = now() where id = ${id}`.execute(tx);

/** Products whose stored rating differs from their published reviews. */
export const listRatingInconsistencies = (db: Db | Tx) =>
  listRows<{ product_id: number }>(db)`
    with sums as (
      select product_id, sum(rating) as rating_sum, count(*) as rating_count
      from reviews
      where status = 'published'
      group by product_id
    )
    select p.product_id
    from product_ratings p
    left join sums s using (product_id)
    where (p.rating_sum, p.rating_count) is distinct from
      (coalesce(s.rating_sum, 0), coalesce(s.rating_count, 0))`;
