import { sql } from "kysely";
import { countAffected, type Db, type Tx } from "#server/platform/database/database.ts";

export interface WishlistRow {
  product_id: number;
  added_at: string;
}

/** The wishlist of a customer, newest first. */
export async function listWishlistRows(db: Db, userId: number): Promise<WishlistRow[]> {
  const { rows } = await sql<WishlistRow>`
    select product_id, added_at from wishlist_items
    where user_id = ${userId}
    order by added_at desc, product_id desc`.execute(db);
  return rows;
}

export const insertWishlistItem = (db: Db, userId: number, productId: number, price: number) =>
  sql`
    insert into wishlist_items (user_id, product_id, price_when_added)
    values (${userId}, ${productId}, ${price})
    on conflict do nothing`.execute(db);

export const deleteWishlistItem = (db: Db, userId: number, productId: number) =>
  sql`delete from wishlist_items where user_id = ${userId} and product_id = ${productId}`.execute(db);

/** Copies the wishlist of a customer to another one's. Returns how many products were added. */
export const copyWishlist = (tx: Tx, fromId: number, intoId: number) =>
  countAffected(
    tx,
    sql`
    insert into wishlist_items (user_id, product_id, added_at, price_when_added)
    select ${intoId}, product_id, added_at, price_when_added from wishlist_items where user_id = ${fromId}
    on conflict do nothing`,
  );

/** Deletes the wishlist of a customer. */
export const deleteWishlist = (tx: Tx, userId: number) =>
  sql`delete from wishlist_items where user_id = ${userId}`.execute(tx);

/** Number of products on a customer's wishlist. */
export async function countWishlistItems(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from wishlist_items where user_id = ${userId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findWishlistItem(db: Db, userId: number, productId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from wishlist_items where user_id = ${userId} and product_id = ${productId}`.execute(db);
  return rows.length > 0;
}

/** Those of these products that are on a wishlist. */
export async function listWishedProducts(tx: Tx, productIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`
    select distinct product_id from wishlist_items where product_id = any(${productIds}::bigint[])`.execute(tx);
  return rows.map(({ product_id }) => product_id);
}

/** Customers above the id `after` who added a product at a higher price. */
export async function listWishersAbovePrice(
  tx: Tx,
  { productId, price, after, limit }: { productId: number; price: number; after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id
    from wishlist_items
    where product_id = ${productId} and price_when_added > ${price} and user_id > ${after}
    order by user_id
    limit ${limit}`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}
