import type { ReactNode } from "react";
import { formatIban } from "#contract/formats/iban.ts";
import type { Order } from "#contract/orders/orders.ts";
import { isToBeSent } from "#contract/payments.ts";
import { paths } from "#web/paths.ts";
import { EmptyState } from "#web/ui/feedback/loaded.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { formatDay, formatMoment } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { say } from "#words/say.ts";
import {
  changesOf,
  isOfCharged,
  manualRefundLabel,
  paymentAmount,
  paymentAttemptLabel,
  providerLabels,
  refundStatusLabels,
  StatusBadge,
  uncapturedRefundLabel,
  unsentRefundLabel,
} from "./order-labels.tsx";

/** The payments, newest first. */
export function Payments({ order }: { order: Order }) {
  const { due, gift_cards } = order.totals;
  const isPaidByCards = due.amount === 0 && gift_cards.amount > 0;
  if (order.payments.length === 0)
    return (
      <p className="text-sm text-muted">{isPaidByCards ? say("Paid with gift cards.") : say("No payment yet.")}</p>
    );
  return (
    <ul aria-label={say("Payments")} className="grid gap-3">
      {[...order.payments]
        .sort((one, other) => other.created_at.localeCompare(one.created_at))
        .map((payment) => (
          <li key={payment.id} className="grid gap-0.5 text-sm">
            <span className="flex justify-between gap-3">
              {say(providerLabels[payment.provider])}
              <span className="tabular-nums">{paymentAmount(payment, changesOf(order, payment))}</span>
            </span>
            <span className="flex items-center justify-between gap-3">
              <span className="text-muted">{formatMoment(payment.created_at)}</span>
              <StatusBadge label={paymentAttemptLabel(payment, changesOf(order, payment))} />
            </span>
            <Transfers payment={payment} />
          </li>
        ))}
    </ul>
  );
}

/** The bank transfers a payment was received by, with what the bank statement says, for administrators. */
const Transfers = ({ payment: { transfers } }: { payment: Order["payments"][number] }) =>
  transfers.length > 0 && (
    <ul aria-label={say("Transfer")} className="mt-1 grid gap-1 border-s border-hairline ps-3 text-muted">
      {transfers.map(({ amount, value_date, reference, recorded_at }) => (
        <li key={recorded_at} className="flex flex-wrap justify-between gap-x-3">
          <span>
            {value_date ? `Value date ${formatDay(`${value_date}T12:00:00Z`)}` : `Recorded ${formatDay(recorded_at)}`}
            {reference && (
              <>
                {" · "}
                <bdi>{reference}</bdi>
              </>
            )}
          </span>
          <span className="tabular-nums">{formatMoney(amount)}</span>
        </li>
      ))}
    </ul>
  );

type Refund = Order["refunds"][number];
function refundLabel(refund: Refund, isAdmin: boolean, isCharged: boolean) {
  if (!isCharged) return uncapturedRefundLabel(refund);
  if (!isToBeSent(refund)) return refundStatusLabels[refund.status];
  return isAdmin ? manualRefundLabel : unsentRefundLabel;
}

/** The refunds, newest first. For administrators (`isAdmin`) refunds to be sent manually are marked. */
export function Refunds({
  order,
  isAdmin = false,
  action,
}: {
  order: Order;
  isAdmin?: boolean;
  /** For a refund that is to be sent. */
  action?: (refund: Refund) => ReactNode;
}) {
  if (order.refunds.length === 0) return null;
  return (
    <ul aria-label={say("Refunds")} className="mt-4 grid gap-3 border-t border-hairline pt-4">
      {[...order.refunds].reverse().map((refund) => (
        <li key={refund.id} className="grid gap-0.5 text-sm">
          <span className="flex justify-between gap-3">
            {isOfCharged(order, refund) ? say("Refund") : say("Deduction")}
            <span className="tabular-nums">{formatMoney(refund.amount)}</span>
          </span>
          <span className="flex items-center justify-between gap-3">
            <span className="text-muted">{formatMoment(refund.created_at)}</span>
            <StatusBadge label={refundLabel(refund, isAdmin, isOfCharged(order, refund))} />
          </span>
          {isToBeSent(refund) && order.refund_iban !== null && (
            <span>{say("Refund to {iban}", { iban: formatIban(order.refund_iban) })}</span>
          )}
          {isToBeSent(refund) && action?.(refund)}
        </li>
      ))}
    </ul>
  );
}

/** The timeline, newest first. */
export const Timeline = ({ order, isAdmin = false }: { order: Order; isAdmin?: boolean }) => (
  <ol aria-label={isAdmin ? "Timeline" : say("Timeline")} className="grid">
    {[...order.timeline].reverse().map((event, index) => (
      // Events are only ever added in front.
      <li
        key={order.timeline.length - index}
        className="relative grid gap-0.5 border-s border-hairline pb-5 ps-5 text-sm last:pb-0"
      >
        <span
          aria-hidden="true"
          className={`absolute -inset-s-1 top-1.5 size-2 rounded-full ${index === 0 ? "bg-accent" : "bg-control"}`}
        />
        <span>{event.text}</span>
        <time dateTime={event.at} className="text-muted">
          {[formatMoment(event.at), event.by].filter(Boolean).join(" · ")}
        </time>
      </li>
    ))}
  </ol>
);

export const OrderNotFound = () => (
  <EmptyState
    level={1}
    title={say("Order not found")}
    action={<ButtonLink to={paths.orders()} look="primary" label={say("My orders")} />}
  >
    {say("It may belong to another account, or the link may be incomplete.")}
  </EmptyState>
);
