import { v7 as uuid } from "uuid";
import type { Order } from "#contract/orders/orders.ts";
import { requestContactEmail } from "#server/accounts/accounts.ts";
import { noBalance } from "#server/orders/ledger/ledger.sql.ts";
import { presentOrder } from "#server/orders/order-view.ts";
import type { OrderRow } from "#server/orders/orders.sql.ts";
import { setPaymentMethod } from "#server/orders/status/transitions.sql.ts";
import { orderEvent, publishOrder } from "#server/orders/status/transitions.ts";
import { beginPayment, receiveCash } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import { inOrder, type Tx } from "#server/platform/database/database.ts";
import { type LinesToReserve, type LineToReserve, reserveStock } from "#server/stock/stock.ts";
import { type InitialState, insertOrder, linesToReserve, type OrderDraft, type PlacedRow } from "./placement.sql.ts";

export type Placed =
  | { kind: "placed"; order: Order }
  | { kind: "short"; short: { variation_id: number; available: number }[] };

/** Places an order and reserves its stock; if that is short the caller must roll back. Confirmed if nothing is due. */
export async function placeOrder(app: App, tx: Tx, draft: OrderDraft): Promise<Placed> {
  const initial = initialState(draft, app.now());
  const isTracked = draft.lines.some((line) => line.tracks_stock);
  const hasBackorders = draft.lines.some((line) => line.on_backorder);
  const insert = () => insertOrder(tx, draft, initial);
  const holder = { id: (draft.isHolding && draft.cartId) || undefined };
  const reserve = (wanted: LinesToReserve) => reserveStock(app, tx, initial.id, wanted, holder);
  // Backorders are recorded by line, so they need the ids of the lines.
  const [placed, stock] = hasBackorders
    ? await insert().then(async (row) => [row, await reserve(toReserve(draft, row))] as const)
    : await inOrder(tx, insert, () => reserve(isTracked ? linesToReserve(initial.id) : []));
  if (stock.kind === "short") return stock;
  const order = rowOf(draft, initial, placed);
  await publishOrder(tx, order);
  if (order.requested_email) await requestContactEmail(app, tx, { userId: draft.userId, email: order.requested_email });
  await app.events.emit(tx, "order.placed", orderEvent(order));
  if (initial.status === "confirmed") await app.events.emit(tx, "order.confirmed", orderEvent(order));
  return {
    kind: "placed",
    order: presentOrder(order, { payments: [], transfers: [], refunds: [], outstanding: 0 }, "customer", app.now()),
  };
}

const toReserve = ({ lines }: OrderDraft, { line_ids: ids }: PlacedRow): LineToReserve[] =>
  lines.flatMap(({ tracks_stock, variation_id, quantity, on_backorder }, at) => {
    const id = ids[at];
    return tracks_stock && id !== undefined ? [{ order_line_id: id, variation_id, quantity, on_backorder }] : [];
  });

function initialState(draft: OrderDraft, at: Date): InitialState {
  const isFree = draft.totals.total === draft.totals.gift_cards;
  return {
    id: uuid(),
    at,
    status: isFree ? "confirmed" : "pending_payment",
    expiresAt: isFree ? null : new Date(at.getTime() + draft.holdMinutes * 60_000),
    isFree,
  };
}

const notHeld = { hold_reason: null, hold_note: null, held_from: null };

/** The order as inserted, without another query. */
function rowOf(
  draft: OrderDraft,
  { id, status, at, expiresAt, isFree }: InitialState,
  { number, email, requested_email, language, line_ids: lineIds }: PlacedRow,
): OrderRow {
  const { totals } = draft;
  return {
    id,
    number,
    user_id: draft.userId,
    email,
    requested_email,
    language,
    fullname: draft.shippingAddress.fullname,
    status,
    payment_status: totals.total === totals.gift_cards ? "paid" : "unpaid",
    payment_method: null,
    fulfilment_status: "unfulfilled",
    ...notHeld,
    refund_iban: null,
    currency: draft.currency,
    subtotal_amount: totals.subtotal,
    discount_amount: totals.discount,
    shipping_amount: totals.shipping,
    tax_amount: totals.tax,
    total_amount: totals.total,
    ...noBalance,
    gift_card_amount: totals.gift_cards,
    coupon_code: draft.couponCode,
    reasons: draft.reasons,
    shipping_taxes: draft.shippingTaxes,
    tax_parts: draft.taxParts,
    prices_include_tax: draft.pricesIncludeTax,
    tax_free_export: draft.isTaxFreeExport,
    reverse_charge: draft.reverseCharge,
    quantity: draft.lines.reduce((sum, line) => sum + line.quantity, 0),
    from_cart: draft.cartId !== null,
    shipping_address: draft.shippingAddress,
    billing_address: draft.billingAddress,
    shipping_method: draft.shippingMethod,
    customer_note: draft.note,
    placed_at: at.toISOString(),
    confirmed_at: status === "confirmed" ? at.toISOString() : null,
    packed_at: null,
    expires_at: expiresAt?.toISOString() ?? null,
    version: 1,
    lines: draft.lines.map((line, index) => ({
      ...line,
      id: lineIds[index] ?? 0,
      fulfilled_qty: 0,
      cancelled_qty: 0,
      returned_qty: 0,
      credited_amount: 0,
      credited_tax: 0,
    })),
    fulfilments: [],
    events: [placedEvent(at, isFree)],
    pending_returns: {},
  };
}

const placedEvent = (at: Date, isFree: boolean) => ({
  type: "placed",
  data: { is_free: isFree },
  text: null,
  at: at.toISOString(),
  is_public: true,
  by: null,
});

/** The payment agreed with the customer of a new order: cash is recorded as received, a bank transfer is awaited. */
export async function startAgreedPayment(
  app: App,
  tx: Tx,
  { id: orderId, number: orderNumber, total: { currency } }: Order,
  { payment, due }: { payment: "bank_transfer" | "cash"; due: number },
) {
  const provider = payment === "cash" ? "cash" : "bank";
  await setPaymentMethod(tx, orderId, provider);
  const order = { orderId, orderNumber, currency };
  if (provider === "cash") await receiveCash(app, tx, { ...order, outstanding: due });
  else await beginPayment(app, tx, { ...order, amount: due, provider, earlier: [] });
}
