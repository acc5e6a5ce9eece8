import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Image } from "#contract/images.ts";
import type { MyReview, ReviewStatus, reviewSorts } from "#contract/reviews/reviews.ts";
import {
  countAffected,
  type Db,
  findRow,
  getRow,
  getValue,
  hasRows,
  listRows,
  listValues,
  type Tx,
} from "#server/platform/database/database.ts";
import { listPage, type Page } from "#server/platform/database/lists.sql.ts";

export interface ReviewRow extends Omit<MyReview, "product" | "images"> {
  product_id: number;
  user_id: number;
  images: Omit<Image, "alt">[];
}
export interface ReceivedProduct {
  product_id: number;
  order_line_id: number;
  slug: string | null;
  name: string;
  thumbnail: string;
}
type Sort = (typeof reviewSorts)[number];
export interface ReviewQuery extends Page {
  sort: Sort;
  rating?: number | undefined;
}

/** Columns of a review `r`. */
export const columns = sql`r.id, r.product_id, r.user_id, r.author, r.rating, r.title, r.body, r.verified, r.status,
  r.helpful, r.reply, r.reason, r.version, r.created_at,
  coalesce((
    select json_agg(json_build_object('id', p.id, 'url', p.url, 'width', p.width, 'height', p.height,
      'dominant', p.dominant) order by rp.position, p.id)
    from review_images rp
    join stored_images p on p.id = rp.image_id
    where rp.review_id = r.id
  ), '[]') as images`;
const orderings: Record<Sort, RawBuilder<unknown>> = {
  newest: sql`r.created_at desc, r.id desc`,
  oldest: sql`r.created_at, r.id`,
  best: sql`r.rating desc, r.created_at desc, r.id desc`,
  worst: sql`r.rating, r.created_at desc, r.id desc`,
  helpful: sql`r.helpful - r.unhelpful desc, r.helpful desc, r.created_at desc, r.id desc`,
};

/** One page of a product's published reviews, with the total count. */
export function listPublished(db: Db, productId: number, { sort, rating, ...page }: ReviewQuery) {
  const where = sql`r.product_id = ${productId}
    and r.status = 'published'
    and (${rating ?? null}::int is null or r.rating = ${rating ?? null}::int)`;
  return listPage<ReviewRow>(db, { columns, from: sql`reviews r`, where, order: orderings[sort] }, page);
}

export interface FeaturedRow extends Pick<ReviewRow, "id" | "product_id" | "author" | "rating" | "title"> {
  body: string;
}

/** The newest published reviews of four or five stars with a text of 30 to 240 characters. */
export const listFeatured = (db: Db, limit: number) =>
  listRows<FeaturedRow>(db)`
    select id, product_id, author, rating, title, body
    from reviews
    where status = 'published'
      and rating >= 4
      and length(body) between 30 and 240
    order by created_at desc, id desc
    limit ${limit}`;

/** One page of a customer's reviews, newest first, with the total count. */
export function listReviewsOf(
  db: Db,
  { userId, status, ...page }: Page & { userId: number; status?: ReviewRow["status"] | undefined },
) {
  const where = sql`r.user_id = ${userId} and (${status ?? null}::text is null or r.status = ${status ?? null}::text)`;
  const order = sql`r.updated_at desc, r.id desc`;
  return listPage<ReviewRow>(db, { columns, from: sql`reviews r`, where, order }, page);
}

/** A review by id, optionally by product and author. */
export async function findReview(db: Db | Tx, by: { id: number } | { productId: number; userId: number }) {
  const where = "id" in by ? sql`r.id = ${by.id}` : sql`r.product_id = ${by.productId} and r.user_id = ${by.userId}`;
  return findRow<ReviewRow>(db)`select ${columns} from reviews r where ${where}`;
}

/** Products delivered to a customer, optionally limited to some, with the name they were bought under. */
export const listReceived = (db: Db | Tx, userId: number, productIds: number[]) =>
  listRows<ReceivedProduct>(db)`
    select product_id, order_line_id, slug, name, thumbnail
    from received_products
    where user_id = ${userId} and product_id = any(${productIds}::bigint[])`;

/** A page of the delivered products the customer has not reviewed, latest first, with the total count. */
export const listReviewable = (db: Db, userId: number, page: Page) =>
  listPage<ReceivedProduct>(
    db,
    {
      columns: sql`b.product_id, b.order_line_id, b.slug, b.name, b.thumbnail`,
      from: sql`received_products b`,
      where: sql`b.user_id = ${userId} and b.product_id is not null
        and not exists (select from reviews r where r.user_id = ${userId} and r.product_id = b.product_id)`,
      order: sql`b.order_line_id desc`,
    },
    page,
  );

/** How often a customer wrote or edited a review in the last day. */
export const countRecentSaves = (tx: Tx, userId: number) =>
  getValue<number>(tx)`
    select (count(*) filter (where created_at > now() - interval '1 day')
      + coalesce(sum(edits) filter (where edits_since > now() - interval '1 day'), 0))::int as saves
    from reviews
    where user_id = ${userId}`;

/** Locks the reviews of a product, because their sum is recalculated each time. */
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
  /** For a first review; a replaced one is pending. */
  status: z.infer<typeof ReviewStatus>;
}

/** Inserts a review; a second review of the same product replaces the first and is pending. */
export const upsertReview = (tx: Tx, review: NewReviewRow) =>
  getRow<ReviewRow>(tx)`
    insert into reviews as r (product_id, user_id, order_line_id, author, rating, title, body, status, verified)
    values (${review.productId}, ${review.userId}, ${review.orderLineId}, ${review.author}, ${review.rating},
      ${review.title}, ${review.body}, ${review.status},
      exists (select from kept_lines k where k.user_id = ${review.userId} and k.product_id = ${review.productId}))
    on conflict (product_id, user_id) do update
    set order_line_id = excluded.order_line_id, author = excluded.author, rating = excluded.rating,
      title = excluded.title, body = excluded.body, verified = excluded.verified, status = 'pending', reason = null,
      version = r.version + 1,
      edits = case when r.edits_since > now() - interval '1 day' then r.edits + 1 else 1 end,
      edits_since = case when r.edits_since > now() - interval '1 day' then r.edits_since else now() end,
      updated_at = now()
    returning ${columns}`;

/** Reviews of verified purchases that were returned or refunded in full since are no longer verified. Returns their products. */
export const unverifyReturned = async (tx: Tx) =>
  (
    await listRows<{ product_id: number }>(tx)`
      update reviews r set verified = false
      where verified and order_line_id is not null
        and not exists (select from kept_lines k where k.order_line_id = r.order_line_id)
        and not exists (select from kept_lines k where k.user_id = r.user_id and k.product_id = r.product_id)
      returning product_id`
  ).map(({ product_id }) => product_id);

/** Sum and number of a product's published ratings. */
export const sumRatings = (tx: Tx, productId: number) =>
  getRow<{ sum: number; count: number }>(tx)`
    select coalesce(sum(rating), 0)::int as sum, count(*)::int as count
    from reviews
    where product_id = ${productId} and status = 'published'`;

/** Moves the reviews of a customer to another one, but those of products that both have reviewed. Returns how many. */
export const moveReviews = (tx: Tx, fromId: number, intoId: number) =>
  countAffected(tx)`
    update reviews r
    set user_id = ${intoId}
    where user_id = ${fromId}
      and not exists (select from reviews o where o.user_id = ${intoId} and o.product_id = r.product_id)`;

/** The reviews of a customer of products that another one has reviewed too, with their images. */
export const listSecondReviews = (tx: Tx, fromId: number, intoId: number) =>
  listRows<{ id: number; product_id: number; image_ids: number[] }>(tx)`
    select r.id, r.product_id, array(select image_id from review_images where review_id = r.id) as image_ids
    from reviews r
    where user_id = ${fromId}
      and exists (select from reviews o where o.user_id = ${intoId} and o.product_id = r.product_id)
    order by r.product_id`;

export const deleteReviewRow = (tx: Tx, id: number) => sql`delete from reviews where id = ${id}`.execute(tx);

/** Removes the author from their reviews; returns the products that show one. */
export const anonymizeReviews = (tx: Tx, userId: number) =>
  listValues<number>(tx)`
    update reviews set author = default where user_id = ${userId} returning product_id`;

export const countImages = (db: Db | Tx, reviewId: number) =>
  getValue<number>(db)`
    select count(*)::int as count from review_images where review_id = ${reviewId}`;

export const insertReviewImage = (tx: Tx, reviewId: number, imageId: number) =>
  sql`
    insert into review_images (review_id, image_id, position)
    values (${reviewId}, ${imageId},
      (select coalesce(max(position) + 1, 0) from review_images where review_id = ${reviewId}))`.execute(tx);

/** True if the image belonged to that review. */
export const deleteReviewImage = (tx: Tx, reviewId: number, imageId: number) =>
  hasRows(tx)`
    delete from review_images where review_id = ${reviewId} and image_id = ${imageId} returning image_id`;

export const listProductsWithImage = (tx: Tx, imageId: number) =>
  listValues<number>(tx)`
    select r.product_id
    from review_images p
    join reviews r on r.id = p.review_id
    where p.image_id = ${imageId}`;
