import { v7 } from "uuid";
import { type Cart, maxCartLines, maxLineQuantity } from "#contract/cart.ts";
import type { ProblemCode } from "#contract/problems.ts";
import { listHolders } from "#server/cart/holds/hold-settings.ts";
import { releaseUnneededHold } from "#server/cart/holds/holds.ts";
import { exceedsOrderMaximum } from "#server/cart/pricing/order-maximum.ts";
import { getVariationsForSale, type SaleVariation } from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { recordRefusedQuantities } from "#server/stock/stock.ts";
import { formatShopNumber, say, sayCount } from "#words/say.ts";
import {
  addUnits,
  type ChangedLine,
  deleteLine,
  insertCart,
  moveLine,
  type Owner,
  type StoredCart,
  updateLine,
} from "./cart.sql.ts";
import { publishQuantity } from "./live-updates.ts";
import { findActiveCart } from "./owner.ts";
import { type ForSale, orderLimit, presentCart } from "./present-cart.ts";

/** Unvalidated input: on /cart invalid input is a 409 with the cart, not a 400 (docs/decisions/0004). */
export interface NewLineInput {
  variation_id?: unknown;
  quantity?: unknown;
  saved_for_later?: unknown;
  before?: unknown;
}
export interface LineChangeInput {
  item_id?: unknown;
  quantity?: unknown;
  saved_for_later?: unknown;
}

/** Adds units to the cart or the saved items. Throws `invalid_line`, `unavailable` or `out_of_stock` with the cart. */
export const addLine = (app: App, owner: Owner, sent: NewLineInput): Promise<Cart> =>
  updateCart(app, owner, { adds: sent.variation_id, before: sent.before }, async (cart, forSale, refuse) => {
    const { variation_id, quantity = 1, saved_for_later: saved = false, before } = sent;
    if (
      !isPositiveInteger(variation_id) ||
      !isPositiveInteger(quantity) ||
      quantity > maxLineQuantity ||
      typeof saved !== "boolean"
    )
      throw await refuse("invalid_line");
    const variation = forSale.get(variation_id);
    if (!variation?.for_sale) throw await refuse("unavailable");
    const line = findLine(cart, variation_id, saved);
    if (!line && cart.lines.length >= maxCartLines)
      throw await refuse(
        "invalid_line",
        say("A cart can have up to {n} different items.", { n: formatShopNumber(maxCartLines) }),
      );
    const present = line?.quantity ?? 0;
    if (saved && present + quantity > maxLineQuantity)
      throw await refuse(
        "invalid_line",
        say("You can save up to {n} of this item for later.", { n: formatShopNumber(maxLineQuantity) }),
      );
    const limit = saved ? maxLineQuantity : await checkQuantity(app, variation, present + quantity, refuse);
    if (!saved) await checkOrderMaximum(cart, forSale, { variation, quantity: present + quantity }, refuse);
    const units = { variationId: variation_id, quantity, price: variation.price_amount, limit, saved };
    return addUnits(
      app.db,
      cart.id,
      cart.lines.some(({ id }) => id === before) ? { ...units, before: Number(before) } : units,
    );
  });

/**
 * Changes the quantity of a line (0 removes it) or moves it between the cart and the saved items. Any change, even with
 * only the line's id, marks its current price as seen. Throws as `addLine` does, and `cart_line_unknown`.
 */
export const changeLine = (app: App, owner: Owner, sent: LineChangeInput): Promise<Cart> =>
  updateCart(app, owner, { touches: sent.item_id }, async (cart, forSale, refuse) => {
    const line = cart.lines.find(({ id }) => id === sent.item_id);
    if (!line) throw await refuse(isPositiveInteger(sent.item_id) ? "cart_line_unknown" : "invalid_line");
    const { quantity = line.quantity, saved_for_later: saved = line.saved_for_later } = sent;
    if (quantity === 0) return deleteLine(app.db, cart.id, line.id);
    if (!isPositiveInteger(quantity) || quantity > maxLineQuantity || typeof saved !== "boolean")
      throw await refuse("invalid_line");
    const variation = forSale.get(line.variation_id);
    const moves = saved !== line.saved_for_later;
    const present = moves ? (findLine(cart, line.variation_id, saved)?.quantity ?? 0) : 0;
    const asksForUnits = !saved && (moves || sent.quantity !== undefined);
    const limit = asksForUnits ? await checkQuantity(app, variation, present + quantity, refuse) : maxLineQuantity;
    if (asksForUnits && quantity + present > (moves ? 0 : line.quantity))
      await checkOrderMaximum(cart, forSale, { variation, quantity: present + quantity }, refuse);
    const change = { id: line.id, quantity, price: variation?.price_amount ?? line.seen_price_amount };
    return moves ? moveLine(app.db, cart.id, { ...change, limit }) : updateLine(app.db, cart.id, change);
  });

/** Removes a line. Idempotent. */
export async function removeLine(app: App, owner: Owner, id: number): Promise<Cart> {
  const cart = await findActiveCart(app.db, owner);
  if (!cart?.lines.some((line) => line.id === id)) return presentCart(app, cart);
  const deleted = await deleteLine(app.db, cart.id, id);
  await releaseUnneededHold(app, cart.id);
  return presentChange(app, owner, { cart, change: deleted, touched: { touches: id } });
}

/** The cart after a change. It is read again only if its version shows a concurrent one. */
async function presentChange(app: App, owner: Owner, { cart, change, touched, forSale }: AppliedChange): Promise<Cart> {
  const shown =
    change && change.version === cart.version + 1
      ? await presentCart(app, applyChange(cart, change, touched), forSale)
      : await presentCart(app, await findActiveCart(app.db, owner));
  publishQuantity(app, owner, shown.quantity);
  return shown;
}

type ProblemWithCart = (code: ProblemCode, message?: string) => Promise<Problem>;
interface PlannedChange {
  adds?: unknown;
  before?: unknown;
  touches?: unknown;
}
interface AppliedChange {
  /** As it was before. */
  cart: StoredCart;
  change: ChangedLine | undefined;
  touched: Pick<PlannedChange, "before" | "touches">;
  forSale?: ForSale;
}
type MakeChange = (cart: StoredCart, forSale: ForSale, refuse: ProblemWithCart) => Promise<ChangedLine | undefined>;

/** Reads the cart and its prices, makes the change in one statement and returns the cart. */
async function updateCart(app: App, owner: Owner, { adds, before, touches }: PlannedChange, change: MakeChange) {
  for (let attempt = 1; attempt <= 4; attempt++) {
    const cart = (await findActiveCart(app.db, owner)) ?? (await insertCart(app.db, v7(), owner));
    if (!cart) continue;
    const variationIds = [...cart.lines.map((line) => line.variation_id), ...(isPositiveInteger(adds) ? [adds] : [])];
    const forSale = await getVariationsForSale(app.db, [...new Set(variationIds)], await listHolders(app, cart));
    const refuse: ProblemWithCart = async (code, message) =>
      new Problem(code, { ...(message ? { message } : {}), details: { cart: await presentCart(app, cart, forSale) } });
    const line = await change(cart, forSale, refuse);
    if (!line) continue;
    if (adds === undefined) await releaseUnneededHold(app, cart.id);
    return presentChange(app, owner, { cart, change: line, touched: { touches, before }, forSale });
  }
  throw new Problem("busy", { retryAfter: 1 });
}

/** Returns the maximum quantity of the line. Throws if `quantity` can't be ordered. */
async function checkQuantity(
  app: App,
  variation: SaleVariation | undefined,
  quantity: number,
  refuse: ProblemWithCart,
): Promise<number> {
  if (!variation?.for_sale) throw await refuse("unavailable");
  const most = orderLimit(variation);
  if (quantity > most)
    throw await refuse(
      "invalid_line",
      sayCount("You can order up to 1 of this item.", "You can order up to {n} of this item.", most),
    );
  const { available } = variation;
  if (available !== null && quantity > available) {
    await recordRefusedQuantities(app, [{ variation_id: variation.variation_id, units: quantity - available }]);
    throw await refuse("out_of_stock", outOfStockMessage(available));
  }
  return Math.min(most, available ?? most);
}

/** Throws `invalid_line` if the subtotal would exceed the maximum of an order. */
async function checkOrderMaximum(
  { lines }: StoredCart,
  forSale: ForSale,
  { variation, quantity }: { variation: SaleVariation | undefined; quantity: number },
  refuse: ProblemWithCart,
) {
  const others = lines.filter((line) => !line.saved_for_later && line.variation_id !== variation?.variation_id);
  const goods = others.map((line) => ({ price: priceOf(forSale.get(line.variation_id)), quantity: line.quantity }));
  if (exceedsOrderMaximum([...goods, { price: priceOf(variation), quantity }]))
    throw await refuse("invalid_line", say("This exceeds the maximum order total. Split it into several orders."));
}

const priceOf = (variation: SaleVariation | undefined) => (variation?.for_sale ? variation.price_amount : 0);

const outOfStockMessage = (available: number) =>
  available === 0
    ? say("This item is sold out.")
    : sayCount("Only 1 left in stock.", "Only {n} left in stock.", available);

/** The cart after one change: lines with quantity 0 and lines merged into another are removed. */
function applyChange(cart: StoredCart, { version, ...line }: ChangedLine, { touches, before }: PlannedChange) {
  const lines = cart.lines
    .map((other) => (other.id === line.id ? line : other))
    .filter(({ id, quantity }) => quantity > 0 && (id !== touches || id === line.id));
  if (line.quantity > 0 && !lines.includes(line)) {
    const place = lines.findIndex(({ id }) => id === before);
    lines.splice(place < 0 ? lines.length : place, 0, line);
  }
  return { ...cart, version, lines };
}

const findLine = (cart: StoredCart, variationId: number, saved: boolean) =>
  cart.lines.find((line) => line.variation_id === variationId && line.saved_for_later === saved);

const isPositiveInteger = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
