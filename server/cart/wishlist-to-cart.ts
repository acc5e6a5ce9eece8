import type { Cart } from "#contract/cart.ts";
import { getVariationsForSale, listProductCards } from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import { assertFound, fieldProblem, Problem } from "#server/platform/http/problem.ts";
import { deleteWishlistItem, findWishlistItem } from "#server/wishlist/wishlist.ts";
import { text } from "#words/say.ts";
import { addLine } from "./lines.ts";

interface WishlistMove {
  productId: number;
  variation_id?: number | undefined;
  quantity: number;
}

/**
 * Adds a product of the customer's wishlist to the cart, then removes it from the wishlist. Throws `not_found` if it is
 * not on the wishlist or not sold, `bad_input` if one of its variations has to be chosen, and what `addLine` throws.
 */
export async function moveWishlistItemToCart(
  app: App,
  userId: number,
  { productId, variation_id, quantity }: WishlistMove,
): Promise<Cart> {
  const isOnWishlist = await findWishlistItem(app.db, userId, productId);
  const [card] = isOnWishlist ? await listProductCards(app.db, [productId]) : [];
  const { variation_count, default_variation_id } = assertFound(card);
  const chosen = variation_id ?? (variation_count === 1 ? default_variation_id : null);
  if (chosen === null) {
    const message = text("Select an option.");
    throw fieldProblem("variation_id", "required", message);
  }
  const variation = (await getVariationsForSale(app.db, [chosen])).get(chosen);
  if (variation?.product_id !== productId) throw new Problem("not_found");
  const cart = await addLine(app, { userId }, { variation_id: chosen, quantity });
  await deleteWishlistItem(app.db, userId, productId);
  return cart;
}
