import type { Cart } from "#contract/cart.ts";
import type { App } from "#server/platform/app.ts";
import type { Owner } from "./cart.sql.ts";
import { findActiveCart } from "./owner.ts";
import { presentCart } from "./present-cart.ts";

export { canCartsHoldStock } from "#server/cart/holds/hold-settings.ts";
export { type Adjustments, priceCart } from "#server/cart/pricing/price-cart.ts";
export { getPricingTerms, hasImportTaxes, resolveDestination, withoutVat } from "#server/cart/pricing/pricing-terms.ts";
export { prorate } from "#server/cart/pricing/prorate.ts";
export type { ShippingTaxPart } from "#server/cart/pricing/shipping-tax.ts";
export { splitTax, type TaxParts } from "#server/cart/pricing/tax-parts.ts";
export type { TotalsOutput } from "#server/cart/pricing/totals.ts";
export { priceAt } from "#server/cart/pricing/untaxed-prices.ts";
export { applyCouponIfUnused } from "./adjustments.ts";
export {
  addLinesToCart,
  type CartToOrder,
  completeCart,
  hasHold,
  lockCartForOrder,
  removeRestoredLines,
  restoreLines,
} from "./ordering.ts";
export { isBlocked, presentMethod, priceLines } from "./present-cart.ts";
export { findActiveCart };

/** The owner's active cart with current prices. Throws `guest_cart_unknown`. */
export const getCart = async (app: App, owner: Owner): Promise<Cart> =>
  presentCart(app, await findActiveCart(app.db, owner));
