import { pricePerMeasure } from "#contract/catalogue/measures.ts";
import type { Money } from "#contract/money.ts";
import type { FulfilmentAction, Order } from "#contract/orders/orders.ts";
import { isToBeSent, needsAccount, type Refund } from "#contract/payments.ts";
import { shipmentActions } from "#server/orders/fulfilment/shipment-cancellation.ts";
import { amountDue, amountToPay, refundableAmount } from "#server/orders/ledger/balance.ts";
import type { Balance } from "#server/orders/ledger/ledger.sql.ts";
import { returnableOf, returnUntil } from "#server/orders/returns/returnable.ts";
import { actionsOf } from "#server/orders/status/order-status.ts";
import { timelineText } from "#server/orders/timeline/timeline-texts.ts";
import { type PaymentRow, refundableOf, type TransferRow } from "#server/payments/payments.ts";
import type { LineRow } from "./line-row.ts";
import type { SummaryRow } from "./order-list.sql.ts";
import type { FulfilmentRow, OrderRow } from "./orders.sql.ts";

/** The payments and refunds of an order. */
export interface OrderPayments {
  payments: PaymentRow[];
  /** Of its payments, oldest first; none for customers. */
  transfers: TransferRow[];
  refunds: Refund[];
  /** Still to be paid, in minor units. */
  outstanding: number;
}

/** An order as a customer or an administrator sees it, with their possible actions. */
export function presentOrder(
  order: OrderRow,
  { payments, transfers, refunds, outstanding }: OrderPayments,
  who: "customer" | "admin",
  now: Date,
): Order {
  const returnable = order.lines.map((line) => returnableOf(order, line, now));
  const money = (amount: number) => ({ amount, currency: order.currency });
  return {
    ...summaryOf(
      { ...order, thumbnails: order.lines.slice(0, 4).map((line) => line.thumbnail) },
      amountToSend(refunds),
    ),
    items: order.lines.map((line, index) => presentLine(line, money, returnable[index])),
    totals: {
      subtotal: money(order.subtotal_amount),
      discount: money(order.discount_amount),
      shipping: money(order.shipping_amount),
      tax: money(order.tax_amount),
      total: money(order.total_amount),
      gift_cards: money(order.gift_card_amount),
      due: money(amountDue(order)),
    },
    billing_address: order.billing_address ?? order.shipping_address,
    payments: payments.map((payment) => presentPayment(payment, { transfers, refunds }, money)),
    paid: money(order.paid_amount),
    refunded: money(order.refunded_amount),
    credited: money(order.credited_amount + order.adjusted_amount),
    gift_cards_refunded: money(order.gift_card_refunded_amount),
    refundable: money(Math.max(0, refundableAmount(order))),
    outstanding: money(outstanding),
    refunds,
    fulfilments: order.fulfilments.map((shipment) =>
      presentFulfilment(shipment, who === "admin" ? shipmentActions(order, shipment, payments) : []),
    ),
    timeline: timelineFor(order, who),
    actions: [
      ...actionsOf(stateOf(order, { payments, outstanding, returnable }), who, now),
      ...(who === "customer" && refunds.some(needsAccount) ? (["refund_account"] as const) : []),
    ],
    return_until: returnUntil(order)?.toISOString() ?? null,
    hold_reason: who === "admin" ? (order.hold_reason ?? order.hold_note) : null,
  };
}

/** What the possible actions depend on. */
const stateOf = (
  order: OrderRow,
  {
    payments,
    outstanding,
    returnable,
  }: Pick<OrderPayments, "payments" | "outstanding"> & { returnable: { inTime: number }[] },
) => ({
  ...order,
  refundable: refundableAmount(order),
  ...transferOf(payments),
  outstanding,
  authorized: payments.some(
    (payment) => payment.status === "authorized" && payment.requested_action === null && payment.cancelled_at === null,
  ),
  returnable: returnable.reduce((sum, { inTime }) => sum + inTime, 0),
});

function presentPayment(
  { amount, captured_amount: captured, ...payment }: PaymentRow,
  { transfers, refunds }: Pick<OrderPayments, "transfers" | "refunds">,
  money: (amount: number) => Money,
) {
  const pending = refunds.filter(({ payment_id, status }) => payment_id === payment.id && status === "pending");
  const leaving = pending.reduce((sum, { amount: { amount: part } }) => sum + part, 0);
  const own = transfers.filter(({ payment_id }) => payment_id === payment.id);
  return {
    ...payment,
    amount: money(amount),
    captured: money(captured),
    refundable: money(Math.max(0, refundableOf({ ...payment, amount, captured_amount: captured }, leaving))),
    transfers: own.map((transfer) => ({ ...transfer, amount: money(transfer.amount) })),
  };
}

/** Whether a bank transfer is awaited, and whether part of it was received. */
function transferOf(payments: PaymentRow[]) {
  const transfer = payments.findLast(({ provider }) => provider === "bank");
  const received = transfer?.captured_amount ?? 0;
  return { transfer_awaited: transfer !== undefined && received < transfer.amount, transfer_begun: received > 0 };
}

const amountToSend = (refunds: Refund[]) =>
  refunds.filter(isToBeSent).reduce((sum, { amount: { amount } }) => sum + amount, 0);

/** An order as lists show it; `toSend` is what staff still have to send of its refunds, in minor units. */
export const summaryOf = <Row extends SummaryRow & Balance>(order: Row, toSend: number) => ({
  ...order,
  due: { amount: amountToPay(order), currency: order.currency },
  refunds_to_send: { amount: toSend, currency: order.currency },
  total: { amount: order.total_amount, currency: order.currency },
  customer: {
    id: order.user_id,
    fullname: order.fullname,
    email: order.email,
    unconfirmed_email: order.requested_email,
  },
});

const timelineFor = (order: OrderRow, who: "customer" | "admin") =>
  order.events
    .filter((event) => event.is_public || who === "admin")
    .map((event) => ({
      type: event.type,
      at: instant(event.at),
      text: timelineText(event, order, who),
      by: who === "admin" ? event.by : null,
    }));

const presentLine = (
  line: LineRow,
  money: (amount: number) => { amount: number; currency: string },
  returnable: ReturnType<typeof returnableOf> | undefined,
) => ({
  ...line,
  returnable_qty: returnable?.inTime ?? 0,
  returnable_until: returnable?.until?.toISOString() ?? null,
  unit_price: money(line.unit_price_amount),
  price_per_measure: pricePerMeasure(money(line.unit_price_amount), line.measure),
  discount: money(line.discount_amount),
  tax: money(line.tax_amount),
  total: money(line.total_amount),
  credited: money(line.credited_amount),
});

const presentFulfilment = (shipment: FulfilmentRow, actions: FulfilmentAction[]) => ({
  ...shipment,
  shipped_at: instant(shipment.shipped_at),
  delivered_at: shipment.delivered_at === null ? null : instant(shipment.delivered_at),
  cancelled_at: shipment.cancelled_at === null ? null : instant(shipment.cancelled_at),
  items: shipment.items ?? [],
  actions,
});

/** Converts times in JSON from PostgreSQL. */
const instant = (text: string) => new Date(text).toISOString();
