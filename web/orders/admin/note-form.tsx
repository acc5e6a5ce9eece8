import { useForm, useWatch } from "react-hook-form";
import type { Order } from "#contract/orders/orders.ts";
import type { useOrderAction } from "#web/orders/orders.queries.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { TextAreaField } from "#web/ui/forms/text-area-field.tsx";

/** Adds a note for administrators to the timeline. */
export function NoteForm({ order, action }: { order: Order; action: ReturnType<typeof useOrderAction> }) {
  const { register, handleSubmit, reset, control } = useForm({ defaultValues: { text: "" } });
  const text = useWatch({ control, name: "text" });
  const submit = handleSubmit(({ text }) =>
    action.mutate(
      { route: "POST /orders/:id/notes", args: { params: { id: order.id }, body: { text } } },
      { onSuccess: () => reset() },
    ),
  );
  return (
    <form noValidate className="mb-6 grid gap-3" onSubmit={submit}>
      <TextAreaField
        label="Note"
        hint="Only administrators see this."
        maxLength={2000}
        rows={2}
        {...register("text")}
      />
      <Button
        type="submit"
        size="small"
        className="justify-self-end"
        busy={action.isPending && action.variables.route === "POST /orders/:id/notes"}
        disabled={text.trim() === ""}
      >
        Add note
      </Button>
    </form>
  );
}
