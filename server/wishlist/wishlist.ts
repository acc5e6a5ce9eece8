export { countWishlistItems, deleteWishlistItem, findWishlistItem } from "./wishlist.sql.ts";
