import type {
  FulfilmentStatus,
  Order,
  OrderPaymentStatus,
  OrderStatus,
  OrderSummary,
} from "#contract/orders/orders.ts";
import { isToBeSent, type PaymentProvider, type PaymentStatus, type Refund } from "#contract/payments.ts";
import { Badge, type StatusLabel, type Tone } from "#web/ui/text/badge.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { say, text } from "#words/say.ts";

const statusLabel = (words: string, tone: Tone = "neutral"): StatusLabel => ({ label: words, tone });

export const orderStatusLabels: Record<OrderStatus, StatusLabel> = {
  pending_payment: statusLabel(text("Pending payment"), "warning"),
  confirmed: statusLabel(text("Confirmed"), "accent"),
  processing: statusLabel(text("In progress"), "accent"),
  on_hold: statusLabel(text("On hold"), "warning"),
  completed: statusLabel(text("Completed"), "success"),
  cancelled: statusLabel(text("Cancelled")),
  expired: statusLabel(text("Expired")),
  closed_returned: statusLabel(text("Returned")),
};

export const paymentStatusLabels: Record<OrderPaymentStatus, StatusLabel> = {
  unpaid: statusLabel(text("Unpaid"), "warning"),
  authorized: statusLabel(text("Authorized"), "accent"),
  partially_paid: statusLabel(text("Partially paid"), "warning"),
  paid: statusLabel(text("Paid"), "success"),
  partially_refunded: statusLabel(text("Partially refunded")),
  refunded: statusLabel(text("Refunded")),
  voided: statusLabel(text("Voided")),
  disputed: statusLabel(text("Disputed"), "danger"),
};

const dueOnDelivery = statusLabel(text("Due on delivery"), "accent");

const toBeRefunded = statusLabel(text("To be refunded"), "warning");

/** The payment status of an order: cash on delivery is due then, and a refund is none before it is sent. */
export function orderPaymentLabel({
  payment_status: status,
  payment_method,
  refunds_to_send: toSend,
}: Pick<OrderSummary, "payment_status" | "payment_method" | "refunds_to_send">): StatusLabel {
  if (toSend.amount > 0 && (status === "refunded" || status === "partially_refunded")) return toBeRefunded;
  return status === "authorized" && payment_method === "cod" ? dueOnDelivery : paymentStatusLabels[status];
}

export const fulfilmentStatusLabels: Record<FulfilmentStatus, StatusLabel> = {
  unfulfilled: statusLabel(text("Not shipped")),
  partial: statusLabel(text("Partially shipped"), "accent"),
  fulfilled: statusLabel(text("Shipped"), "accent"),
  delivered: statusLabel(text("Delivered"), "success"),
  partially_returned: statusLabel(text("Partially returned")),
  returned: statusLabel(text("Returned")),
};

/** The fulfillment of an order as administrators see it, who mark orders as packed. */
export const fulfilmentLabel = ({ fulfilment_status: status, packed_at }: Pick<Order, PackedFields>): StatusLabel =>
  status === "unfulfilled" && packed_at ? statusLabel("Packed", "accent") : fulfilmentStatusLabels[status];
type PackedFields = "fulfilment_status" | "packed_at";

type Statuses = Parameters<typeof orderPaymentLabel>[0] & Parameters<typeof fulfilmentLabel>[0] & Pick<Order, "status">;

/** What is to be known of an order, each word once: "Returned" is its status as well as that of its shipment. */
export function statusLabelsOf(order: Statuses): StatusLabel[] {
  const labels = [orderStatusLabels[order.status], orderPaymentLabel(order), fulfilmentLabel(order)];
  return [...new Map(labels.map((one) => [one.label, one])).values()];
}

export const providerLabels: Record<PaymentProvider, string> = {
  demo: text("Demo card"),
  cod: text("Cash on delivery"),
  cash: text("Cash"),
  bank: text("Bank transfer"),
  stripe: text("Card or wallet"),
};

const attemptLabels: Record<PaymentStatus, StatusLabel> = {
  created: statusLabel(text("Started")),
  requires_action: statusLabel(text("Action required"), "warning"),
  processing: statusLabel(text("Processing"), "accent"),
  authorized: statusLabel(text("Authorized"), "accent"),
  captured: statusLabel(text("Paid"), "success"),
  failed: statusLabel(text("Declined"), "danger"),
  expired: statusLabel(text("Expired")),
  voided: statusLabel(text("Voided")),
  partially_refunded: statusLabel(text("Partially refunded")),
  refunded: statusLabel(text("Refunded")),
  disputed: statusLabel(text("Disputed"), "danger"),
};

const awaitingTransfer = statusLabel(text("Awaiting transfer"), "warning");

type Attempt = Pick<Order["payments"][number], "provider" | "status" | "amount" | "captured">;

/** What an order's items and refunds did to a payment. */
interface Changes {
  /** Whether staff still have to send a refund of it. */
  hasRefundToSend?: boolean;
  /** What is not charged any more, in minor units. */
  deducted?: number;
}

/** The changes of a payment by the refunds of its order. */
export function changesOf({ refunds }: Pick<Order, "refunds">, { id }: Pick<Order["payments"][number], "id">): Changes {
  const own = refunds.filter(({ payment_id }) => payment_id === id);
  const notCharged = own.filter(({ status }) => status === "cancelled");
  return {
    hasRefundToSend: own.some(isToBeSent),
    deducted: notCharged.reduce((sum, { amount }) => sum + amount.amount, 0),
  };
}

/** The status of a payment. */
export function paymentAttemptLabel(attempt: Attempt, { hasRefundToSend = false, deducted = 0 }: Changes = {}) {
  if (hasRefundToSend) return toBeRefunded;
  if (attempt.provider === "bank" && attempt.status === "requires_action") return awaitingTransfer;
  if (attempt.provider === "cod" && attempt.status === "authorized") return dueOnDelivery;
  return isPartiallyPaid(attempt, deducted) ? paymentStatusLabels.partially_paid : attemptLabels[attempt.status];
}

const isPartiallyPaid = ({ status, amount, captured }: Attempt, deducted: number) =>
  status === "captured" && captured.amount < amount.amount - deducted;

/** The amount of a payment: what arrived, with what was asked for where that is more, or what is asked for. */
export function paymentAmount(attempt: Attempt, { deducted = 0 }: Changes = {}): string {
  const { amount, captured } = attempt;
  const asked = { ...amount, amount: amount.amount - deducted };
  if (captured.amount === 0) return formatMoney(asked);
  if (!isPartiallyPaid(attempt, deducted)) return formatMoney(captured);
  return say("{at} of {all}", { at: formatMoney(captured), all: formatMoney(asked) });
}

export const refundStatusLabels: Record<Refund["status"], StatusLabel> = {
  pending: statusLabel(text("On its way"), "accent"),
  succeeded: statusLabel(text("Sent"), "success"),
  failed: statusLabel(text("Not sent"), "danger"),
  cancelled: statusLabel(text("Not charged")),
};

/** Whether a refund is of money that was taken; less is taken of a payment that is only authorized. */
export const isOfCharged = ({ payments }: Pick<Order, "payments">, { payment_id, status }: Refund): boolean =>
  status !== "cancelled" && payments.some(({ id, captured }) => id === payment_id && captured.amount > 0);

/** The status of a refund of money that was never taken. */
export const uncapturedRefundLabel = ({ status }: Refund): StatusLabel =>
  status === "pending" ? statusLabel(text("Won't be charged")) : refundStatusLabels.cancelled;

/** For administrators: refunds that no provider sends, until they are marked as sent. */
export const manualRefundLabel = statusLabel("To be sent", "warning");

/** For customers: the same. */
export const unsentRefundLabel = statusLabel(text("Not sent yet"), "warning");

type OrderStatuses = { status: OrderStatus; payment_status: OrderPaymentStatus; fulfilment_status: FulfilmentStatus };

/** The status shown to customers: the shipment's, once there is one. */
export function customerStatusLabel({ status, fulfilment_status }: OrderStatuses): StatusLabel {
  if (status === "processing" || status === "completed") {
    if (fulfilment_status === "delivered") return statusLabel(text("Delivered"), "success");
    if (fulfilment_status === "partially_returned" || fulfilment_status === "returned")
      return fulfilmentStatusLabels[fulfilment_status];
    if (fulfilment_status === "fulfilled") return statusLabel(text("On its way"), "accent");
    if (fulfilment_status === "partial") return statusLabel(text("Partially on its way"), "accent");
    if (status === "processing") return statusLabel(text("Being packed"), "accent");
  }
  return orderStatusLabels[status];
}

/** The hold reason: an administrator's text or a known code. */
export const holdReasonText = (reason: string | null) =>
  reason ? (holdReasons.get(reason) ?? reason) : "No reason given.";

const holdReasons = new Map(
  Object.entries({
    paid_no_stock:
      "Paid after the order expired, and the items are out of stock. Release the hold when they are " +
      "back in stock, or cancel the order to refund it.",
    authorization_expired:
      "The payment authorization expired. Arrange another payment with the customer and release the hold, or cancel the order.",
    gift_card_spent:
      "Paid after the order expired, and the gift card used for it has since been spent. Record the " +
      "missing payment when it arrives, release the hold without it, or cancel the order to refund it.",
    amount_mismatch: "The amount paid differs from the amount due.",
    amount_mismatch_late: "Paid after the order expired, and the amount differs from the amount due.",
  }),
);

export const StatusBadge = ({ label }: { label: StatusLabel }) => <Badge tone={label.tone}>{say(label.label)}</Badge>;

/** A status in lists of the dashboard, where only what needs attention has a color. */
export const QuietStatusBadge = ({ label: { label, tone } }: { label: StatusLabel }) => (
  <Badge tone={tone === "warning" || tone === "danger" ? tone : "neutral"}>{label}</Badge>
);
