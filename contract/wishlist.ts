import { z } from "zod";
import { ProductCard } from "./catalogue/products.ts";
import { endpoint, Id, Instant, list } from "./endpoint.ts";

export const WishlistItem = z.object({ product_id: z.int(), added_at: Instant, product: ProductCard.nullable() });
export type WishlistItem = z.infer<typeof WishlistItem>;

export const wishlistApi = {
  "GET /wishlist": endpoint({
    summary: "List the wishlist, newest first; `product` is null if it is no longer sold.",
    caller: "user",
    reply: list(WishlistItem),
  }),
  "POST /wishlist": endpoint({
    summary: "Add a product to the wishlist. Idempotent.",
    caller: "user",
    body: z.object({ product_id: Id }),
    reply: list(WishlistItem),
    status: 201,
    problems: ["not_found", "wishlist_full"],
  }),
  "DELETE /wishlist/:product_id": endpoint({
    summary: "Remove a product from the wishlist.",
    caller: "user",
    params: z.object({ product_id: Id }),
    reply: list(WishlistItem),
  }),
};
