import type { ReactNode } from "react";
import { formatIban } from "#contract/formats/iban.ts";
import type { Order } from "#contract/orders/orders.ts";
import type { Return } from "#contract/orders/returns.ts";
import { StatusBadge } from "#web/orders/order-labels.tsx";
import { useReturns } from "#web/orders/orders.queries.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { Badge } from "#web/ui/text/badge.tsx";
import { formatDay, formatFullDay } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { formatShopNumber, say } from "#words/say.ts";
import { adminReturnReasonLabels, returnReasonLabels, returnStatusLabel } from "./return-labels.ts";

type Props = { order: Order; isAdmin?: boolean; actions?: (one: Return) => ReactNode };

/** The returns of an order; `actions` renders the actions of each, `isAdmin` the words for administrators. */
export function Returns({ order, isAdmin = false, actions }: Props) {
  const { data = [] } = useReturns(order);
  if (data.length === 0) return null;
  return (
    <CardSection title={say("Returns")}>
      <ul aria-label={say("Returns")} className="grid gap-5">
        {data.map((one) => (
          <li key={one.id} className="grid gap-2 text-sm">
            <ReturnFacts one={one} isAdmin={isAdmin} />
            {actions?.(one)}
          </li>
        ))}
      </ul>
    </CardSection>
  );
}

/** Status, items and texts of a return. */
export function ReturnFacts({ one, isAdmin }: { one: Return; isAdmin: boolean }) {
  const reasons = isAdmin ? adminReturnReasonLabels : returnReasonLabels;
  const requested = formatDay(one.requested_at);
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {say("Return {number}", { number: one.number })} <StatusBadge label={returnStatusLabel(one, isAdmin)} />
        {one.is_withdrawal && <Badge>{say("Withdrawal")}</Badge>}
      </p>
      <p className="text-muted">
        {isAdmin ? `Requested on ${requested}` : say("Requested on {date}", { date: requested })}
      </p>
      {one.items.map((item) => (
        <p key={item.order_item_id}>
          <bdi>{`${formatShopNumber(item.quantity)} × ${item.name}`}</bdi>{" "}
          <span className="text-muted">· {say(reasons[item.reason_code])}</span>
        </p>
      ))}
      {one.note && <p className="whitespace-pre-line text-muted">“{one.note}”</p>}
      {one.answer && (
        <p className="whitespace-pre-line">
          {isAdmin
            ? `Message to the customer: ${one.answer}`
            : say("Message from the shop: {answer}", { answer: one.answer })}
        </p>
      )}
      {!isAdmin && one.status === "approved" && <ReturnInstructions one={one} />}
      {one.refund_iban && isAwaited(one) && <p>{say("Refund to {iban}", { iban: formatIban(one.refund_iban) })}</p>}
      <RefundOfReturn one={one} />
    </div>
  );
}

/** Whether its refund is still to be decided: after that the order shows the account that counts. */
const isAwaited = ({ status }: Return) => status === "requested" || status === "approved";

/** What was refunded, and what is still to be sent. */
function RefundOfReturn({ one: { refund, refund_unsent: unsent } }: { one: Return }) {
  if (!refund) return null;
  const sent = refund.amount - unsent.amount;
  return (
    <>
      {sent > 0 && <p>{say("{amount} refunded", { amount: formatMoney({ ...refund, amount: sent }) })}</p>}
      {unsent.amount > 0 && <p>{say("{amount} to be refunded", { amount: formatMoney(unsent) })}</p>}
    </>
  );
}

/** Until when and where the customer sends the items of an approved return. */
const ReturnInstructions = ({ one: { send_by: until, return_address: address } }: { one: Return }) => (
  <div className="mt-1 rounded bg-sunken px-3 py-2">
    <p className="font-medium">
      {until
        ? say("Send the items back by {date}.", { date: formatFullDay(until) })
        : say("Please send the items back.")}
    </p>
    {address ? (
      <>
        <p className="text-muted">{say("Return address")}</p>
        <address className="whitespace-pre-line not-italic">{address}</address>
      </>
    ) : (
      <p>{say("Ask us where to send them.")}</p>
    )}
  </div>
);
