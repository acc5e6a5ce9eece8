import type { LocalizationSettings } from "#contract/shop/settings.ts";
import { calculateTax } from "#server/taxes/taxes.ts";
import { prorate } from "./prorate.ts";

/** A part of the shipping price with one tax rate. `amount` is as prices are: with tax if they include it. */
export interface ShippingTaxPart {
  rate_ppm: number;
  amount: number;
  tax: number;
}
interface ShippedLine {
  /** Charged for the goods, after the discount. */
  charged: number;
  /** Before the discount. */
  goods: number;
  /** The rate for shipping these goods; undefined if they aren't shipped. */
  shipping_rate_ppm: number | undefined;
}

/**
 * The tax on shipping. It follows the goods: the price is split in proportion to what is charged for the shipped lines of
 * each rate (of their prices before the discount, if nothing is charged). Without shipped lines it has the rate `standard`.
 */
export function splitShippingTax(
  shipping: number,
  lines: readonly ShippedLine[],
  { standard, included }: { standard: number; included: boolean },
): ShippingTaxPart[] {
  if (shipping === 0) return [];
  const rates = lines.flatMap(({ shipping_rate_ppm }) => shipping_rate_ppm ?? []);
  const known = [...new Set(rates)].sort((one, other) => other - one);
  const weigh = (of: "charged" | "goods") =>
    known.map((rate) => lines.reduce((sum, line) => sum + (line.shipping_rate_ppm === rate ? line[of] : 0), 0));
  const weights = [weigh("charged"), weigh("goods")].find((all) => all.some((weight) => weight > 0));
  if (!weights) return [{ rate_ppm: standard, amount: shipping, tax: calculateTax(shipping, standard, included) }];
  return prorate(shipping, weights).flatMap((amount, index) => {
    const rate_ppm = known[index] ?? standard;
    return amount > 0 ? [{ rate_ppm, amount, tax: calculateTax(amount, rate_ppm, included) }] : [];
  });
}

/** A line with the tax on shipping it; undefined if it isn't shipped. */
interface LineToShip<Tax> {
  amount: number;
  tax: Tax | undefined;
}

/**
 * The tax on shipping each line by the rule of the shop: its own, or that of the main item, which is the shipped line with
 * the highest amount (of equal ones the first). Empty where shipping has the rate of the default class.
 */
export function shippingTaxesOf<Tax>(
  rule: LocalizationSettings["shipping_tax"],
  lines: LineToShip<Tax>[],
): (Tax | undefined)[] {
  if (rule === "default_class") return [];
  if (rule === "goods") return lines.map(({ tax }) => tax);
  const shipped = lines.filter(({ tax }) => tax !== undefined);
  const most = Math.max(...shipped.map(({ amount }) => amount));
  const main = shipped.find(({ amount }) => amount === most);
  return lines.map(({ tax }) => (tax === undefined ? undefined : main?.tax));
}
