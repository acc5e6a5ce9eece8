export { countWishlistItems } from "./wishlist.sql.ts";
