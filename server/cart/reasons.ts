import type { CartItem, Reason } from "#contract/cart.ts";
import { type Offer, offerWords } from "#server/coupons/coupons.ts";
import type { CarriedCard } from "#server/gift-cards/gift-cards.ts";
import type { Delivery } from "#server/shipping/shipping.ts";
import { moneyWords, percentWords } from "#server/shop/shop.ts";
import type { DueTax } from "#server/taxes/taxes.ts";
import { say, sayCount } from "#words/say.ts";
import type { Terms } from "./terms.ts";
import type { TotalsOutput } from "./totals.ts";

/** A line that counts, with the tax it carries. */
export interface Counted {
  item: CartItem;
  tax: DueTax;
}
interface Reckoned {
  counted: Counted[];
  totals: TotalsOutput;
  way: Delivery | null;
  /** The coupon that counts. */
  offer: Offer | null;
  /** Whether it is not for every line. */
  partly: boolean;
  cards: CarriedCard[];
  deliveryTax: DueTax;
  terms: Terms;
}

/** Says of each figure why it is what it is; the reasons of a figure add up to it. An empty basket needs none. */
export function reasonsOf(reckoned: Reckoned): Reason[] {
  const { counted, totals, offer, partly, cards, terms } = reckoned;
  if (counted.length === 0) return [];
  const { currency, prices_include_tax } = terms.settings;
  const units = counted.reduce((sum, { item }) => sum + item.quantity, 0);
  const says = (figure: Reason["figure"], text: string, amount: number): Reason => ({
    figure,
    text,
    amount: { amount, currency },
  });
  return [
    says("subtotal", sayCount("1 item", "{n} items", units), totals.subtotal),
    ...(offer && totals.discount > 0
      ? [
          says(
            "discount",
            partly
              ? say("{offer} some items with {code}", { offer: offerWords(offer, currency), code: offer.code })
              : say("{offer} with {code}", { offer: offerWords(offer, currency), code: offer.code }),
            totals.discount,
          ),
        ]
      : []),
    ...deliveryWords(reckoned).map((text) => says("shipping", text, totals.shipping)),
    ...taxReasons(reckoned).map(({ text, amount }) => says("tax", text, amount)),
    says("total", prices_include_tax ? say("Tax is included") : say("Tax is added"), totals.total),
    ...cards.map(({ last4 }, index) =>
      says("gift_card", say("Gift card ending in {last4}", { last4 }), totals.card_amounts[index] ?? 0),
    ),
  ];
}

function deliveryWords({ way, offer, counted, terms, totals }: Reckoned): string[] {
  if (!way) return counted.length > 0 && totals.shipping === 0 ? [say("No delivery cost")] : [];
  const name = /deliver/i.test(way.name) ? way.name : say("{way} delivery", { way: way.name });
  if (offer?.kind === "free_shipping")
    return [
      way.price_amount === 0
        ? say("{way}, free with {code}", { way: name, code: offer.code })
        : say("{way}, reduced with {code}", { way: name, code: offer.code }),
    ];
  const from = way.from_subtotal;
  if (way.price_amount > 0 || from === null) return [name];
  return [say("{way}, free above {amount}", { way: name, amount: moneyWords(from, terms.settings.currency) })];
}

/** One for each rate and class, and one for delivery. */
function taxReasons({ counted, totals, deliveryTax, terms }: Reckoned) {
  const amounts = new Map<string, number>();
  const add = (tax: DueTax, amount: number) => {
    if (!tax || tax.rate_bp === 0) return;
    const parts = { tax: tax.name, rate: percentWords(tax.rate_bp), of: tax.of };
    const text = terms.settings.prices_include_tax
      ? say("{tax} {rate} of {of}, included", parts)
      : say("{tax} {rate} of {of}, added", parts);
    amounts.set(text, (amounts.get(text) ?? 0) + amount);
  };
  for (const [index, { tax }] of counted.entries()) add(tax, totals.lines[index]?.tax_amount ?? 0);
  if (totals.shipping > 0) add(deliveryTax, totals.shipping_tax);
  return [...amounts].map(([text, amount]) => ({ text, amount }));
}
