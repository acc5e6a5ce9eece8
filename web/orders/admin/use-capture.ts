import type { Order } from "#contract/orders/orders.ts";
import { usePaymentAction } from "#web/orders/orders.queries.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { shopLocale } from "#words/say.ts";

/** Captures the authorised payment of an order after a confirmation. */
export function useCapture(order: Order) {
  const action = usePaymentAction(order.id);
  const authorized = order.payments.find(({ status }) => status === "authorized")?.amount ?? order.totals.due;
  const confirmation = {
    title: `Capture the payment of order ${order.number}?`,
    says: `${formatMoney(authorized, shopLocale())} is authorised. The amount still due is charged now. A captured payment can only be refunded.`,
    action: "Capture payment",
  };
  return async () => {
    if (!(await confirm(confirmation))) return;
    action.mutate(
      { route: "POST /orders/:id/capture", args: { params: { id: order.id } }, key: crypto.randomUUID() },
      {
        onSuccess: () => toast({ tone: "success", title: "Payment capture requested" }),
        onError: ({ message }) =>
          toast({ tone: "danger", title: "Couldn't capture the payment", description: message }),
      },
    );
  };
}
