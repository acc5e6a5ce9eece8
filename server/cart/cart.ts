import type { Cart } from "#contract/cart.ts";
import type { App } from "#server/platform/app.ts";
import type { Owner } from "./cart.sql.ts";
import { activeCart } from "./owner.ts";
import { shownCart } from "./pricing.ts";

// The door of the cart: what rooms above it may call.
export { addToCart, type CartToOrder, isHolding, lockedCart, markOrdered, putBack, takeOut } from "./hand-over.ts";
export { cartsMayHold } from "./may-hold.ts";
export { withCoupon } from "./perks.ts";
export { isBlocked, priced } from "./pricing.ts";
export { type Perks, reckon } from "./reckoning.ts";
export { firstCountry, termsFor } from "./terms.ts";
export { shared } from "./totals.ts";
export { activeCart };

/** The owner's active cart, priced anew. Throws `guest_cart_unknown` for a guest whose cart is not known any more. */
export const cartOf = async (app: App, owner: Owner): Promise<Cart> => shownCart(app, await activeCart(app.db, owner));
