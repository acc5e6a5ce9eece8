import { type Cart, type CartItem, maxLineQuantity } from "#contract/cart.ts";
import { getVariationsForSale } from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { shopSettings } from "#server/shop/shop.ts";
import { text } from "#words/say.ts";
import type { Owner } from "./cart.sql.ts";
import { addLines } from "./hand-over.ts";
import { activeCart } from "./owner.ts";
import { priced, shownCart } from "./pricing.ts";

const mostLines = 50;

/** The lines of a shared link, priced now. What names no variation, or one that strangers may not hear of, is left out. */
export async function sharedLines(app: App, items: string): Promise<CartItem[]> {
  const { currency } = await shopSettings(app.db);
  const lines = readItems(items).map((line) => ({ ...line, item_id: line.variation_id }));
  const known = await getVariationsForSale(
    app.db,
    lines.map((line) => line.variation_id),
  );
  const open = lines.filter((line) => known.get(line.variation_id)?.is_public);
  return priced(open, known, currency);
}

/** Adds the lines of a shared link to what is in the cart. Throws `invalid_line` with the cart beside when there are none. */
export async function addShared(app: App, owner: Owner, items: unknown): Promise<Cart> {
  const lines = typeof items === "string" ? readItems(items) : [];
  if (lines.length > 0) return addLines(app, owner, lines);
  const cart = await shownCart(app, await activeCart(app.db, owner));
  throw new Problem("invalid_line", { message: text("There is nothing in this link to add."), details: { cart } });
}

/** Reads `<variation>:<quantity>,…`: the same variation twice adds up, and nothing goes beyond what a line may hold. */
function readItems(items: string) {
  const units = new Map<number, number>();
  for (const piece of items.split(",").slice(0, mostLines)) {
    const [, variation, quantity = "1"] = /^(\d{1,15})(?::(\d{1,9}))?$/.exec(piece.trim()) ?? [];
    const asked = Number(quantity);
    if (!variation || asked < 1) continue;
    const id = Number(variation);
    units.set(id, Math.min(maxLineQuantity, (units.get(id) ?? 0) + asked));
  }
  return [...units].map(([variation_id, quantity]) => ({ variation_id, quantity }));
}
