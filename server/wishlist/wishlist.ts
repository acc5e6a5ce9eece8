import type { Db } from "#server/platform/database/database.ts";
import { countWishes } from "./wishlist.sql.ts";

/** How many products a customer wishes for: the badge of the account menu. */
export const wishCount = (db: Db, userId: number): Promise<number> => countWishes(db, userId);
