import { createHash } from "node:crypto";
import type { CartItem } from "#contract/cart.ts";
import type { Quote, ShippingMethod } from "#contract/checkout.ts";
import { isBlocked, priced, totalsOf } from "#server/cart/cart.ts";
import { type SaleVariation, variationsForSale } from "#server/catalogue/catalogue.ts";
import type { DraftLine } from "#server/orders/orders.ts";
import type { Db, Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { settingsOf, termsOf } from "./terms.ts";

export interface QuoteFor {
  items: { item_id: number; variation_id: number; quantity: number }[];
  country: string;
  /** Without it the cheapest. */
  methodId: number | undefined;
}
/** A quote with what an order is made of. Amounts in minor units. */
export interface Worked {
  quote: Quote;
  totals: { subtotal: number; discount: number; shipping: number; tax: number; total: number };
  lines: DraftLine[];
  method: ShippingMethod | null;
  currency: string;
  holdMinutes: number;
}

/**
 * What these items would cost now, delivered to a country. Lines that can't be ordered are shown but not counted.
 * Throws `no_delivery` when nothing is delivered there, and `not_found` for a method that is not one of those.
 */
export async function quoteFor(house: House, db: Db | Tx, { items, country, methodId }: QuoteFor): Promise<Worked> {
  const settings = await settingsOf(house);
  const { currency, prices_include_tax, hold_minutes } = settings;
  const forSale = await variationsForSale(
    db,
    items.map((item) => item.variation_id),
  );
  const shown = priced(items, forSale, currency);
  const ordered = shown.filter((line) => !isGone(line));
  const subtotal = ordered.reduce((sum, line) => sum + line.line_total.amount, 0);
  const { methods, rateBp } = await termsOf(house, country, subtotal);
  const isDelivered = ordered.some((line) => forSale.get(line.variation_id)?.requires_shipping);
  const method = isDelivered ? chosen(methods, methodId) : null;
  const { lines, ...totals } = totalsOf({
    lines: ordered.map((line) => ({
      unit_price: line.unit_price.amount,
      quantity: line.quantity,
      tax_rate_bp: rateBp,
    })),
    shipping: method?.price.amount ?? 0,
    shipping_tax_bp: rateBp,
    prices_include_tax,
  });
  const money = (amount: number) => ({ amount, currency });
  const figures = {
    methods: isDelivered ? methods : [],
    shipping_method_id: method?.id ?? null,
    lines: shown,
    totals: {
      subtotal: money(totals.subtotal),
      discount: money(totals.discount),
      shipping: money(totals.shipping),
      tax: money(totals.tax),
      total: money(totals.total),
    },
    prices_include_tax,
  };
  return {
    quote: {
      ...figures,
      quote_hash: hashOf({ country, rateBp, ...figures }),
      can_order: shown.length > 0 && !shown.some(isBlocked),
    },
    totals,
    lines: ordered.map((line, index) => draftLine(line, forSale.get(line.variation_id), rateBp, lines[index])),
    method,
    currency,
    holdMinutes: hold_minutes,
  };
}

const isGone = (line: CartItem) => line.problems.some((problem) => problem.code === "unavailable");

function chosen(methods: ShippingMethod[], methodId: number | undefined): ShippingMethod {
  const [cheapest] = methods;
  if (!cheapest) throw new Refusal("no_delivery");
  const method = methodId === undefined ? cheapest : methods.find((one) => one.id === methodId);
  if (!method) throw new Refusal("not_found");
  return method;
}

function draftLine(
  line: CartItem,
  variation: SaleVariation | undefined,
  tax_rate_bp: number,
  charged: { tax_amount: number; total_amount: number } | undefined,
): DraftLine {
  return {
    product_id: line.product.id,
    variation_id: line.variation_id,
    slug: line.product.slug,
    sku: variation?.sku ?? null,
    name: line.product.name,
    options: line.options,
    thumbnail: line.product.thumbnail,
    quantity: line.quantity,
    unit_price_amount: line.unit_price.amount,
    tax_rate_bp,
    tax_amount: charged?.tax_amount ?? 0,
    total_amount: charged?.total_amount ?? 0,
    // What is not limited by stock (never counted, or sold on back order) holds none.
    tracks_stock: variation?.available !== null,
  };
}

interface Figures extends Pick<Quote, "shipping_method_id" | "lines" | "totals" | "prices_include_tax"> {
  country: string;
  rateBp: number;
}

/** Stands for every figure a customer agrees to: each line's units and price, delivery, tax and total. */
function hashOf({ country, rateBp, shipping_method_id, lines, totals, prices_include_tax }: Figures): string {
  const agreed = [
    country,
    rateBp,
    shipping_method_id,
    prices_include_tax,
    [...lines]
      .sort((one, other) => one.variation_id - other.variation_id)
      .map((line) => [
        line.variation_id,
        line.quantity,
        line.unit_price.amount,
        line.line_total.amount,
        line.problems.length > 0,
      ]),
    [totals.subtotal, totals.discount, totals.shipping, totals.tax, totals.total].map(({ amount }) => amount),
    totals.total.currency,
  ];
  return createHash("sha256").update(JSON.stringify(agreed)).digest("base64url");
}
