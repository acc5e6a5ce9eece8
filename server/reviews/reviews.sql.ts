import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "#server/platform/db.ts";

export type ReviewStatus = "pending" | "published" | "rejected";
export interface ReviewRow {
  id: number;
  product_id: number;
  author: string;
  rating: number;
  title: string | null;
  body: string | null;
  verified: boolean;
  status: ReviewStatus;
  created_at: string;
}
export interface Received {
  product_id: number;
  order_line_id: number;
  slug: string | null;
  name: string;
  thumbnail: string;
}
export interface ReviewQuery {
  sort: "newest" | "oldest" | "best" | "worst";
  rating?: number | undefined;
  page: number;
  per_page: number;
}

const columns = sql`id, product_id, author, rating, title, body, verified, status, created_at`;
const orderings: Record<ReviewQuery["sort"], RawBuilder<unknown>> = {
  newest: sql`created_at desc, id desc`,
  oldest: sql`created_at, id`,
  best: sql`rating desc, created_at desc, id desc`,
  worst: sql`rating, created_at desc, id desc`,
};

/** One page of a product's published reviews, and how many there are. */
export async function listPublished(db: Db, productId: number, { sort, rating, page, per_page }: ReviewQuery) {
  const where = sql`product_id = ${productId} and status = 'published' and (${rating ?? null}::int is null or rating = ${rating ?? null}::int)`;
  const { rows } = await sql<ReviewRow>`
    select ${columns}
    from reviews
    where ${where}
    order by ${orderings[sort]}
    limit ${per_page} offset ${(page - 1) * per_page}`.execute(db);
  const count = await sql<{ total: number }>`select count(*) as total from reviews where ${where}`.execute(db);
  return { rows, total: count.rows[0]?.total ?? 0 };
}

/** Everything a person reviewed, newest first. */
export async function listMine(db: Db, userId: number): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    select ${columns}
    from reviews
    where user_id = ${userId}
    order by updated_at desc, id desc`.execute(db);
  return rows;
}

/** What reached a person, of these products; named as they bought it. */
export async function listReceived(db: Db | Tx, userId: number, productIds: number[]): Promise<Received[]> {
  const { rows } = await sql<Received>`
    select product_id, order_line_id, slug, name, thumbnail
    from received_products
    where user_id = ${userId} and product_id = any(${productIds}::bigint[])`.execute(db);
  return rows;
}

/** How many reviews a person wrote or changed in the last day. */
export async function countToday(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ written: number }>`
    select count(*)::int as written
    from reviews
    where user_id = ${userId} and updated_at > now() - interval '1 day'`.execute(tx);
  return rows[0]?.written ?? 0;
}

/** Lets reviews of one product be written one after the other: their sum is counted anew each time. */
export const lockReviews = (tx: Tx, productId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('reviews of ' || ${productId}::text, 0))`.execute(tx);

export interface NewReviewRow {
  productId: number;
  userId: number;
  orderLineId: number;
  author: string;
  rating: number;
  title: string | null;
  body: string | null;
  /** For a first review; one that replaces another waits to be looked at. */
  status: ReviewStatus;
}

/** Keeps a review; a person's second of a product replaces the first and is pending again. */
export async function putReview(tx: Tx, review: NewReviewRow): Promise<ReviewRow> {
  const { rows } = await sql<ReviewRow>`
    insert into reviews (product_id, user_id, order_line_id, author, rating, title, body, status, verified)
    values (${review.productId}, ${review.userId}, ${review.orderLineId}, ${review.author}, ${review.rating}, ${review.title},
      ${review.body}, ${review.status}, true)
    on conflict (product_id, user_id) do update
    set order_line_id = excluded.order_line_id, author = excluded.author, rating = excluded.rating, title = excluded.title,
      body = excluded.body, verified = true, status = 'pending', updated_at = now()
    returning ${columns}`.execute(tx);
  return rows[0] as ReviewRow;
}

/** Sum and number of a product's published ratings. */
export async function sumRatings(tx: Tx, productId: number): Promise<{ sum: number; count: number }> {
  const { rows } = await sql<{ sum: number; count: number }>`
    select coalesce(sum(rating), 0)::int as sum, count(*)::int as count
    from reviews
    where product_id = ${productId} and status = 'published'`.execute(tx);
  return rows[0] ?? { sum: 0, count: 0 };
}
