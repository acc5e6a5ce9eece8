import { useForm } from "react-hook-form";
import { Button } from "#web/ui/button.tsx";
import { closeDialog } from "#web/ui/dialog-store.ts";
import { TextAreaField } from "#web/ui/text-area-field.tsx";

/** Asks why an order is put on hold. */
export function HoldForm({ onHold }: { onHold: (reason: string) => void }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { reason: "" } });
  return (
    <form noValidate className="grid gap-5" onSubmit={handleSubmit(({ reason }) => onHold(reason.trim()))}>
      <TextAreaField
        label="Reason"
        hint="Only administrators see it."
        maxLength={500}
        error={formState.errors.reason?.message}
        {...register("reason", { validate: (reason) => reason.trim() !== "" || "Say why." })}
      />
      <div className="flex justify-end gap-3">
        <Button onClick={() => closeDialog("close-button")}>Back</Button>
        <Button type="submit" look="primary">
          Put on hold
        </Button>
      </div>
    </form>
  );
}
