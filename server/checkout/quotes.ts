import { createHash } from "node:crypto";
import type { CartItem, Reason } from "#contract/cart.ts";
import type { DeliveryEstimate, Quote } from "#contract/checkout.ts";
import type { ReverseCharge } from "#contract/taxes.ts";
import {
  type Adjustments,
  canCartsHoldStock,
  getPricingTerms,
  hasImportTaxes,
  isBlocked,
  presentMethod,
  priceAt,
  priceCart,
  priceLines,
  type TaxParts,
  type TotalsOutput,
  withoutVat,
} from "#server/cart/cart.ts";
import { getVariationsForSale, type SaleVariation } from "#server/catalogue/catalogue.ts";
import type { Spend } from "#server/gift-cards/gift-cards.ts";
import type { DraftLine } from "#server/orders/orders.ts";
import { listPaymentMethods, type Purchase } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { estimateShippingOfUnit, type PricedShippingMethod } from "#server/shipping/shipping.ts";
import { localDay } from "#server/shop/shop.ts";
import { isTaxed, noVatDecision, presentVatCheck, type VatDecision } from "#server/taxes/taxes.ts";

export interface QuoteRequest {
  items: { item_id: number; variation_id: number; quantity: number }[];
  /** Prices and availability, if already queried. */
  sale?: Map<number, SaleVariation>;
  /** The cart whose held stock counts as available. */
  cartId?: string;
  adjustments: Adjustments;
  country: string;
  postalCode: string | undefined;
  /** State or province, for regional tax rates. */
  region?: string | null | undefined;
  /** Default: the cheapest method. */
  methodId: number | undefined;
  /** What the VAT ID of the buyer means, decided before the transaction; by default VAT is charged. */
  vat?: VatDecision;
}
/** A quote and the data to place its order. Amounts in minor units. */
export interface PricedQuote {
  quote: Quote;
  totals: TotalsOutput;
  taxParts: TaxParts;
  lines: DraftLine[];
  method: PricedShippingMethod | null;
  currency: string;
  holdMinutes: number;
  /** Id of the applied coupon. */
  couponId: number | null;
  spends: Spend[];
  reasons: Reason[];
  /** Whether it is an export without tax, as its invoice says. */
  isTaxFreeExport: boolean;
  /** Why a business in another member state is charged no VAT. */
  reverseCharge: ReverseCharge | null;
}

/**
 * Prices items shipped to a country. Lines that can't be ordered are returned but not charged. Throws `no_delivery` if
 * the shop does not ship there, and `not_found` for a method that is not available.
 */
export async function priceQuote(app: App, db: Db | Tx, request: QuoteRequest): Promise<PricedQuote> {
  const { items, adjustments, country, postalCode, region, methodId } = request;
  const { check, proof } = request.vat ?? noVatDecision;
  const terms = await termsFor(app, country, proof !== null);
  const { currency, prices_include_tax, hold_minutes } = terms.settings;
  const sale = request.sale ?? (await findSale(app, db, request));
  const priced = priceCart({
    terms,
    items: priceLines(items, sale, currency),
    sale,
    adjustments,
    postalCode,
    region,
    now: app.now(),
    choose: (methods) => chooseMethod(methods, methodId),
  });
  const { totals, coupon, gift_cards, reasons } = priced;
  const shown = (method: PricedShippingMethod) => presentMethod(method, currency);
  const has_duties = hasImportTaxes(terms, { country, postalCode });
  const figures = {
    methods: priced.methods.map(shown),
    shipping_method_id: priced.method?.id ?? null,
    has_duties,
    lines: priced.items,
    coupon,
    gift_cards,
    totals: priced.money,
    reasons,
    prices_include_tax,
    is_tax_deducted: priced.is_tax_deducted,
    is_reverse_charge: proof !== null,
    vat_check: presentVatCheck(check, { isTaxed: totals.tax > 0 }),
    payment_providers: await listProviders(app, {
      amount: totals.total - totals.gift_cards,
      country,
      shipping_method_id: priced.method?.id ?? null,
    }),
  };
  return {
    quote: {
      ...figures,
      quote_hash: hashQuote({ country, vatId: proof?.vat_id ?? null, ...figures }),
      can_order: priced.items.length > 0 && !priced.items.some(isBlocked),
    },
    totals,
    taxParts: priced.taxParts,
    lines: priced.billable.map(({ item, tax }, index) =>
      toDraftLine(item, sale.get(item.variation_id), tax?.rate_ppm ?? 0, totals.lines[index]),
    ),
    method: priced.method,
    currency,
    holdMinutes: hold_minutes,
    couponId: coupon?.state === "applied" ? (adjustments.coupon?.id ?? null) : null,
    spends: gift_cards.flatMap(({ id, amount: { amount } }) => (amount > 0 ? [{ id, amount }] : [])),
    reasons,
    isTaxFreeExport: has_duties && priced.is_shipped_untaxed && !proof,
    reverseCharge: proof && { ...proof, ...priced.sold },
  };
}

/** Prices and availability; what the cart itself holds is available to it. */
async function findSale(app: App, db: Db | Tx, { items, cartId }: QuoteRequest) {
  const ids = items.map((item) => item.variation_id);
  const holders = cartId !== undefined && (await canCartsHoldStock(app)) ? [cartId] : [];
  return getVariationsForSale(db, ids, holders);
}

async function termsFor(app: App, country: string, isReverseCharge: boolean) {
  const terms = await getPricingTerms(app, country);
  return isReverseCharge ? withoutVat(terms) : terms;
}

const listProviders = async (app: App, purchase: Purchase) =>
  (await listPaymentMethods(app, purchase)).map(({ provider }) => provider);

function chooseMethod(methods: PricedShippingMethod[], methodId: number | undefined): PricedShippingMethod {
  const [cheapest] = methods;
  if (!cheapest) throw new Problem("no_delivery");
  const method = methodId === undefined ? cheapest : methods.find(({ id }) => id === methodId);
  if (!method) throw new Problem("not_found");
  return method;
}

function toDraftLine(
  line: CartItem,
  variation: SaleVariation | undefined,
  tax_rate_ppm: number,
  charged: { discount_amount: number; tax_amount: number; total_amount: number } | undefined,
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
    measure: variation?.measure ?? null,
    discount_amount: charged?.discount_amount ?? 0,
    tax_rate_ppm,
    tax_amount: charged?.tax_amount ?? 0,
    total_amount: charged?.total_amount ?? 0,
    // Untracked variations reserve no stock.
    tracks_stock: variation?.available !== null || variation.on_backorder,
    on_backorder: variation?.on_backorder ?? false,
    return_days: variation?.return_days ?? null,
    withdrawal_exclusion: variation?.withdrawal_exclusion ?? "none",
  };
}

interface Figures extends Pick<Quote, "shipping_method_id" | "lines" | "totals" | "prices_include_tax"> {
  country: string;
  /** With which no VAT is charged. */
  vatId: string | null;
}

/** Hash of all the customer agrees to: units, price and right of withdrawal of each line, shipping, tax, discount, total. */
function hashQuote({ country, vatId, shipping_method_id, lines, totals, prices_include_tax }: Figures): string {
  const agreed = [
    country,
    shipping_method_id,
    prices_include_tax,
    vatId,
    [...lines]
      .sort((one, other) => one.variation_id - other.variation_id)
      .map((line) => [
        line.variation_id,
        line.quantity,
        line.unit_price.amount,
        line.line_total.amount,
        line.discount.amount,
        line.problems.length > 0,
        line.withdrawal_exclusion,
      ]),
    [totals.subtotal, totals.discount, totals.shipping, totals.tax, totals.total, totals.due].map(
      ({ amount }) => amount,
    ),
    totals.total.currency,
  ];
  return createHash("sha256").update(JSON.stringify(agreed)).digest("base64url");
}

/** The cheapest delivery of one unit of a variation, priced like a cart. Throws `not_found` for one not for sale. */
export async function estimateDelivery(
  app: App,
  { variation_id, country, postal_code, region_code: region }: DestinationQuery & { variation_id: number },
): Promise<DeliveryEstimate> {
  const terms = await getPricingTerms(app, country);
  const { currency } = terms.settings;
  const sale = await getVariationsForSale(app.db, [variation_id], []);
  const variation = sale.get(variation_id);
  const { price_amount, weight_g, tax_class_id } = assertFound(variation?.for_sale ? variation : undefined);
  const place = { postalCode: postal_code, region, today: () => localDay(app.now(), terms.settings.timezone) };
  const price = priceAt(terms, price_amount, tax_class_id, place);
  const unit = { price, weight_g, postalCode: postal_code };
  const { methods, freeFrom: free } = estimateShippingOfUnit(terms.delivery, unit);
  const [method] = methods;
  return {
    method: method ? presentMethod(method, currency) : null,
    free_from: free === null ? null : { amount: free, currency },
    price: { amount: price, currency },
    has_duties: hasImportTaxes(terms, { country, postalCode: postal_code }),
    is_taxed: isTaxed(terms.taxes, tax_class_id, place),
  };
}

interface DestinationQuery {
  country: string;
  postal_code?: string | undefined;
  region_code?: string | undefined;
}
