import type { Money } from "#contract/money.ts";
import type { Order } from "#contract/orders/orders.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import type { useOrderAction } from "#web/orders/orders.queries.ts";
import { manualRefundText, refundOnCancel } from "#web/orders/refund-preview.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { closeDialog, openDialog } from "#web/ui/overlay/dialog-store.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { shopLocale } from "#words/say.ts";
import { PaymentActions } from "./payment-actions.tsx";

const CancelLinesForm = lazyComponent(() => import("./cancel-lines-form.tsx").then((part) => part.CancelLinesForm));
const EditForm = lazyComponent(() => import("./edit-order-form.tsx").then((part) => part.EditOrderForm));
const RefundForm = lazyComponent(() => import("./refund-form.tsx").then((part) => part.RefundForm));
const WordsForm = lazyComponent(() => import("#web/orders/reason-form.tsx").then((part) => part.ReasonForm));
const ShipForm = lazyComponent(() => import("./ship-form.tsx").then((part) => part.ShipForm));

type ActionMutation = ReturnType<typeof useOrderAction>;
type Props = { order: Order; mutation: ActionMutation };

/** The actions this order allows, the main one highlighted. */
export function OrderActions({ order, mutation: { mutate, mutateAsync, isPending: busy } }: Props) {
  const { id, number, actions } = order;
  const params = { id };
  const can = (action: Order["actions"][number]) => actions.includes(action);
  const done = (title: string) => ({ onSuccess: () => toast({ tone: "success", title }) });
  const cancel = async () => {
    if (!(await confirm(cancelConfirmation(order)))) return;
    mutate({ route: "POST /orders/:id/cancel", args: { params, body: {} } }, done(`Order ${number} is cancelled`));
  };
  const start = () => mutate({ route: "POST /orders/:id/start", args: { params, body: {} } }, done("Work has begun"));
  const release = () =>
    mutate({ route: "POST /orders/:id/release", args: { params, body: {} } }, done("The order is off hold"));
  const hold = (reason: string) => {
    closeDialog();
    mutate({ route: "POST /orders/:id/hold", args: { params, body: { reason } } }, done("The order is on hold"));
  };
  const ask = (title: string, content: React.ReactNode) => openDialog({ title, content });
  const reasonForm = (
    <WordsForm label="Reason" hint="Only administrators see it." action="Put on hold" maxLength={500} onDone={hold} />
  );
  return (
    <div role="group" aria-label="Moves" className="flex flex-wrap gap-2">
      {can("cancel") && (
        <Button size="small" look="ghost" disabled={busy} onClick={() => void cancel()}>
          Cancel order
        </Button>
      )}
      <FormActions order={order} busy={busy} />
      <PaymentActions order={order} />
      {can("hold") && (
        <Button size="small" disabled={busy} onClick={() => ask("Put the order on hold", reasonForm)}>
          Hold
        </Button>
      )}
      {can("release") && (
        <Button size="small" look="primary" busy={busy} onClick={release}>
          Take off hold
        </Button>
      )}
      {can("start") && (
        <Button size="small" busy={busy} onClick={start}>
          Start work
        </Button>
      )}
      {can("fulfil") && (
        <Button
          size="small"
          look="primary"
          disabled={busy}
          onClick={() => ask(`Ship order ${number}`, <ShipForm order={order} run={mutateAsync} />)}
        >
          Ship
        </Button>
      )}
    </div>
  );
}

/** Actions with a form: cancel items, edit, refund. */
function FormActions({ order, busy }: { order: Order; busy: boolean }) {
  const { number, actions } = order;
  const moves = [
    { action: "cancel_lines", says: "Cancel items", title: `Cancel items of order ${number}`, Form: CancelLinesForm },
    { action: "edit", says: "Edit", title: `Edit order ${number}`, Form: EditForm },
    { action: "refund", says: "Refund", title: `Refund order ${number}`, Form: RefundForm },
  ] as const;
  return moves
    .filter(({ action }) => actions.includes(action))
    .map(({ action, says, title, Form }) => (
      <Button
        key={action}
        size="small"
        look={action === "cancel_lines" ? "ghost" : "secondary"}
        disabled={busy}
        onClick={() => openDialog({ title, content: <Form order={order} /> })}
      >
        {says}
      </Button>
    ));
}

/** The confirmation with its effects. */
function cancelConfirmation(order: Order) {
  return {
    title: `Cancel order ${order.number}?`,
    says: [
      refundText(order),
      manualRefundText(order),
      "Its stock becomes available again, and the customer is told. This can't be undone.",
    ]
      .filter(Boolean)
      .join(" "),
    action: "Cancel order",
    danger: true,
  };
}

function refundText(order: Order) {
  const money = (amount: Money) => formatMoney(amount, shopLocale());
  switch (refundOnCancel(order)) {
    case "unpaid":
      return order.refundable.amount > 0
        ? `Nothing was charged. ${money(order.refundable)} is back on its gift cards, and the items go back into the customer's cart.`
        : "Nothing was paid, so nothing is returned; the items go back into the customer's cart.";
    case "disputed":
      return "What is disputed of its payment goes back only by the bank; what else was paid is returned to the customer.";
    case "back":
      return order.payment_status === "authorized"
        ? `${money(order.refundable)} is returned to the customer, and what is only promised is let go.`
        : `${money(order.refundable)} is returned to the customer.`;
    case "let_go":
      return `The promise to pay ${money(order.totals.due)} is let go; nothing is charged.`;
    case "nothing":
      return "Nothing of what was paid is left to return.";
  }
}
