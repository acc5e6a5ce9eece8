import type { CartItem, Reason } from "#contract/cart.ts";
import type { ManualDiscount } from "#contract/orders/manual-orders.ts";
import { type CustomerCoupon, describeCoupon } from "#server/coupons/coupons.ts";
import type { CartGiftCardRow } from "#server/gift-cards/gift-cards.ts";
import type { PricedShippingMethod } from "#server/shipping/shipping.ts";
import { formatMoney, formatPercent } from "#server/shop/shop.ts";
import type { AppliedTax } from "#server/taxes/taxes.ts";
import { say, sayCount, text } from "#words/say.ts";
import type { PricingTerms } from "./pricing-terms.ts";
import { splitInTurn } from "./tax-parts.ts";
import type { TotalsOutput } from "./totals.ts";

/** A line that is charged, with its tax. */
export interface BillableLine {
  item: CartItem;
  tax: AppliedTax;
}
interface ReasonsInput {
  billable: BillableLine[];
  totals: TotalsOutput;
  method: PricedShippingMethod | null;
  /** The applied coupon. */
  coupon: CustomerCoupon | null;
  /** A discount given by staff. */
  manual: ManualDiscount | undefined;
  /** Whether the coupon applies to some lines only. */
  isPartial: boolean;
  cards: CartGiftCardRow[];
  /** The tax on each part of the shipping price. */
  shippingTaxes: { tax: AppliedTax; amount: number }[];
  /** Whether the goods would be delivered free if they weighed less. */
  isTooHeavyForFree: boolean;
  /** Whether the tax in prices was taken off. */
  isTaxDeducted: boolean;
  terms: PricingTerms;
}

/** Explains each figure; the amounts of a figure's reasons add up to it. Empty for an empty cart. */
export function listReasons(input: ReasonsInput): Reason[] {
  const { billable, totals, coupon, manual, isPartial, cards, terms } = input;
  if (billable.length === 0) return [];
  const { currency } = terms.settings;
  const units = billable.reduce((sum, { item }) => sum + item.quantity, 0);
  const reason = (figure: Reason["figure"], message: string, amount: number): Reason => ({
    figure,
    text: message,
    amount: { amount, currency },
  });
  return [
    reason("subtotal", sayCount("1 item", "{n} items", units), totals.subtotal),
    ...(coupon && totals.discount > 0
      ? [
          reason(
            "discount",
            isPartial
              ? say("{offer} on some items with {code}", { offer: describeCoupon(coupon, currency), code: coupon.code })
              : say("{offer} with {code}", { offer: describeCoupon(coupon, currency), code: coupon.code }),
            totals.discount,
          ),
        ]
      : []),
    ...(manual && totals.discount > 0
      ? [
          reason(
            "discount",
            say("{offer}: {reason}", { offer: describeCoupon(manual, currency), reason: manual.reason }),
            totals.discount,
          ),
        ]
      : []),
    ...listShippingTexts(input).map((message) => reason("shipping", message, totals.shipping)),
    ...listTaxTexts(input).map(({ message, amount }) => reason("tax", message, amount)),
    reason("total", describeTotal(input), totals.total),
    ...cards.map(({ last4 }, index) =>
      reason("gift_card", say("Gift card ending in {last4}", { last4 }), totals.card_amounts[index] ?? 0),
    ),
  ];
}

function describeTotal({ isTaxDeducted, terms }: ReasonsInput): string {
  if (terms.isReverseCharge) return say("Total without VAT, which you account for in your country (reverse charge)");
  if (isTaxDeducted) return say("Total without tax, which isn't charged at this destination");
  return terms.settings.prices_include_tax ? say("Total including tax") : say("Total with tax added");
}

function listShippingTexts({ method, coupon, billable, terms, totals, isTooHeavyForFree }: ReasonsInput): string[] {
  if (!method) return billable.length > 0 && totals.shipping === 0 ? [say("No delivery needed")] : [];
  const name = /deliver/i.test(method.name) ? method.name : say("{method} delivery", { method: method.name });
  if (coupon?.kind === "free_shipping")
    return [
      method.price_amount === 0
        ? say("{method}, free with {code}", { method: name, code: coupon.code })
        : say("{method}, reduced with {code}", { method: name, code: coupon.code }),
    ];
  if (isTooHeavyForFree) return [say("{method}, too heavy for free delivery", { method: name })];
  const from = method.from_subtotal;
  if (method.price_amount > 0 || from === null) return [name];
  return [say("{method}, free from {amount}", { method: name, amount: formatMoney(from, terms.settings.currency) })];
}

/** One entry per rate and class, and one for shipping. Those of a rate add up to what the invoice charges of it. */
function listTaxTexts({ billable, totals, shippingTaxes, terms }: ReasonsInput) {
  const amounts = new Map<string, number>();
  const split = splitInTurn();
  const add = (tax: AppliedTax, amount: number) => {
    if (!tax || tax.rate_ppm === 0) return;
    for (const { name, rate_ppm, tax: share } of split(amount, tax.parts ?? [tax])) {
      const values = { tax: translateName(name), rate: formatPercent(rate_ppm), of: translateName(tax.of) };
      const message = terms.settings.prices_include_tax
        ? say("{rate} {tax} on {of}, included", values)
        : say("{rate} {tax} on {of}, added", values);
      amounts.set(message, (amounts.get(message) ?? 0) + share);
    }
  };
  for (const [index, { tax }] of billable.entries()) add(tax, totals.lines[index]?.tax_amount ?? 0);
  for (const { tax, amount } of shippingTaxes) add(tax, amount);
  return [...amounts].map(([message, amount]) => ({ message, amount }));
}

/** Names of the default tax settings. */
const defaultNames = new Set<string>([
  text("VAT"),
  text("delivery"),
  text("Standard goods"),
  text("Reduced-rate goods"),
]);
/** Translates default names; names that merchants choose are shown as written. */
const translateName = (name: string) => (defaultNames.has(name) ? say(name) : name);
