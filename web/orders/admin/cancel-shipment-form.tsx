import { useState } from "react";
import { randomId } from "#web/api/random-id.ts";
import type { useOrderAction } from "#web/orders/orders.queries.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { TextAreaField } from "#web/ui/forms/fields/field.tsx";
import { registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";

type Fields = { reason: string };
type Props = { shipmentId: number; version: number; run: ReturnType<typeof useOrderAction>["mutateAsync"] };

/** Undoes a shipment that never left, with an optional reason. */
export function CancelShipmentForm({ shipmentId, version, run }: Props) {
  const closeDialog = useCloseDialog();
  const [key] = useState(randomId);
  const state = useCallForm<Fields>({
    start: { reason: "" },
    errorFields: ["reason"],
    send: async ({ reason }) => {
      const body = { version, ...(reason.trim() === "" ? {} : { reason }) };
      const reply = await run({
        route: "POST /fulfilments/:id/cancel",
        args: { params: { id: shipmentId }, body },
        key,
      });
      toastDone(reply, "Shipment undone");
      closeDialog();
    },
    // The page shows the reason and the current state.
    onProblem: ({ status }) => status === 409 && closeDialog(),
  });
  return (
    <DialogForm danger state={state} action="Undo shipment" dismiss="Keep shipment" unsaved={false}>
      <p className="text-muted">
        Use this for a shipment that was recorded by mistake and hasn't left. Its items become unshipped and stay
        reserved for this order. The payment doesn't change. The customer is notified. This can't be reversed.
      </p>
      <TextAreaField
        label="Reason"
        hint="Only staff see this."
        optional
        maxLength={500}
        rows={2}
        {...registerField(state.form, "reason")}
      />
    </DialogForm>
  );
}
