import { useState } from "react";
import { useForm } from "react-hook-form";
import { CallProblem } from "#web/api/call-problem.ts";
import { setFieldErrors } from "#web/api/field-errors.ts";
import { FormFooter, FormProblem } from "#web/orders/form-footer.tsx";
import type { useOrderAction } from "#web/orders/orders.queries.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { TextAreaField } from "#web/ui/forms/text-area-field.tsx";
import { closeDialog } from "#web/ui/overlay/dialog-store.ts";

type Fields = { reason: string };
type Props = { parcelId: number; run: ReturnType<typeof useOrderAction>["mutateAsync"] };

/** Cancels a shipment that never left, with an optional reason. */
export function CancelShipmentForm({ parcelId, run }: Props) {
  const [problem, setProblem] = useState<string>();
  const [key] = useState(() => crypto.randomUUID());
  const { register, handleSubmit, setError, formState } = useForm<Fields>({ defaultValues: { reason: "" } });
  const cancelShipment = handleSubmit(async ({ reason }) => {
    const body = reason.trim() === "" ? {} : { reason };
    try {
      await run({ route: "POST /fulfilments/:id/cancel", args: { params: { id: parcelId }, body }, key });
      toast({ tone: "success", title: "The parcel is taken back" });
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
        Only for a parcel that has not left: what has is sent back by the customer. Its items count as not shipped, and
        their stock is held for this order again, so that they can be shipped anew or cancelled. What was paid stays as
        it is. The customer is told that it was not sent after all. This can't be undone.
      </p>
      <TextAreaField
        label="Reason"
        hint="Only administrators see it."
        optional
        maxLength={500}
        rows={2}
        error={formState.errors.reason?.message}
        {...register("reason")}
      />
      <FormFooter danger action="Take it back" busy={formState.isSubmitting} />
    </form>
  );
}
