import type { CartItem } from "#contract/cart.ts";
import type { Quote } from "#contract/checkout.ts";
import type { ManualQuoteRequest, NewManualOrder } from "#contract/orders/manual-orders.ts";
import type { Order } from "#contract/orders/orders.ts";
import { getOrderCustomer } from "#server/accounts/accounts.ts";
import { findCustomerCoupon, normalizeCouponCode, redeemCoupon } from "#server/coupons/coupons.ts";
import { addBankingMinutes, getOrder, placeOrder, startAgreedPayment } from "#server/orders/orders.ts";
import { assertOffered, assertPayable } from "#server/payments/payments.ts";
import type { App, Call } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { fieldProblem, Problem } from "#server/platform/http/problem.ts";
import { assertCompanyVatId, getCachedSettings } from "#server/shop/shop.ts";
import { decideVat, type VatDecision } from "#server/taxes/taxes.ts";
import { languageOf } from "#words/say.ts";
import { listShort, methodSnapshot, type Short } from "./placement.ts";
import { type PricedQuote, priceQuote } from "./quotes.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** Staff placed an order that its customer pays by a link. */
    "order.payment_link_requested": { orderId: string; userId: number; email: string };
  }
}

/** Prices a manual order. Throws `no_delivery` and `not_found` as `priceQuote` does. */
export const priceManualOrder = async (app: App, request: ManualQuoteRequest): Promise<Quote> =>
  (await priceManually(app, app.db, request, await decideManualVat(app, request))).quote;

/** Asks about the VAT ID of a manual order, before the transaction. */
const decideManualVat = (
  app: App,
  { country, postal_code: postalCode, vat_id: vatId }: Pick<ManualQuoteRequest, "country" | "postal_code" | "vat_id">,
) => decideVat(app, { country, postalCode, vatId }, []);

/**
 * Places an order for a customer, in one transaction with its stock, coupon and payment. Throws `out_of_stock` with the
 * lines that are short, and `quote_changed` with the current quote if it is not the one agreed on.
 */
export async function placeManualOrder(app: App, request: NewManualOrder, call: Call): Promise<Order> {
  if (request.payment === "bank_transfer") await assertOffered(app, "bank");
  await assertShopLanguage(app, request.language);
  assertCompanyVatId(request.shipping_address, "shipping_address.");
  const vat = await decideManualVat(app, {
    ...request.shipping_address,
    vat_id: request.shipping_address.vat_id ?? undefined,
  });
  const recorded = { object: "order", action: "POST /orders/manual" } as const;
  return inTransaction(app.db, async (tx) => {
    const order = await app.change(tx, recorded, call, () =>
      placeInTransaction(app, tx, { staffId: userId(call.caller), request, vat }),
    );
    await call.idempotency.saveAnswer(tx, { data: order });
    return order;
  });
}

async function assertShopLanguage(app: App, language: string | undefined) {
  const { locale, other_languages } = await getCachedSettings(app);
  if (
    language !== undefined &&
    language !== languageOf(app.config.shopLocale ?? locale) &&
    !other_languages.includes(language)
  )
    throw fieldProblem("language", "unknown", "The shop isn't available in this language.");
}

async function placeInTransaction(
  app: App,
  tx: Tx,
  { staffId, request, vat }: { staffId: number; request: NewManualOrder; vat: VatDecision },
): Promise<Order> {
  const customer = await getOrderCustomer(app, tx, {
    id: request.customer_id,
    email: request.email,
    fullname: request.shipping_address.fullname,
  });
  const { country, postal_code, region_code } = request.shipping_address;
  const place = { country, postal_code, region_code: region_code ?? undefined };
  const priced = await priceManually(app, tx, { ...request, ...place, customer_id: customer.id }, vat);
  assertOrderable(priced, request.quote_hash);
  const due = priced.totals.total;
  const purchase = { amount: due, country, shipping_method_id: priced.method?.id ?? null };
  if (request.payment === "link") await assertPayable(app, purchase, priced.currency);
  const placed = await placeOrder(app, tx, await toDraft(app, staffId, customer.id, request, priced));
  if (placed.kind === "short") throw shortage(placed.short);
  const redemption = { couponId: priced.couponId ?? 0, userId: customer.id, orderId: placed.order.id };
  if (priced.couponId !== null && !(await redeemCoupon(tx, redemption, app.now()))) throw new Problem("coupon_used_up");
  await startPayment(app, tx, placed.order, { payment: request.payment, due, userId: customer.id });
  return getOrder(tx, placed.order.id, { kind: "admin" }, app.now());
}

async function priceManually(
  app: App,
  db: Db | Tx,
  request: ManualQuoteRequest,
  vat: VatDecision,
): Promise<PricedQuote> {
  const code = normalizeCouponCode(request.coupon_code);
  return priceQuote(app, db, {
    vat,
    items: request.lines.map((line) => ({ item_id: line.variation_id, ...line })),
    adjustments: {
      coupon_code: code ?? null,
      coupon: code ? await findCustomerCoupon(db, code, request.customer_id ?? null) : null,
      manual: request.discount,
      cards: [],
    },
    country: request.country,
    postalCode: request.postal_code,
    region: request.region_code,
    methodId: request.shipping_method_id,
  });
}

/** Throws unless the quote can be ordered and is the one agreed on. */
function assertOrderable({ quote }: PricedQuote, agreedHash: string) {
  const short = listShort(quote.lines);
  if (short.length > 0) throw shortage(short, quote.lines);
  if (!quote.can_order || quote.quote_hash !== agreedHash) throw new Problem("quote_changed", { details: { quote } });
}

const shortage = (short: Short[], lines: CartItem[] = []) =>
  new Problem("out_of_stock", {
    details: {
      short: short.map((line) => ({
        ...line,
        name: lines.find(({ variation_id }) => variation_id === line.variation_id)?.product.name,
      })),
    },
  });

async function toDraft(app: App, staffId: number, userId: number, request: NewManualOrder, priced: PricedQuote) {
  return {
    userId,
    actor: { type: "admin" as const, id: staffId },
    email: null,
    cartId: null,
    currency: priced.currency,
    pricesIncludeTax: priced.quote.prices_include_tax,
    isTaxFreeExport: priced.isTaxFreeExport,
    reverseCharge: priced.reverseCharge,
    totals: priced.totals,
    couponCode: priced.couponId === null ? null : (priced.quote.coupon?.code ?? null),
    reasons: priced.reasons,
    shippingTaxes: priced.totals.shipping_taxes,
    taxParts: priced.taxParts,
    lines: priced.lines,
    shippingAddress: request.shipping_address,
    billingAddress: null,
    shippingMethod: priced.method && methodSnapshot(priced.method),
    note: request.note || null,
    language: request.language,
    // The customer pays days later, as with a bank transfer.
    holdMinutes: await transferMinutes(app),
  };
}

/** How long a bank transfer is awaited from now on; only banking days count. */
async function transferMinutes(app: App): Promise<number> {
  const { bank_hold_minutes: minutes, timezone } = await getCachedSettings(app);
  const now = app.now();
  return (addBankingMinutes(now, minutes, timezone).getTime() - now.getTime()) / 60_000;
}

async function startPayment(
  app: App,
  tx: Tx,
  order: Order,
  { payment, due, userId }: { payment: NewManualOrder["payment"]; due: number; userId: number },
) {
  if (due === 0) return;
  if (payment !== "link") return startAgreedPayment(app, tx, order, { payment, due });
  const email = order.customer.email ?? order.customer.unconfirmed_email;
  if (!email) return;
  await app.events.emit(tx, "order.payment_link_requested", { orderId: order.id, userId, email });
}
