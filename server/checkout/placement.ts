import { isDeepStrictEqual } from "node:util";
import { type NewAddress, PostalAddress } from "#contract/accounts/accounts.ts";
import type { CartItem } from "#contract/cart.ts";
import type { NewOrder, Quote } from "#contract/checkout.ts";
import type { Order } from "#contract/orders/orders.ts";
import {
  correctGuestEmail,
  createAddress,
  findAddress,
  isProvisional,
  setMissingName,
} from "#server/accounts/accounts.ts";
import {
  type Adjustments,
  type CartToOrder,
  canCartsHoldStock,
  completeCart,
  getCart,
  hasHold,
  isBlocked,
  lockCartForOrder,
} from "#server/cart/cart.ts";
import { redeemCoupon } from "#server/coupons/coupons.ts";
import { spendGiftCards } from "#server/gift-cards/gift-cards.ts";
import { findOrderOfCart, placeOrder } from "#server/orders/orders.ts";
import { assertPayable } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { AnswerSaver } from "#server/platform/http/idempotency.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { assertCanSellTo, assertCompanyVatId, companyVatId, getSettings } from "#server/shop/shop.ts";
import { recordRefusedQuantities } from "#server/stock/stock.ts";
import { decideVat, noVatDecision, type VatDecision, type VatRequest } from "#server/taxes/taxes.ts";
import { type PricedQuote, priceQuote } from "./quotes.ts";

type Outcome =
  | { kind: "placed"; order: Order }
  | { kind: "problems" }
  | { kind: "short"; short: Short[] }
  | { kind: "changed"; priced: PricedQuote }
  /** A coupon or gift card was used elsewhere while the order was being placed. */
  | { kind: "used_meanwhile"; by: "coupon" | "gift card" };

interface Buyer {
  userId: number;
  /** The account and the address whose new questions to VIES are limited. */
  askers: readonly string[];
}

/**
 * Places the order of a customer's cart, or returns the order already placed for it (double click, two tabs). Runs in
 * one transaction; a problem leaves cart and stock unchanged.
 */
export async function placeCartOrder(
  app: App,
  { userId, askers }: Buyer,
  request: NewOrder,
  idempotency: AnswerSaver,
): Promise<Order> {
  assertCompanyVatId(request.shipping_address, "shipping_address.");
  assertCompanyVatId(request.billing_address, "billing_address.");
  const vat = await decideVatBefore(app, { userId, askers }, request);
  const outcome = await tryPlacement(app, { userId, request, vat }, idempotency);
  switch (outcome.kind) {
    case "placed":
      return outcome.order;
    case "changed":
      throw quoteProblem(outcome.priced.quote);
    case "used_meanwhile":
      throw quoteProblem(await getFreshQuote(app, { userId, request, vat }), outcome.by);
    case "problems":
      throw new Problem("cart_has_problems", { details: { cart: await getCart(app, { userId }) } });
    case "short": {
      const { short } = outcome;
      const cart = await getCart(app, { userId });
      await recordRefusedQuantities(app, missingUnits(cart.items, short));
      throw new Problem("out_of_stock", { details: { short, cart } });
    }
  }
}

const missingUnits = (items: CartItem[], short: Short[]) =>
  short.map(({ variation_id, available }) => {
    const wanted = items.find((item) => item.variation_id === variation_id)?.quantity ?? 0;
    return { variation_id, units: wanted - available };
  });

/** Thrown to roll back the transaction; caught in this file. */
class NotPlaced extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super("not placed");
    this.outcome = outcome;
  }
}

interface Placement {
  userId: number;
  request: NewOrder;
  vat: AskedVat;
}
/** What the VAT ID means, and what was asked about. */
interface AskedVat {
  asked: VatRequest;
  decision: VatDecision;
}

/** Asks about the VAT ID before the transaction, which must not wait for another server. */
async function decideVatBefore(app: App, { userId, askers }: Buyer, request: NewOrder): Promise<AskedVat> {
  const saved = request.address_id === undefined ? undefined : await findAddress(app.db, userId, request.address_id);
  const asked = vatRequestOf(saved ?? request.shipping_address, request);
  return { asked, decision: await decideVat(app, asked, askers) };
}

const vatRequestOf = (address: NewAddress | undefined, { billing_address: billing }: NewOrder): VatRequest => ({
  country: address?.country ?? "",
  postalCode: address?.postal_code,
  vatId: companyVatId(billing ?? address),
});

/** The decision for an address; a saved one may have changed since it was made, and VAT is charged then. */
const vatFor = ({ asked, decision }: AskedVat, address: NewAddress, request: NewOrder): VatDecision =>
  isDeepStrictEqual(asked, vatRequestOf(address, request)) ? decision : noVatDecision;

async function tryPlacement(app: App, placement: Placement, idempotency: AnswerSaver): Promise<Outcome> {
  const { userId, request } = placement;
  const mayHold = await canCartsHoldStock(app);
  try {
    return await inTransaction(app.db, async (tx) => {
      const cart = assertFound(await lockCartForOrder(tx, request.cart_id, userId, mayHold));
      const order = await placeInTransaction(app, tx, { ...placement, cart });
      await idempotency.saveAnswer(tx, { data: order });
      return { kind: "placed", order };
    });
  } catch (error) {
    if (error instanceof NotPlaced) return error.outcome;
    throw error;
  }
}

async function placeInTransaction(
  app: App,
  tx: Tx,
  { userId, request, vat, cart }: Placement & { cart: CartToOrder },
): Promise<Order> {
  if (cart.status === "ordered") {
    const earlier = await findOrderOfCart(tx, cart.id, userId, app.now());
    if (earlier) return earlier;
  }
  if (cart.status !== "active") throw new Problem("cart_ordered");
  if (cart.items.length === 0) throw new Problem("cart_empty");
  const address = await resolveAddress(tx, userId, request);
  await assertCanSellTo(app, address.country);
  await setMissingName(tx, userId, address.fullname);
  if (request.email) await correctGuestEmail(tx, userId, request.email);
  const priced = await priceQuote(app, tx, quoteRequest(cart, address, request, vat));
  if (!priced.quote.can_order) throw new NotPlaced(lineOutcome(priced.quote.lines));
  if (priced.quote.quote_hash !== request.quote_hash) throw new NotPlaced({ kind: "changed", priced });
  const purchase = {
    amount: priced.totals.total - priced.totals.gift_cards,
    country: address.country,
    shipping_method_id: priced.method?.id ?? null,
  };
  await assertPayable(app, purchase, priced.currency);
  await assertGuestMayOrder(tx, userId, priced.totals.total);
  const order = placeOrder(app, tx, {
    userId,
    actor: { type: "customer", id: userId },
    email: request.email ?? null,
    cartId: cart.id,
    currency: priced.currency,
    pricesIncludeTax: priced.quote.prices_include_tax,
    isTaxFreeExport: priced.isTaxFreeExport,
    reverseCharge: priced.reverseCharge,
    totals: priced.totals,
    couponCode: priced.couponId === null ? null : cart.coupon_code,
    reasons: priced.reasons,
    shippingTaxes: priced.totals.shipping_taxes,
    taxParts: priced.taxParts,
    lines: priced.lines,
    shippingAddress: address,
    billingAddress: request.billing_address ?? null,
    shippingMethod: priced.method && methodSnapshot(priced.method),
    note: request.note || null,
    holdMinutes: priced.holdMinutes,
    isHolding: hasHold(cart),
  });
  const [outcome] = await Promise.all([order, completeCart(tx, cart.id)]);
  if (outcome.kind === "short") throw new NotPlaced(outcome);
  await redeemAdjustments(app, tx, { userId, orderId: outcome.order.id, priced });
  return outcome.order;
}

/**
 * Throws `guest_checkout_off` if nobody may order with an unconfirmed email alone any more, and `guest_order_limit` if the
 * total is higher than they may order.
 */
async function assertGuestMayOrder(tx: Tx, userId: number, total: number) {
  const { guest_checkout: isAllowed, guest_order_max_amount: most } = await getSettings(tx);
  if (isAllowed && (most === null || total <= most)) return;
  if (await isProvisional(tx, userId)) throw new Problem(isAllowed ? "guest_order_limit" : "guest_checkout_off");
}

const quoteRequest = (
  cart: Pick<CartToOrder, "items" | "sale" | keyof Adjustments>,
  address: NewAddress,
  request: NewOrder,
  vat: AskedVat,
) => ({
  vat: vatFor(vat, address, request),
  items: cart.items,
  sale: cart.sale,
  adjustments: cart,
  country: address.country,
  postalCode: address.postal_code,
  region: address.region_code,
  methodId: request.shipping_method_id,
});

/** Redeems the coupon and the gift cards. Throws `NotPlaced` if either is no longer available. */
async function redeemAdjustments(
  app: App,
  tx: Tx,
  { userId, orderId, priced: { couponId, spends } }: { userId: number; orderId: string; priced: PricedQuote },
) {
  const now = app.now();
  if (couponId !== null && !(await redeemCoupon(tx, { couponId, userId, orderId }, now)))
    throw new NotPlaced({ kind: "used_meanwhile", by: "coupon" });
  if (spends.length > 0 && !(await spendGiftCards(tx, orderId, spends, now)))
    throw new NotPlaced({ kind: "used_meanwhile", by: "gift card" });
}

/** Names an expired or used-up coupon; the quote in `details` is without it and can be ordered. */
function quoteProblem(quote: Quote, by?: "coupon" | "gift card"): Problem {
  const details = { quote };
  const { state, message } = quote.coupon ?? {};
  if (state === "expired") return new Problem("coupon_expired", { details });
  if (state === "used_up") return new Problem("coupon_used_up", { ...(message ? { message } : {}), details });
  return new Problem(by === "coupon" ? "coupon_used_up" : "quote_changed", { details });
}

const getFreshQuote = async (app: App, { userId, request, vat }: Placement): Promise<Quote> =>
  inTransaction(app.db, async (tx) => {
    const cart = assertFound(await lockCartForOrder(tx, request.cart_id, userId));
    const address = await resolveAddress(tx, userId, { ...request, save_address: false });
    return (await priceQuote(app, tx, quoteRequest(cart, address, request, vat))).quote;
  });

/** If stock is the only problem, reports it line by line; any other problem is resolved on the cart page. */
function lineOutcome(lines: CartItem[]): Outcome {
  const short = listShort(lines);
  return short.length > 0 && short.length === lines.filter(isBlocked).length
    ? { kind: "short", short }
    : { kind: "problems" };
}

export interface Short {
  variation_id: number;
  available: number;
}

/** The blocked lines that are short of stock. */
export const listShort = (lines: CartItem[]): Short[] =>
  lines.filter(isBlocked).flatMap(({ variation_id, problems }) => {
    const stock = problems.find(({ code }) => code === "out_of_stock" || code === "insufficient_stock");
    return stock ? [{ variation_id, available: stock.available ?? 0 }] : [];
  });

export const methodSnapshot = ({ id, name, carrier, min_days, max_days }: NonNullable<PricedQuote["method"]>) => ({
  id,
  name,
  carrier,
  min_days,
  max_days,
});

/** An order doesn't fail because the customer has as many saved addresses as possible. */
const unlessFull = (error: unknown) => {
  if (!(error instanceof Problem && error.code === "too_many_addresses")) throw error;
};

/** The shipping address: one of the customer's saved addresses, or a new one, which is saved on request. */
async function resolveAddress(tx: Tx, userId: number, request: NewOrder): Promise<NewAddress> {
  if (request.address_id !== undefined)
    return PostalAddress.parse(assertFound(await findAddress(tx, userId, request.address_id)));
  const address = assertFound(request.shipping_address);
  if (request.save_address) await createAddress(tx, userId, address).catch(unlessFull);
  return address;
}
