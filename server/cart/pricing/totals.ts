import { calculateTax, percentOf } from "#server/taxes/taxes.ts";
import { prorate } from "./prorate.ts";
import { type ShippingTaxPart, splitShippingTax } from "./shipping-tax.ts";

export interface TotalsInput {
  lines: {
    unit_price: number;
    quantity: number;
    /** Parts per million. */
    tax_rate_ppm: number;
    /** Whether the discount applies to this line; default true. */
    discounted?: boolean;
    /** The rate for shipping it, where the tax on shipping follows the goods; undefined if it isn't shipped. */
    shipping_rate_ppm?: number | undefined;
  }[];
  /** Basis points for `percent`, minor units for `fixed`. */
  discount?: { kind: "percent" | "fixed"; value: number } | undefined;
  shipping: number;
  /** For shipping of no lines with a rate of their own. */
  shipping_tax_ppm: number;
  prices_include_tax: boolean;
  /** Balance of each gift card, in the order they are used. */
  gift_cards?: number[];
}
export interface TotalsOutput {
  /** Per line: share of the discount, tax, and amount charged including tax. */
  lines: { discount_amount: number; tax_amount: number; total_amount: number }[];
  subtotal: number;
  discount: number;
  shipping: number;
  shipping_tax: number;
  /** The parts of the shipping price, by their tax rate. */
  shipping_taxes: ShippingTaxPart[];
  tax: number;
  total: number;
  /** Amount paid by each gift card, and their sum. */
  card_amounts: number[];
  gift_cards: number;
  /** Amount left to pay. */
  due: number;
}

/**
 * Calculates the totals of a cart, in minor units. The discount is at most the amount it applies to and is prorated by
 * largest remainder. Tax is rounded half up per discounted line; totals are sums of rounded lines. With
 * `prices_include_tax` tax is part of the prices, otherwise it is added.
 */
export function calculateTotals(basket: TotalsInput): TotalsOutput {
  const { lines, shipping, shipping_tax_ppm, prices_include_tax: included } = basket;
  const goods = lines.map(({ unit_price, quantity }) => unit_price * quantity);
  const shares = discountShares(basket, goods);
  const charged = lines.map(({ tax_rate_ppm }, index) => {
    const discount_amount = shares[index] ?? 0;
    const net = (goods[index] ?? 0) - discount_amount;
    const tax_amount = calculateTax(net, tax_rate_ppm, included);
    return { discount_amount, tax_amount, total_amount: included ? net : net + tax_amount };
  });
  const [subtotal, discount] = [sum(goods), sum(shares)];
  const shipped = lines.map(({ shipping_rate_ppm }, index) => ({
    shipping_rate_ppm,
    goods: goods[index] ?? 0,
    charged: (goods[index] ?? 0) - (shares[index] ?? 0),
  }));
  const shipping_taxes = splitShippingTax(shipping, shipped, { standard: shipping_tax_ppm, included });
  const shipping_tax = sum(shipping_taxes.map((part) => part.tax));
  const tax = sum(charged.map(({ tax_amount }) => tax_amount)) + shipping_tax;
  const total = subtotal - discount + shipping + (included ? 0 : tax);
  const card_amounts = allocateGiftCards(total, basket.gift_cards ?? []);
  const gift_cards = sum(card_amounts);
  const figures = { subtotal, discount, shipping, shipping_tax, shipping_taxes, tax, total };
  return { lines: charged, ...figures, card_amounts, gift_cards, due: total - gift_cards };
}

function discountShares({ lines, discount }: TotalsInput, goods: number[]): number[] {
  if (!discount) return goods.map(() => 0);
  const eligible = goods.map((amount, index) => (lines[index]?.discounted === false ? 0 : amount));
  const base = sum(eligible);
  const wanted = discount.kind === "percent" ? percentOf(base, discount.value * 100) : discount.value;
  return prorate(Math.max(0, Math.min(wanted, base)), eligible);
}

function allocateGiftCards(total: number, balances: number[]): number[] {
  let due = total;
  return balances.map((balance) => {
    const amount = Math.min(due, balance);
    due -= amount;
    return amount;
  });
}

const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
