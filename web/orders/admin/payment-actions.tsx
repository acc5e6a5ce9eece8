import type { Order } from "#contract/orders/orders.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { usePaymentAction } from "#web/orders/orders.queries.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { shopLocale } from "#words/say.ts";

const TransferForm = lazyComponent(() => import("./transfer-form.tsx").then((part) => part.TransferForm));

/** Actions that record or capture a payment. */
export const PaymentActions = ({ order }: { order: Order }) => (
  <>
    {order.actions.includes("receive_transfer") && (
      <Button
        size="small"
        onClick={() =>
          openDialog({ title: `Transfer for order ${order.number}`, content: <TransferForm order={order} /> })
        }
      >
        Transfer received
      </Button>
    )}
    {order.actions.includes("capture") && <CaptureButton order={order} />}
  </>
);

function CaptureButton({ order }: { order: Order }) {
  const action = usePaymentAction(order.id);
  const authorized = order.payments.find(({ status }) => status === "authorized")?.amount ?? order.totals.due;
  const amount = formatMoney(authorized, shopLocale());
  const capture = async () => {
    const confirmation = {
      title: `Capture the payment of order ${order.number}?`,
      says: `${amount} was promised; what of it is still owed is taken now. This can't be undone, only refunded.`,
      action: "Capture",
    };
    if (!(await confirm(confirmation))) return;
    action.mutate(
      { route: "POST /orders/:id/capture", args: { params: { id: order.id } }, key: crypto.randomUUID() },
      {
        onSuccess: () => toast({ tone: "success", title: "The payment is being taken" }),
        onError: ({ message }) => toast({ tone: "danger", title: "Nothing was taken", description: message }),
      },
    );
  };
  return (
    <Button size="small" busy={action.isPending} onClick={() => void capture()}>
      Capture
    </Button>
  );
}
