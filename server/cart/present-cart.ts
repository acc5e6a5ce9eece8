import { type Cart, type CartItem, type CartProblem, maxLineQuantity } from "#contract/cart.ts";
import { pricePerMeasure } from "#contract/catalogue/measures.ts";
import type { ShippingMethod } from "#contract/shipping.ts";
import { listHolders } from "#server/cart/holds/hold-settings.ts";
import { priceCart } from "#server/cart/pricing/price-cart.ts";
import { getPricingTerms, resolveDestination, withoutVat } from "#server/cart/pricing/pricing-terms.ts";
import { itemsAt } from "#server/cart/pricing/untaxed-prices.ts";
import { getVariationsForSale, type SaleVariation } from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import { valuesOf } from "#server/platform/database/database.ts";
import type { PricedShippingMethod } from "#server/shipping/shipping.ts";
import { localDay } from "#server/shop/shop.ts";
import { expectsReverseCharge } from "#server/taxes/taxes.ts";
import type { StoredCart, StoredDestination } from "./cart.sql.ts";

export interface LineToPrice {
  item_id: number;
  variation_id: number;
  quantity: number;
  /** The price the shopper saw last. Without it no price change is reported. */
  seen_price_amount?: number;
}
export type ForSale = Map<number, SaleVariation>;

/** The cart with prices and availability, for the first of `destinations` shipped to; `forSale` if queried already. */
export async function presentCart(
  app: App,
  cart: StoredCart | undefined,
  forSale?: ForSale,
  destinations: StoredDestination[] = cart?.destinations ?? [],
): Promise<Cart> {
  const destination = await resolveDestination(app, destinations);
  const usual = await getPricingTerms(app, destination?.country ?? "");
  const isReverseCharge = await expectsReverseCharge(app, {
    country: destination?.country ?? "",
    postalCode: destination?.postal_code,
    vatId: destinations.find((one) => one.vat_id && one.country === destination?.country)?.vat_id,
  });
  const terms = isReverseCharge ? withoutVat(usual) : usual;
  const { currency, prices_include_tax, timezone } = terms.settings;
  const lines = cart?.lines ?? [];
  const sale =
    forSale ?? (await getVariationsForSale(app.db, valuesOf(lines, "variation_id"), await listHolders(app, cart)));
  const show = (saved: boolean) =>
    priceLines(
      lines.filter((line) => line.saved_for_later === saved).map(({ id, ...line }) => ({ ...line, item_id: id })),
      sale,
      currency,
    );
  const place = { postalCode: destination?.postal_code ?? undefined, region: destination?.region_code };
  const priced = priceCart({
    terms,
    items: show(false),
    sale,
    adjustments: cart ?? noAdjustments,
    ...place,
    now: app.now(),
    choose: ([cheapest]) => cheapest ?? null,
  });
  const { items, coupon, gift_cards, reasons, method, requires_shipping, free_shipping_left } = priced;
  const { shipping: shipping_estimate, ...totals } = priced.money;
  return {
    id: cart?.id ?? null,
    quantity: items.reduce((units, { quantity }) => units + quantity, 0),
    currency,
    items,
    saved_for_later: itemsAt(terms, show(true), sale, { ...place, today: () => localDay(app.now(), timezone) }),
    coupon,
    gift_cards,
    totals: { ...totals, shipping_estimate },
    reasons,
    prices_include_tax,
    is_tax_deducted: priced.is_tax_deducted,
    is_reverse_charge: isReverseCharge,
    destination,
    shipping_method: method && presentMethod(method, currency),
    requires_shipping,
    free_shipping_left: free_shipping_left === null ? null : { amount: free_shipping_left, currency },
    can_checkout: items.length > 0 && !items.some(isBlocked),
    version: cart?.version ?? 0,
  };
}

/** A shipping method as the API shows it. */
export const presentMethod = (
  { id, name, min_days, max_days, price_amount }: PricedShippingMethod,
  currency: string,
): ShippingMethod => ({ id, name, min_days, max_days, price: { amount: price_amount, currency } });

const noAdjustments = { coupon_code: null, coupon: null, cards: [] };

/** Maximum quantity of a variation in one order, whatever the stock. */
export const orderLimit = ({ max_per_order }: Pick<SaleVariation, "max_per_order">) =>
  Math.min(maxLineQuantity, max_per_order ?? maxLineQuantity);

/** Lines with current price, maximum quantity and problems. Unknown variations are skipped. */
export const priceLines = (items: LineToPrice[], forSale: ForSale, currency: string) =>
  items.flatMap((item) => {
    const variation = forSale.get(item.variation_id);
    return variation ? [priceLine(item, variation, currency)] : [];
  });

function priceLine(item: LineToPrice, variation: SaleVariation, currency: string): CartItem {
  const { product_id, slug, name, thumbnail, options, price_amount, compare_at_amount, for_sale, available } =
    variation;
  const money = (amount: number) => ({ amount, currency });
  const perMeasure = pricePerMeasure(money(price_amount), variation.measure);
  return {
    id: item.item_id,
    variation_id: item.variation_id,
    product: { id: product_id, slug, name, thumbnail },
    options,
    quantity: item.quantity,
    unit_price: money(price_amount),
    ...(perMeasure && { price_per_measure: perMeasure }),
    line_total: money(price_amount * item.quantity),
    discount: money(0),
    compare_at: compare_at_amount === null ? null : money(compare_at_amount),
    max_quantity: for_sale ? Math.min(orderLimit(variation), available ?? maxLineQuantity) : 0,
    problems: for_sale ? listProblems(item, variation, money) : [{ code: "unavailable" }],
    ...(variation.withdrawal_exclusion === "none" ? {} : { withdrawal_exclusion: variation.withdrawal_exclusion }),
  };
}

function listProblems(
  { quantity, seen_price_amount: seen }: LineToPrice,
  variation: SaleVariation,
  money: (amount: number) => CartProblem["from"],
): CartProblem[] {
  const { price_amount: price, available } = variation;
  const limit = orderLimit(variation);
  const problems: CartProblem[] = [];
  if (seen !== undefined && seen !== price)
    problems.push({ code: price > seen ? "price_up" : "price_down", from: money(seen), to: money(price) });
  if (available === 0) problems.push({ code: "out_of_stock", available });
  else if (available !== null && available < quantity) problems.push({ code: "insufficient_stock", available });
  if (quantity > limit) problems.push({ code: "over_limit", available: limit });
  return problems;
}

/** Whether a line can't be ordered. A price change alone does not block it. */
export const isBlocked = ({ problems }: CartItem) =>
  problems.some(({ code }) => code !== "price_up" && code !== "price_down");
