import type { ReactNode } from "react";
import type { Order } from "#contract/orders/orders.ts";
import type { Return } from "#contract/orders/returns.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { useReturnAction, useReturns } from "#web/orders/orders.queries.ts";
import { StatusBadge } from "#web/orders/status-badge.tsx";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { closeDialog, openDialog } from "#web/ui/overlay/dialog-store.ts";
import { formatDay } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { formatShopNumber, say, shopLocale } from "#words/say.ts";
import { returnReasonLabels, returnStatusLabels } from "./return-labels.ts";

const ReceiveForm = lazyComponent(() => import("./receive-return-form.tsx").then((part) => part.ReceiveReturnForm));
const WordsForm = lazyComponent(() => import("#web/orders/reason-form.tsx").then((part) => part.ReasonForm));

type Props = { order: Order; actions?: (one: Return) => ReactNode };

/** The returns of an order; `actions` renders the actions of each. */
export function Returns({ order, actions }: Props) {
  const { data = [] } = useReturns(order);
  if (data.length === 0) return null;
  return (
    <CardSection title={say("Returns")}>
      <ul aria-label={say("Returns")} className="grid gap-5">
        {data.map((one) => (
          <li key={one.id} className="grid gap-2 text-sm">
            <ReturnFacts one={one} />
            {actions?.(one)}
          </li>
        ))}
      </ul>
    </CardSection>
  );
}

function ReturnFacts({ one }: { one: Return }) {
  const locale = shopLocale();
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {say("Return {number}", { number: one.number })} <StatusBadge label={returnStatusLabels[one.status]} />
      </p>
      <p className="text-muted">{say("Asked for on {date}", { date: formatDay(one.requested_at, locale) })}</p>
      {one.items.map((item) => (
        <p key={item.order_item_id}>
          <bdi>{`${formatShopNumber(item.quantity)} × ${item.name}`}</bdi>{" "}
          <span className="text-muted">· {say(returnReasonLabels[item.reason_code])}</span>
        </p>
      ))}
      {one.note && <p className="whitespace-pre-line text-muted">“{one.note}”</p>}
      {one.answer && <p className="whitespace-pre-line">{say("Our answer: {answer}", { answer: one.answer })}</p>}
      {one.refund && one.refund.amount > 0 && (
        <p>{say("{amount} refunded", { amount: formatMoney(one.refund, locale) })}</p>
      )}
    </div>
  );
}

/** The actions a return allows. */
export function ReturnActions({ order, one }: { order: Order; one: Return }) {
  const action = useReturnAction(order.id);
  const params = { id: one.id };
  const done = (title: string) => ({
    onSuccess: () => toast({ tone: "success", title }),
    onError: ({ message }: { message: string }) => toast({ tone: "danger", title: message }),
  });
  const approve = () =>
    action.mutate(
      { route: "POST /returns/:id/approve", args: { params, body: {} } },
      done(say("The customer is told to send it")),
    );
  const { reject, close } = endActions(one, (route, answer) =>
    action.mutate({ route, args: { params, body: { answer } } }, done(say("The customer is told"))),
  );
  const openReceiveForm = () =>
    openDialog({
      title: say("Return {number} has arrived", { number: one.number }),
      content: <ReceiveForm order={order} request={one} />,
    });
  if (one.status === "requested")
    return (
      <div className="flex flex-wrap gap-2">
        <Button size="small" look="primary" busy={action.isPending} onClick={approve}>
          {say("Approve return {number}", { number: one.number })}
        </Button>
        <Button size="small" look="ghost" disabled={action.isPending} onClick={reject}>
          {say("Reject")}
        </Button>
      </div>
    );
  if (one.status !== "approved") return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" look="primary" disabled={action.isPending} onClick={openReceiveForm}>
        {say("Unpack return {number}", { number: one.number })}
      </Button>
      <Button size="small" look="ghost" disabled={action.isPending} onClick={close}>
        {say("Close return {number}", { number: one.number })}
      </Button>
    </div>
  );
}

type EndRoute = "POST /returns/:id/reject" | "POST /returns/:id/close";

/** Rejects or closes a return after asking for a reason, which the customer reads. */
function endActions(one: Return, end: (route: EndRoute, answer: string) => void) {
  const askWhy = (title: string, action: string, route: EndRoute) =>
    openDialog({
      title,
      content: (
        <WordsForm
          label={say("Why")}
          hint={say("The customer reads this.")}
          action={action}
          maxLength={1000}
          onDone={(answer) => {
            closeDialog();
            end(route, answer);
          }}
        />
      ),
    });
  return {
    reject: () =>
      askWhy(say("Reject return {number}", { number: one.number }), say("Reject"), "POST /returns/:id/reject"),
    close: () =>
      askWhy(say("Close return {number}", { number: one.number }), say("Close the return"), "POST /returns/:id/close"),
  };
}
