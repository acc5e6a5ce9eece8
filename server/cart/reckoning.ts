import type { CartCoupon, CartGiftCard, CartItem, Reason, Totals } from "#contract/cart.ts";
import type { SaleVariation } from "#server/catalogue/catalogue.ts";
import { judge, type Offer, type Verdict } from "#server/coupons/coupons.ts";
import type { CarriedCard } from "#server/gift-cards/gift-cards.ts";
import { type Delivery, freeFrom, type Parcel, waysFor } from "#server/shipping/shipping.ts";
import { dayOf } from "#server/shop/shop.ts";
import { taxOn, taxOnDelivery } from "#server/taxes/taxes.ts";
import { withinLargest } from "./largest.ts";
import { type Counted, reasonsOf } from "./reasons.ts";
import type { Terms } from "./terms.ts";
import { type TotalsOutput, totalsOf } from "./totals.ts";

/** What a cart carries beside its lines. */
export interface Perks {
  coupon_code: string | null;
  /** The coupon of that code; null when there is none. */
  offer: Offer | null;
  cards: CarriedCard[];
}
/** A basket to be reckoned: its priced lines, where it goes, when, and how of the ways there are. */
export interface Basket {
  terms: Terms;
  items: CartItem[];
  sale: Map<number, SaleVariation>;
  perks: Perks;
  postalCode?: string | undefined;
  region?: string | null | undefined;
  now: Date;
  /** Chooses among the ways of delivery; asked only when something is to be delivered. */
  choose(ways: Delivery[]): Delivery | null;
}
export interface Reckoned {
  /** All lines, each with its share of the discount. */
  items: CartItem[];
  /** Those that are still sold, and not more than one order may come to, in the order of `totals.lines`. */
  counted: Counted[];
  totals: TotalsOutput;
  /** The same as it is shown. */
  shown: Totals;
  /** The coupon taken off their prices already. */
  ways: Delivery[];
  way: Delivery | null;
  /** How much more of goods makes delivery free; null when that can't be reached, or there is nothing to reach. */
  free_delivery_left: number | null;
  coupon: CartCoupon | null;
  gift_cards: CartGiftCard[];
  reasons: Reason[];
}

/** Works out everything a shopper is told about a basket. What is not sold any more is shown and not counted. */
export function reckon(basket: Basket): Reckoned {
  const { terms, sale, perks, now } = basket;
  const { items, counts } = withinLargest(basket.items, (item) => sale.get(item.variation_id)?.for_sale ?? false);
  const { currency, prices_include_tax, timezone } = terms.settings;
  const place = { postalCode: basket.postalCode, region: basket.region, today: () => dayOf(now, timezone) };
  const counted = items.flatMap((item): Counted[] => {
    const variation = sale.get(item.variation_id);
    return variation && counts(item) ? [{ item, tax: taxOn(terms.taxes, variation.tax_class_id, place) }] : [];
  });
  const parcel = parcelOf(basket, counted);
  const full = parcel && waysFor(terms.delivery, parcel);
  const verdict = verdictOn(basket, counted, full);
  const offer = verdict?.state === "applied" ? perks.offer : null;
  const ways = reducedWays(full ?? [], offer);
  const way = full && basket.choose(ways);
  const deliveryTax = taxOnDelivery(terms.taxes, place);
  const cards = perks.cards.filter((card) => isGood(card, currency, now));
  const totals = totalsOf({
    lines: counted.map(({ item, tax }, index) => ({
      unit_price: item.unit_price.amount,
      quantity: item.quantity,
      tax_rate_bp: tax?.rate_bp ?? 0,
      discounted: verdict?.covers[index] ?? false,
    })),
    discount: offer && offer.kind !== "free_shipping" ? { kind: offer.kind, value: offer.value } : undefined,
    shipping: way?.price_amount ?? 0,
    shipping_tax_bp: deliveryTax?.rate_bp ?? 0,
    prices_include_tax,
    gift_cards: cards.map((card) => card.balance_amount),
  });
  return {
    items: withShares(items, counted, totals, currency),
    counted,
    totals,
    shown: inMoney(totals, currency),
    ways,
    way,
    free_delivery_left: parcel && leftForFree(terms, parcel, way),
    coupon: perks.coupon_code === null ? null : shownCoupon(perks.coupon_code, verdict),
    gift_cards: cards.map(({ id, last4, balance_amount }, index) => ({
      id,
      last4,
      amount: { amount: totals.card_amounts[index] ?? 0, currency },
      balance: { amount: balance_amount, currency },
    })),
    reasons: reasonsOf({
      counted,
      totals,
      way,
      offer,
      cards,
      deliveryTax,
      terms,
      partly: verdict?.covers.includes(false) ?? false,
    }),
  };
}

function verdictOn(
  { sale, perks, terms, now }: Basket,
  counted: Counted[],
  ways: Delivery[] | null,
): Verdict | undefined {
  if (perks.coupon_code === null) return undefined;
  const lines = counted.flatMap(({ item }) => sale.get(item.variation_id) ?? []);
  const delivery = ways && ways[0]?.price_amount;
  return judge(perks.offer, { subtotal: subtotalOf(counted), lines, delivery, currency: terms.settings.currency, now });
}

/** What is to be delivered; null when nothing is. */
function parcelOf({ sale, postalCode }: Basket, counted: Counted[]): Parcel | null {
  const delivered = counted.filter(({ item }) => sale.get(item.variation_id)?.requires_shipping);
  if (delivered.length === 0) return null;
  const weight = delivered.reduce(
    (grams, { item }) => grams + (sale.get(item.variation_id)?.weight_g ?? 0) * item.quantity,
    0,
  );
  return { subtotal: subtotalOf(counted), weight, postalCode };
}

function leftForFree({ delivery }: Terms, parcel: Parcel, way: Delivery | null): number | null {
  const from = freeFrom(delivery, parcel);
  if (from === null) return null;
  return way?.price_amount === 0 ? 0 : Math.max(0, from - parcel.subtotal);
}

/** A free-delivery coupon takes the price of the cheapest way off each: the others cost the difference. */
function reducedWays(full: Delivery[], offer: Offer | null): Delivery[] {
  const off = offer?.kind === "free_shipping" ? (full[0]?.price_amount ?? 0) : 0;
  return full.map((way) => ({ ...way, price_amount: way.price_amount - off }));
}

function withShares(items: CartItem[], counted: Counted[], totals: TotalsOutput, currency: string): CartItem[] {
  if (totals.discount === 0) return items;
  const shares = new Map(counted.map(({ item }, index) => [item, totals.lines[index]?.discount_amount ?? 0]));
  return items.map((item) => ({ ...item, discount: { amount: shares.get(item) ?? 0, currency } }));
}

function inMoney(totals: TotalsOutput, currency: string): Totals {
  const { subtotal, discount, shipping, tax, total, gift_cards, due } = totals;
  const money = (amount: number) => ({ amount, currency });
  return {
    subtotal: money(subtotal),
    discount: money(discount),
    shipping: money(shipping),
    tax: money(tax),
    total: money(total),
    gift_cards: money(gift_cards),
    due: money(due),
  };
}

const shownCoupon = (code: string, verdict: Verdict | undefined): CartCoupon => ({
  code,
  state: verdict?.state ?? "invalid",
  message: verdict?.message ?? "",
});

const isGood = (card: CarriedCard, currency: string, now: Date) =>
  card.currency === currency && (card.expires_at === null || new Date(card.expires_at) > now);

const subtotalOf = (counted: Counted[]) => counted.reduce((sum, { item }) => sum + item.line_total.amount, 0);
