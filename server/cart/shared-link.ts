import { type Cart, type CartItem, maxLineQuantity } from "#contract/cart.ts";
import type { Destination } from "#contract/shipping.ts";
import { getPricingTerms, resolveDestination } from "#server/cart/pricing/pricing-terms.ts";
import { itemsAt } from "#server/cart/pricing/untaxed-prices.ts";
import { getVariationsForSale } from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import { valuesOf } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { localDay } from "#server/shop/shop.ts";
import { text } from "#words/say.ts";
import type { Owner } from "./cart.sql.ts";
import { addLines } from "./ordering.ts";
import { findActiveCart } from "./owner.ts";
import { presentCart, priceLines } from "./present-cart.ts";

const maxLines = 50;

/**
 * The lines of a shared link at current prices, as in a cart with these destinations. Unknown and unpublished variations
 * are skipped.
 */
export async function listSharedLines(app: App, destinations: Destination[], items: string): Promise<CartItem[]> {
  const destination = await resolveDestination(app, destinations);
  const terms = await getPricingTerms(app, destination?.country ?? "");
  const { currency, timezone } = terms.settings;
  const lines = parseItems(items).map((line) => ({ ...line, item_id: line.variation_id }));
  const known = await getVariationsForSale(app.db, valuesOf(lines, "variation_id"));
  const open = lines.filter((line) => known.get(line.variation_id)?.is_public);
  return itemsAt(terms, priceLines(open, known, currency), known, {
    postalCode: destination?.postal_code ?? undefined,
    region: destination?.region_code,
    today: () => localDay(app.now(), timezone),
  });
}

/** Adds the lines of a shared link to the cart. Throws `invalid_line` with the cart in `details` if there are none. */
export async function addSharedLines(app: App, owner: Owner, items: unknown): Promise<Cart> {
  const lines = typeof items === "string" ? parseItems(items) : [];
  if (lines.length > 0) return addLines(app, owner, lines);
  const cart = await presentCart(app, await findActiveCart(app.db, owner));
  throw new Problem("invalid_line", { message: text("This link doesn't contain any items."), details: { cart } });
}

/** Parses `<variation>:<quantity>,…`. Adds up repeated variations, limited to the maximum per line. */
function parseItems(items: string) {
  const units = new Map<number, number>();
  for (const piece of items.split(",").slice(0, maxLines)) {
    const [, variation, quantity = "1"] = /^(\d{1,15})(?::(\d{1,9}))?$/.exec(piece.trim()) ?? [];
    const requested = Number(quantity);
    if (!variation || requested < 1) continue;
    const id = Number(variation);
    units.set(id, Math.min(maxLineQuantity, (units.get(id) ?? 0) + requested));
  }
  return [...units].map(([variation_id, quantity]) => ({ variation_id, quantity }));
}
