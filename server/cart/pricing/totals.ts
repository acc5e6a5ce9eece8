import { calculateTax } from "#server/taxes/taxes.ts";

export interface TotalsInput {
  lines: {
    unit_price: number;
    quantity: number;
    tax_rate_bp: number;
    /** Whether the discount is for it; by default it is. */
    discounted?: boolean;
  }[];
  /** Basis points of `percent`, minor units of `fixed`. */
  discount?: { kind: "percent" | "fixed"; value: number } | undefined;
  shipping: number;
  shipping_tax_bp: number;
  prices_include_tax: boolean;
  /** What is on each gift card, in the order they are used up. */
  gift_cards?: number[];
}
export interface TotalsOutput {
  /** For each line its share of the discount, its tax, and what is charged for it, tax included. */
  lines: { discount_amount: number; tax_amount: number; total_amount: number }[];
  subtotal: number;
  discount: number;
  shipping: number;
  shipping_tax: number;
  tax: number;
  total: number;
  /** What each gift card pays, and all of them. */
  card_amounts: number[];
  gift_cards: number;
  /** What is left to pay. */
  due: number;
}

/**
 * Every figure a customer is shown about a basket comes from here, in minor units. The discount never exceeds what it is
 * for and is shared by largest remainder; tax is rounded half up for each discounted line, and totals are sums of rounded
 * lines. With `prices_include_tax` it is within the prices, else on top of them.
 */
export function calculateTotals(basket: TotalsInput): TotalsOutput {
  const { lines, shipping, shipping_tax_bp, prices_include_tax: included } = basket;
  const goods = lines.map(({ unit_price, quantity }) => unit_price * quantity);
  const shares = discountShares(basket, goods);
  const charged = lines.map(({ tax_rate_bp }, index) => {
    const discount_amount = shares[index] ?? 0;
    const net = (goods[index] ?? 0) - discount_amount;
    const tax_amount = calculateTax(net, tax_rate_bp, included);
    return { discount_amount, tax_amount, total_amount: included ? net : net + tax_amount };
  });
  const [subtotal, discount] = [sum(goods), sum(shares)];
  const shipping_tax = calculateTax(shipping, shipping_tax_bp, included);
  const tax = sum(charged.map(({ tax_amount }) => tax_amount)) + shipping_tax;
  const total = subtotal - discount + shipping + (included ? 0 : tax);
  const card_amounts = allocateGiftCards(total, basket.gift_cards ?? []);
  const gift_cards = sum(card_amounts);
  const figures = { subtotal, discount, shipping, shipping_tax, tax, total };
  return { lines: charged, ...figures, card_amounts, gift_cards, due: total - gift_cards };
}

function discountShares({ lines, discount }: TotalsInput, goods: number[]): number[] {
  if (!discount) return goods.map(() => 0);
  const eligible = goods.map((amount, index) => (lines[index]?.discounted === false ? 0 : amount));
  const base = sum(eligible);
  const wanted = discount.kind === "percent" ? calculateTax(base, discount.value, false) : discount.value;
  return prorate(Math.max(0, Math.min(wanted, base)), eligible);
}

/**
 * Shares a whole amount in proportion to weights so that the shares sum to it: each gets its part rounded down, and the
 * units left over go to the largest remainders, the first of equal ones first.
 */
export function prorate(amount: number, weights: number[]): number[] {
  const all = sum(weights);
  if (all === 0 || amount === 0) return weights.map(() => 0);
  // Amount times weight can leave the whole numbers that doubles hold exactly.
  const parts = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const shares = parts.map((part) => Number(part / BigInt(all)));
  const rest = parts.map((part, index) => ({ index, remainder: part % BigInt(all) }));
  rest.sort((one, other) => Number(other.remainder - one.remainder) || one.index - other.index);
  for (const { index } of rest.slice(0, amount - sum(shares))) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
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
