import type { Refund } from "#contract/payments.ts";
import { useOrderAction } from "#web/orders/orders.queries.ts";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { Button } from "#web/ui/forms/button.tsx";

/** Marks a refund by transfer or in cash as sent. */
export function MarkRefundSent({ orderId, refund }: { orderId: string; refund: Refund }) {
  const { mutate, isPending } = useOrderAction(orderId);
  const args = { params: { id: orderId, refund_id: refund.id } };
  return (
    <Button
      writes
      size="small"
      busy={isPending}
      onClick={() =>
        mutate(
          { route: "POST /orders/:id/refunds/:refund_id/sent", args },
          { onSuccess: (reply) => toastDone(reply, "Refund marked as sent"), onError: toastProblem() },
        )
      }
    >
      Mark as sent
    </Button>
  );
}
