import { useState } from "react";
import { useForm } from "react-hook-form";
import { CallProblem } from "#web/api/call-problem.ts";
import { setFieldErrors } from "#web/api/field-errors.ts";
import type { useOrderAction } from "#web/orders/orders.queries.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { FormFooter, FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { TextAreaField } from "#web/ui/forms/fields/text-area-field.tsx";
import { registerField } from "#web/ui/forms/register-field.ts";
import { closeDialog } from "#web/ui/overlay/dialog-store.ts";

type Fields = { reason: string };
type Props = { parcelId: number; run: ReturnType<typeof useOrderAction>["mutateAsync"] };

/** Undoes a shipment that never left, with an optional reason. */
export function CancelShipmentForm({ parcelId, run }: Props) {
  const [problem, setProblem] = useState<string>();
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm<Fields>({ defaultValues: { reason: "" } });
  const { handleSubmit, setError, formState } = form;
  const cancelShipment = handleSubmit(async ({ reason }) => {
    const body = reason.trim() === "" ? {} : { reason };
    try {
      await run({ route: "POST /fulfilments/:id/cancel", args: { params: { id: parcelId }, body }, key });
      toast({ tone: "success", title: "Shipment undone" });
      closeDialog();
    } catch (problem) {
      setProblem(setFieldErrors<Fields>(problem, ["reason"], setError));
      // The page shows the reason and the current state.
      if (problem instanceof CallProblem && problem.status === 409) closeDialog();
    }
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={cancelShipment}>
      <FormProblem problem={problem} />
      <p className="text-muted">
        Use this for a shipment that was recorded by mistake and hasn't left. Its items become unshipped and stay
        reserved for this order. The payment doesn't change. The customer is notified. This can't be reversed.
      </p>
      <TextAreaField
        label="Reason"
        hint="Only administrators see this."
        optional
        maxLength={500}
        rows={2}
        {...registerField(form, "reason")}
      />
      <FormFooter danger action="Undo shipment" dismiss="Keep shipment" busy={formState.isSubmitting} />
    </form>
  );
}
