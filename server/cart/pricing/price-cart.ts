import type { CartCoupon, CartGiftCard, CartItem, Reason, Totals } from "#contract/cart.ts";
import type { ManualDiscount } from "#contract/orders/manual-orders.ts";
import type { ReverseCharge } from "#contract/taxes.ts";
import type { SaleVariation } from "#server/catalogue/catalogue.ts";
import { type CouponEvaluation, type CustomerCoupon, evaluateCoupon } from "#server/coupons/coupons.ts";
import type { CartGiftCardRow } from "#server/gift-cards/gift-cards.ts";
import {
  estimateShipping,
  type PricedShippingMethod,
  type ShippingEstimate,
  type ShippingInput,
} from "#server/shipping/shipping.ts";
import { localDay } from "#server/shop/shop.ts";
import {
  type AppliedTax,
  getGoodsShippingTax,
  getGoodsTax,
  getShippingTax,
  type TaxPlace,
} from "#server/taxes/taxes.ts";
import { applyOrderMaximum } from "./order-maximum.ts";
import type { PricingTerms } from "./pricing-terms.ts";
import { type BillableLine, listReasons } from "./reasons.ts";
import { shippingTaxesOf } from "./shipping-tax.ts";
import { listTaxParts, type TaxParts } from "./tax-parts.ts";
import { calculateTotals, type TotalsOutput } from "./totals.ts";
import { itemsAt, shippingPriceAt, takesTaxOff, uncharged } from "./untaxed-prices.ts";

/** Coupon and gift cards of a cart. */
export interface Adjustments {
  coupon_code: string | null;
  /** The coupon with this code; null if there is none. */
  coupon: CustomerCoupon | null;
  cards: CartGiftCardRow[];
  /** A discount given by staff, instead of a coupon. */
  manual?: ManualDiscount | undefined;
}
/** Input of `priceCart`: priced lines, destination, date and choice of shipping method. */
export interface CartToPrice {
  terms: PricingTerms;
  items: CartItem[];
  sale: Map<number, SaleVariation>;
  adjustments: Adjustments;
  postalCode?: string | undefined;
  region?: string | null | undefined;
  now: Date;
  /** Picks a shipping method. Called only if something has to be shipped. */
  choose(methods: PricedShippingMethod[]): PricedShippingMethod | null;
}
export interface PricedCart {
  /** All lines, each with its share of the discount. */
  items: CartItem[];
  /** Lines that are for sale and within the order maximum, in the order of `totals.lines`. */
  billable: BillableLine[];
  totals: TotalsOutput;
  /** The rates in each tax rate that consists of several. */
  taxParts: TaxParts;
  /** The totals as money, for the API. */
  money: Totals;
  /** Prices after a free-shipping coupon. */
  methods: PricedShippingMethod[];
  method: PricedShippingMethod | null;
  requires_shipping: boolean;
  /** Amount missing for free shipping, in minor units; null if it can't be reached or nothing is shipped. */
  free_shipping_left: number | null;
  coupon: CartCoupon | null;
  gift_cards: CartGiftCard[];
  reasons: Reason[];
  /** Whether the tax in prices was taken off, because none is charged at the destination. */
  is_tax_deducted: boolean;
  /** Whether goods are shipped without the tax that the shop charges at home. */
  is_shipped_untaxed: boolean;
  /** What is sold: goods that are shipped, and others, which are services. */
  sold: Pick<ReverseCharge, "supplies" | "services">;
}

/** Prices a cart: discount, shipping, tax, gift cards, totals. Lines not for sale are returned but not charged. */
export function priceCart(cart: CartToPrice): PricedCart {
  const { terms, sale, adjustments, now } = cart;
  const { currency, prices_include_tax, timezone } = terms.settings;
  const place = { postalCode: cart.postalCode, region: cart.region, today: () => localDay(now, timezone) };
  const { items, counts } = applyOrderMaximum(
    itemsAt(terms, cart.items, sale, place),
    (item) => sale.get(item.variation_id)?.for_sale ?? false,
  );
  const billable = listBillable(cart, items.filter(counts), place);
  const untaxed = findUntaxed(cart, billable, place);
  const shippingInput = shippingInputOf(cart, billable);
  const shipping = shippingInput && estimateShipping(terms.delivery, shippingInput);
  const allMethods = shipping && methodsAt(cart, billable, shipping.methods, place);
  const evaluation = evaluateCartCoupon(cart, billable, allMethods);
  const coupon = evaluation?.state === "applied" ? adjustments.coupon : null;
  const methods = applyFreeShipping(allMethods ?? [], coupon);
  const method = allMethods && cart.choose(methods);
  const shippingTax = findShippingTax(cart, billable, place);
  const cards = adjustments.cards.filter((card) => isUsable(card, currency, now));
  const totals = calculateTotals({
    lines: listTaxedLines(billable, shippingTax).map((line, index) => ({
      ...line,
      discounted: evaluation?.eligible[index] ?? adjustments.manual !== undefined,
    })),
    discount: discountOf(coupon) ?? adjustments.manual,
    shipping: method?.price_amount ?? 0,
    shipping_tax_ppm: shippingTax.standard?.rate_ppm ?? 0,
    prices_include_tax,
    gift_cards: cards.map((card) => card.balance_amount),
  });
  return {
    items: withDiscountShares(items, billable, totals, currency),
    billable,
    totals,
    taxParts: listTaxParts([...billable.map(({ tax }) => tax), ...shippingTax.byLine, shippingTax.standard]),
    money: totalsInMoney(totals, currency),
    methods,
    method,
    requires_shipping: shippingInput !== null,
    free_shipping_left: shipping && shippingInput && remainingForFreeShipping(shipping, shippingInput, method),
    coupon: adjustments.coupon_code === null ? null : presentCoupon(adjustments.coupon_code, evaluation),
    gift_cards: presentCards(cards, totals, currency),
    reasons: listReasons({
      billable,
      totals,
      method,
      coupon,
      manual: adjustments.manual,
      cards,
      shippingTaxes: nameShippingTaxes(totals, shippingTax),
      terms,
      isTaxDeducted: untaxed.is_tax_deducted,
      isTooHeavyForFree: shipping?.isTooHeavyForFree ?? false,
      isPartial: evaluation?.eligible.includes(false) ?? false,
    }),
    ...untaxed,
    sold: listSupplies(cart, billable),
  };
}

const isShipped = ({ sale }: CartToPrice, { item }: BillableLine) =>
  sale.get(item.variation_id)?.requires_shipping ?? false;

function listSupplies(cart: CartToPrice, billable: BillableLine[]): PricedCart["sold"] {
  const services = billable.filter((line) => !isShipped(cart, line)).map(({ item }) => item.variation_id);
  if (services.length === 0) return { supplies: ["goods"] };
  if (services.length === billable.length) return { supplies: ["services"] };
  return { supplies: ["goods", "services"], services };
}

/** The shipping methods at the prices of a place. */
function methodsAt(cart: CartToPrice, billable: BillableLine[], methods: PricedShippingMethod[], place: TaxPlace) {
  const withTax = new Map(cart.items.map(({ id, line_total }) => [id, line_total.amount]));
  const shipped = billable
    .filter((line) => isShipped(cart, line))
    .map(({ item }) => ({
      amount: withTax.get(item.id) ?? 0,
      classId: cart.sale.get(item.variation_id)?.tax_class_id ?? null,
    }));
  return methods.map((method) => ({
    ...method,
    price_amount: shippingPriceAt(cart.terms, method.price_amount, shipped, place),
  }));
}

function findUntaxed({ sale, terms }: CartToPrice, billable: BillableLine[], place: TaxPlace) {
  const untaxed = billable.flatMap(({ item }) => {
    const variation = sale.get(item.variation_id);
    return variation && uncharged(terms, variation.tax_class_id, place) > 0 ? [variation] : [];
  });
  return {
    is_tax_deducted: takesTaxOff(terms) && untaxed.length > 0,
    is_shipped_untaxed: untaxed.some(({ requires_shipping }) => requires_shipping),
  };
}

/** The lines that are charged, with their tax. */
const listBillable = ({ sale, terms }: CartToPrice, items: CartItem[], place: TaxPlace): BillableLine[] =>
  items.flatMap((item) => {
    const variation = sale.get(item.variation_id);
    return variation ? [{ item, tax: getGoodsTax(terms.taxes, variation.tax_class_id, place) }] : [];
  });

interface ShippingTax {
  /** Of each line, where the tax follows the goods; undefined for lines that aren't shipped. */
  byLine: (AppliedTax | undefined)[];
  standard: AppliedTax;
}

function findShippingTax({ sale, terms }: CartToPrice, billable: BillableLine[], place: TaxPlace): ShippingTax {
  const taxOf = ({ item }: BillableLine) => {
    const variation = sale.get(item.variation_id);
    if (!variation?.requires_shipping) return undefined;
    return getGoodsShippingTax(terms.taxes, variation.tax_class_id, place);
  };
  const byLine = shippingTaxesOf(
    terms.settings.shipping_tax,
    billable.map((line) => ({ amount: line.item.line_total.amount, tax: taxOf(line) })),
  );
  return { byLine, standard: getShippingTax(terms.taxes, place) };
}

/** The lines with their tax rates, as totals are calculated from them. */
const listTaxedLines = (billable: BillableLine[], { byLine }: ShippingTax) =>
  billable.map(({ item, tax }, index) => ({
    unit_price: item.unit_price.amount,
    quantity: item.quantity,
    tax_rate_ppm: tax?.rate_ppm ?? 0,
    shipping_rate_ppm: rateOf(byLine[index]),
  }));

const rateOf = (tax: AppliedTax | undefined) => (tax === undefined ? undefined : (tax?.rate_ppm ?? 0));

const nameShippingTaxes = ({ shipping_taxes }: TotalsOutput, { byLine, standard }: ShippingTax) =>
  shipping_taxes.map(({ rate_ppm, tax: amount }) => ({
    tax: [...byLine, standard].find((tax) => tax?.rate_ppm === rate_ppm) ?? null,
    amount,
  }));

const discountOf = (coupon: CustomerCoupon | null) =>
  coupon && coupon.kind !== "free_shipping" ? { kind: coupon.kind, value: coupon.value } : undefined;

function evaluateCartCoupon(
  { sale, adjustments, terms, now }: CartToPrice,
  billable: BillableLine[],
  methods: PricedShippingMethod[] | null,
): CouponEvaluation | undefined {
  if (adjustments.coupon_code === null) return undefined;
  const lines = billable.flatMap(({ item }) => sale.get(item.variation_id) ?? []);
  const delivery = methods && methods[0]?.price_amount;
  return evaluateCoupon(adjustments.coupon, {
    subtotal: subtotalOf(billable),
    lines,
    delivery,
    currency: terms.settings.currency,
    now,
  });
}

/** Null if nothing has to be shipped. */
function shippingInputOf({ sale, postalCode }: CartToPrice, billable: BillableLine[]): ShippingInput | null {
  const delivered = billable.filter(({ item }) => sale.get(item.variation_id)?.requires_shipping);
  if (delivered.length === 0) return null;
  const weight = delivered.reduce(
    (grams, { item }) => grams + (sale.get(item.variation_id)?.weight_g ?? 0) * item.quantity,
    0,
  );
  return { subtotal: subtotalOf(billable), weight, postalCode };
}

/** What is missing for free shipping; null if it can't be reached. */
function remainingForFreeShipping(
  { freeFrom }: ShippingEstimate,
  { subtotal }: ShippingInput,
  method: PricedShippingMethod | null,
): number | null {
  if (freeFrom === null) return null;
  return method?.price_amount === 0 ? 0 : Math.max(0, freeFrom - subtotal);
}

/** A free-shipping coupon takes the price of the cheapest method off every method. */
function applyFreeShipping(allMethods: PricedShippingMethod[], coupon: CustomerCoupon | null): PricedShippingMethod[] {
  const off = coupon?.kind === "free_shipping" ? (allMethods[0]?.price_amount ?? 0) : 0;
  return allMethods.map((method) => ({ ...method, price_amount: method.price_amount - off }));
}

function withDiscountShares(items: CartItem[], billable: BillableLine[], totals: TotalsOutput, currency: string) {
  if (totals.discount === 0) return items;
  const shares = new Map(billable.map(({ item }, index) => [item, totals.lines[index]?.discount_amount ?? 0]));
  return items.map((item) => ({ ...item, discount: { amount: shares.get(item) ?? 0, currency } }));
}

function totalsInMoney(totals: TotalsOutput, currency: string): Totals {
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

const presentCards = (cards: CartGiftCardRow[], totals: TotalsOutput, currency: string): CartGiftCard[] =>
  cards.map(({ id, last4, balance_amount }, index) => ({
    id,
    last4,
    amount: { amount: totals.card_amounts[index] ?? 0, currency },
    balance: { amount: balance_amount, currency },
  }));

const presentCoupon = (code: string, evaluation: CouponEvaluation | undefined): CartCoupon => ({
  code,
  state: evaluation?.state ?? "invalid",
  message: evaluation?.message ?? "",
});

const isUsable = (card: CartGiftCardRow, currency: string, now: Date) =>
  card.currency === currency && (card.expires_at === null || new Date(card.expires_at) > now);

const subtotalOf = (billable: BillableLine[]) => billable.reduce((sum, { item }) => sum + item.line_total.amount, 0);
