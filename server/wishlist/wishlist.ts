import type { Db } from "#server/platform/database/database.ts";
import { countWishlistRows, deleteWishlistItem, findWishlistItem } from "./wishlist.sql.ts";

/** Number of products on a customer's wishlist, for the badge of the account menu. */
export const countWishlistItems = (db: Db, userId: number): Promise<number> => countWishlistRows(db, userId);

/** Whether a product is on a customer's wishlist. */
export const hasWish = (db: Db, userId: number, productId: number): Promise<boolean> =>
  findWishlistItem(db, userId, productId);

/** Removes a product from a customer's wishlist. Idempotent. */
export async function removeWish(db: Db, userId: number, productId: number): Promise<void> {
  await deleteWishlistItem(db, userId, productId);
}
