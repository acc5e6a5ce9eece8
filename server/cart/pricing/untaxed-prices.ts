import type { CartItem } from "#contract/cart.ts";
import { pricePerMeasure } from "#contract/catalogue/measures.ts";
import type { Money } from "#contract/money.ts";
import type { SaleVariation } from "#server/catalogue/catalogue.ts";
import {
  calculateTax,
  getGoodsShippingTax,
  getGoodsTax,
  getShippingTax,
  type TaxPlace,
  type TaxRates,
} from "#server/taxes/taxes.ts";
import type { PricingTerms } from "./pricing-terms.ts";
import { shippingTaxesOf, splitShippingTax } from "./shipping-tax.ts";

type Sale = Map<number, Pick<SaleVariation, "tax_class_id"> & Partial<Pick<SaleVariation, "measure">>>;

/**
 * The rate of the shop's own country on goods of a class that a place is not charged, in parts per million: of exports.
 * 0 where tax is charged, whatever its rate, and where the shop charges none at home.
 */
export function uncharged({ taxes, domesticTaxes }: PricingTerms, classId: number | null, place: TaxPlace): number {
  const isCharged = [null, classId].some((id) => rateOf(taxes, id, place) > 0);
  return isCharged ? 0 : rateOf(domesticTaxes, classId, { postalCode: undefined, today: place.today });
}

const rateOf = (rates: TaxRates, classId: number | null, place: TaxPlace) =>
  getGoodsTax(rates, classId, place)?.rate_ppm ?? 0;

/** Whether prices are charged without the tax in them where none is charged. */
export const takesTaxOff = ({ settings, isReverseCharge = false }: PricingTerms): boolean =>
  settings.prices_include_tax && (settings.net_prices_without_tax || isReverseCharge);

/** What one unit of a class costs at a place: without the tax in its price, if the shop takes it off there. */
export function priceAt(terms: PricingTerms, amount: number, classId: number | null, place: TaxPlace): number {
  if (!takesTaxOff(terms)) return amount;
  return amount - calculateTax(amount, uncharged(terms, classId, place), true);
}

/** Lines at the prices of a place. Each unit is rounded, so that a line is the price of its units. */
export const itemsAt = (terms: PricingTerms, items: CartItem[], sale: Sale, place: TaxPlace): CartItem[] =>
  items.map((item) => {
    const { tax_class_id: classId = null, measure } = sale.get(item.variation_id) ?? {};
    const at = (price: Money): Money => ({ ...price, amount: priceAt(terms, price.amount, classId, place) });
    const unit_price = at(item.unit_price);
    if (unit_price.amount === item.unit_price.amount) return item;
    const perMeasure = pricePerMeasure(unit_price, measure);
    return {
      ...item,
      unit_price,
      ...(perMeasure && { price_per_measure: perMeasure }),
      line_total: { ...unit_price, amount: unit_price.amount * item.quantity },
      compare_at: item.compare_at && at(item.compare_at),
      problems: item.problems.map(({ from, to, ...problem }) => ({
        ...problem,
        ...(from && { from: at(from) }),
        ...(to && { to: at(to) }),
      })),
    };
  });

/** A line that is shipped, at the price with tax. */
interface ShippedLine {
  amount: number;
  classId: number | null;
}

/**
 * What shipping costs a business that is charged no VAT: its price without the tax that a customer in the shop's own country
 * would pay in it. Elsewhere the price of the zone, which the merchant sets for it.
 */
export function shippingPriceAt(
  terms: PricingTerms,
  amount: number,
  lines: ShippedLine[],
  { today }: TaxPlace,
): number {
  const { settings, domesticTaxes, isReverseCharge } = terms;
  if (!isReverseCharge || !settings.prices_include_tax) return amount;
  const home = { postalCode: undefined, today };
  const rates = shippingTaxesOf(
    settings.shipping_tax,
    lines.map(({ amount: goods, classId }) => ({
      amount: goods,
      tax: getGoodsShippingTax(domesticTaxes, classId, home)?.rate_ppm ?? 0,
    })),
  );
  const shipped = lines.map(({ amount: goods }, index) => ({
    goods,
    charged: goods,
    shipping_rate_ppm: rates[index],
  }));
  const standard = getShippingTax(domesticTaxes, home)?.rate_ppm ?? 0;
  return splitShippingTax(amount, shipped, { standard, included: true }).reduce((rest, { tax }) => rest - tax, amount);
}
