import { taxOf } from "#server/taxes/taxes.ts";

export interface TotalsInput {
  lines: { unit_price: number; quantity: number; tax_rate_bp: number }[];
  shipping: number;
  shipping_tax_bp: number;
  prices_include_tax: boolean;
}
export interface TotalsOutput {
  /** For each line its tax and what is charged for it, tax included. */
  lines: { tax_amount: number; total_amount: number }[];
  subtotal: number;
  discount: number;
  shipping: number;
  tax: number;
  total: number;
}

/**
 * Every figure a customer is shown about a basket comes from here, in minor units. Tax is rounded half up for each line,
 * and totals are sums of rounded lines; with `prices_include_tax` it is within the prices, else on top of them.
 */
export function totalsOf({ lines, shipping, shipping_tax_bp, prices_include_tax }: TotalsInput): TotalsOutput {
  const charged = lines.map(({ unit_price, quantity, tax_rate_bp }) => {
    const goods = unit_price * quantity;
    const tax_amount = taxOf(goods, tax_rate_bp, prices_include_tax);
    return { goods, tax_amount, total_amount: prices_include_tax ? goods : goods + tax_amount };
  });
  const subtotal = sum(charged.map(({ goods }) => goods));
  const tax = sum(charged.map(({ tax_amount }) => tax_amount)) + taxOf(shipping, shipping_tax_bp, prices_include_tax);
  return {
    lines: charged.map(({ tax_amount, total_amount }) => ({ tax_amount, total_amount })),
    subtotal,
    discount: 0,
    shipping,
    tax,
    total: subtotal + shipping + (prices_include_tax ? 0 : tax),
  };
}

const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
