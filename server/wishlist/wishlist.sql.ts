import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/database/database.ts";

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

/** Deletes the wishlist of a customer. */
export const deleteWishlist = (tx: Tx, userId: number) =>
  sql`delete from wishlist_items where user_id = ${userId}`.execute(tx);

/** Number of products on a customer's wishlist. */
export async function countWishlistItems(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from wishlist_items where user_id = ${userId}`.execute(db);
  return rows[0]?.count ?? 0;
}
