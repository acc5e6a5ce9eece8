import { sql } from "kysely";
import {
  countAffected,
  type Db,
  getValue,
  hasRows,
  isAffected,
  listRows,
  listValues,
  type Tx,
} from "#server/platform/database/database.ts";

export interface WishlistRow {
  product_id: number;
  added_at: string;
}

/** The wishlist of a customer, newest first. */
export const listWishlistRows = (db: Db, userId: number) =>
  listRows<WishlistRow>(db)`
    select product_id, added_at from wishlist_items
    where user_id = ${userId}
    order by added_at desc, product_id desc`;

/** How many products a wishlist can have: each call answers with all of them. */
const maxItems = 250;

const countOf = (userId: number) => sql`(select count(*) from wishlist_items where user_id = ${userId})`;

/** Two additions at once could both find room for one more. */
const lockWishlist = (tx: Tx, userId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('wishlist of ' || ${userId}::text, 0))`.execute(tx);

/** Adds a product; false if it is not on the list after that, which has as many as it can. */
export async function insertWishlistItem(tx: Tx, userId: number, productId: number, price: number) {
  await lockWishlist(tx, userId);
  const isAdded = await isAffected(tx)`
    insert into wishlist_items (user_id, product_id, price_when_added)
    select ${userId}::bigint, ${productId}::bigint, ${price}::bigint
    where ${countOf(userId)} < ${maxItems}
    on conflict do nothing`;
  return isAdded || findWishlistItem(tx, userId, productId);
}

export const deleteWishlistItem = (db: Db, userId: number, productId: number) =>
  sql`delete from wishlist_items where user_id = ${userId} and product_id = ${productId}`.execute(db);

/** Copies the wishlist of a customer to another one's, the latest as far as there is room. Returns how many were added. */
export async function copyWishlist(tx: Tx, fromId: number, intoId: number): Promise<number> {
  await lockWishlist(tx, intoId);
  return countAffected(tx)`
    insert into wishlist_items (user_id, product_id, added_at, price_when_added, notified_price)
    select ${intoId}::bigint, product_id, added_at, price_when_added, notified_price
    from wishlist_items w
    where user_id = ${fromId} and not exists (
      select from wishlist_items has where has.user_id = ${intoId} and has.product_id = w.product_id)
    order by added_at desc
    limit greatest(0, ${maxItems}::int - ${countOf(intoId)})
    on conflict do nothing`;
}

/** Deletes the wishlist of a customer. */
export const deleteWishlist = (tx: Tx, userId: number) =>
  sql`delete from wishlist_items where user_id = ${userId}`.execute(tx);

/** Number of products on a customer's wishlist. */
export const countWishlistItems = (db: Db, userId: number) =>
  getValue<number>(db)`
    select count(*) as count from wishlist_items where user_id = ${userId}`;

export const findWishlistItem = (db: Db | Tx, userId: number, productId: number) =>
  hasRows(db)`
    select 1 from wishlist_items where user_id = ${userId} and product_id = ${productId}`;

/** Those of these products that are on a wishlist. */
export const listWishedProducts = (tx: Tx, productIds: readonly number[]) =>
  listValues<number>(tx)`
    select distinct product_id from wishlist_items where product_id = any(${productIds}::bigint[])`;

/**
 * Records that customers above the id `after` are notified of a price, which is lower than when they added the product
 * and than any they were notified of. Returns these customers.
 */
export const markWishersNotified = async (
  tx: Tx,
  { productId, price, after, limit }: { productId: number; price: number; after: number; limit: number },
) =>
  (
    await listValues<number>(tx)`
      update wishlist_items
      set notified_price = ${price}
      where product_id = ${productId} and user_id in (
        select user_id
        from wishlist_items
        where product_id = ${productId} and least(price_when_added, notified_price) > ${price} and user_id > ${after}
        order by user_id
        limit ${limit}
        for update
      )
      returning user_id`
  ).sort((one, other) => one - other);
