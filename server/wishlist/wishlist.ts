import type { Db } from "#server/platform/database/database.ts";
import { countWishlistRows } from "./wishlist.sql.ts";

/** Number of products on a customer's wishlist, for the badge of the account menu. */
export const countWishlistItems = (db: Db, userId: number): Promise<number> => countWishlistRows(db, userId);
