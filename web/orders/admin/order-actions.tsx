import type { ReactNode } from "react";
import { isDueOnDelivery } from "#contract/orders/order-summary.ts";
import type { Order } from "#contract/orders/orders.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { type useOrderAction, usePaymentAction } from "#web/orders/orders.queries.ts";
import { amountToCapture } from "#web/orders/refund-preview.ts";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { cancelText } from "./cancel-text.ts";
import { PrintMenu } from "./print-menu.tsx";

const CancelLinesForm = lazyComponent(() => import("./cancel-lines-form.tsx").then((part) => part.CancelLinesForm));
const EditForm = lazyComponent(() => import("./edit-order-form.tsx").then((part) => part.EditOrderForm));
const RefundForm = lazyComponent(() => import("./refund-form.tsx").then((part) => part.RefundForm));
const ReasonForm = lazyComponent(() => import("#web/ui/forms/reason-form.tsx").then((part) => part.ReasonForm));
const ShipForm = lazyComponent(() => import("./ship-form.tsx").then((part) => part.ShipForm));
const TransferForm = lazyComponent(() => import("./transfer-form.tsx").then((part) => part.TransferForm));

type ActionMutation = ReturnType<typeof useOrderAction>;
type Props = { order: Order; mutation: ActionMutation };

/** The actions this order allows: Refund and the next step as buttons, the rest in a menu. */
export function OrderActions({ order, mutation }: Props) {
  const { mutateAsync, isPending: busy } = mutation;
  const can = (action: Order["actions"][number]) => order.actions.includes(action);
  const more = useMoreActions(order, mutation);
  const { release } = useMoves(order, mutation);
  return (
    <div role="group" aria-label="Actions" className="flex flex-wrap gap-2">
      {order.status !== "expired" && <PrintMenu ids={[order.id]} />}
      <ActionMenu label="More" disabled={busy} actions={more.filter(({ action }) => can(action))} />
      {can("refund") && (
        <Button
          writes
          size="small"
          disabled={busy}
          onClick={() => ask(`Refund order ${order.number}`, <RefundForm order={order} />)}
        >
          Refund
        </Button>
      )}
      {can("receive_transfer") && <TransferButton order={order} busy={busy} />}
      {can("release") && (
        <Button size="small" look="primary" busy={busy} onClick={release}>
          Release hold
        </Button>
      )}
      {can("fulfil") && (
        <Button
          writes
          size="small"
          look="primary"
          disabled={busy}
          onClick={() => ask(`Ship order ${order.number}`, <ShipForm order={order} run={mutateAsync} />)}
        >
          Ship
        </Button>
      )}
    </div>
  );
}

/** The actions of the menu. */
function useMoreActions(order: Order, mutation: ActionMutation) {
  const moves = useMoves(order, mutation);
  const capture = useCapture(order);
  return [
    { action: "start", label: "Mark in progress", onSelect: moves.start },
    { action: "pack", label: "Mark as packed", onSelect: moves.pack },
    {
      action: "edit",
      label: "Edit address",
      onSelect: () => ask(`Edit address of order ${order.number}`, <EditForm order={order} />),
    },
    {
      action: "capture",
      label: isDueOnDelivery(order) ? "Record cash payment" : "Capture payment",
      onSelect: () => void capture(),
    },
    {
      action: "receive_another_transfer",
      label: "Record another transfer",
      onSelect: () => ask(`Record another transfer for order ${order.number}`, <TransferForm order={order} another />),
    },
    { action: "resend_confirmation", label: "Send confirmation again", onSelect: moves.resend },
    { action: "hold", label: "Put on hold", onSelect: moves.hold },
    {
      action: "cancel_lines",
      label: "Cancel items",
      onSelect: () => ask(`Cancel items of order ${order.number}`, <CancelLinesForm order={order} />),
    },
    { action: "cancel", label: "Cancel order", onSelect: () => void moves.cancel(), danger: true },
  ] as const;
}

const TransferButton = ({ order, busy }: { order: Order; busy: boolean }) => (
  <Button
    size="small"
    look={order.actions.includes("fulfil") ? "secondary" : "primary"}
    disabled={busy}
    onClick={() => ask(`Record transfer for order ${order.number}`, <TransferForm order={order} />)}
  >
    Record transfer
  </Button>
);

const ask = (title: string, content: ReactNode) => openDialog({ title, content });

/** The actions without a form of fields. */
function useMoves(order: Order, { mutate, mutateAsync }: ActionMutation) {
  const params = { id: order.id };
  const { version } = order;
  const done = (title: string) => ({ onSuccess: (reply: unknown) => toastDone(reply, title) });
  const hold = (reason: string) =>
    mutateAsync(
      { route: "POST /orders/:id/hold", args: { params, body: { version, reason } } },
      done("Order put on hold"),
    );
  return {
    start: () =>
      mutate(
        { route: "POST /orders/:id/start", args: { params, body: { version } } },
        done("Order marked in progress"),
      ),
    pack: () =>
      mutate({ route: "POST /orders/:id/pack", args: { params, body: { version } } }, done("Order marked as packed")),
    resend: () => mutate({ route: "POST /orders/:id/confirmation", args: { params } }, done(resentTitle(order))),
    release: () =>
      mutate({ route: "POST /orders/:id/release", args: { params, body: { version } } }, done("Hold released")),
    hold: () =>
      ask(
        `Put order ${order.number} on hold`,
        <ReasonForm label="Reason" hint="Only staff see this." action="Put on hold" maxLength={500} onDone={hold} />,
      ),
    cancel: async () => {
      if (!(await confirm(cancelConfirmation(order)))) return;
      const cancelled = done(`Order ${order.number} cancelled`);
      mutate({ route: "POST /orders/:id/cancel", args: { params, body: { version } } }, cancelled);
    },
  };
}

/** An address that isn't confirmed may have had all the emails that it gets. */
const resentTitle = ({ customer }: Order) =>
  customer.email ? "Confirmation sent again" : "Confirmation queued. An unconfirmed address gets a few emails only.";

const cancelConfirmation = (order: Order) => ({
  title: `Cancel order ${order.number}?`,
  says: cancelText(order),
  action: "Cancel order",
  dismiss: "Keep order",
  danger: true,
});

/** Captures the authorized payment of an order, or records its cash, after a confirmation. */
function useCapture(order: Order) {
  const action = usePaymentAction(order.id);
  const amount = formatMoney(amountToCapture(order) ?? order.totals.due);
  const isCash = isDueOnDelivery(order);
  const capture = {
    title: `Capture the payment of order ${order.number}?`,
    says: `${amount} is charged now. A captured payment can only be refunded.`,
    action: "Capture payment",
  };
  const cash = {
    title: `Was order ${order.number} paid in cash?`,
    says: `The order is marked as paid: ${amount} in cash.`,
    action: "Record cash payment",
  };
  return async () => {
    if (!(await confirm(isCash ? cash : capture))) return;
    action.mutate(
      { route: "POST /orders/:id/capture", args: { params: { id: order.id }, body: { version: order.version } } },
      {
        onSuccess: (reply) => toastDone(reply, isCash ? "Cash payment recorded" : "Payment capture requested"),
        onError: toastProblem(isCash ? "Couldn't record the payment" : "Couldn't capture the payment"),
      },
    );
  };
}
