import type { Order } from "#contract/orders/orders.ts";
import { useOrderAction } from "#web/orders/orders.queries.ts";
import { RefundIbanField } from "#web/orders/refund-iban-field.tsx";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { useCallForm } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";

/** Names the account that staff transfer a refund to. */
export function RefundAccountForm({ order }: { order: Order }) {
  const closeDialog = useCloseDialog();
  const { mutateAsync } = useOrderAction(order.id);
  const state = useCallForm({
    start: { refund_iban: order.refund_iban ?? "", note: "" },
    errorFields: ["refund_iban"],
    send: async ({ refund_iban: iban }) => {
      await mutateAsync({
        route: "PUT /orders/:id/refund-account",
        args: { params: { id: order.id }, body: { iban } },
      });
      toast({ tone: "success", title: say("Account saved") });
      closeDialog();
    },
  });
  return (
    <DialogForm state={state} action={say("Save account")}>
      <RefundIbanField form={state.form} />
    </DialogForm>
  );
}
