import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { Customer } from "#contract/accounts/customers.ts";
import { call } from "#web/api/call.ts";
import { setFieldErrors } from "#web/api/field-errors.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { FormFooter, FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/text-field.tsx";
import { closeDialog } from "#web/ui/overlay/dialog-store.ts";
import { refreshUsers } from "./users.queries.ts";

/** Deletes a customer's account after its username, or its email without one, was entered. */
export function EraseUserForm({ user: { id, username, email } }: { user: Customer }) {
  const client = useQueryClient();
  const name = username ?? email ?? "";
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { confirmation: "" } });
  const erasure = useMutation({
    mutationFn: (confirmation: string) =>
      call("POST /customers/:id/erasure", { params: { id }, body: { confirmation } }),
    onSuccess: () => {
      closeDialog();
      toast({ tone: "success", title: "Account deleted" });
    },
    onError: (error) => setProblem(setFieldErrors(error, ["confirmation"], setError)),
    onSettled: () => refreshUsers(client),
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={handleSubmit(({ confirmation }) => erasure.mutate(confirmation))}>
      <FormProblem problem={problem} />
      <p className="text-muted">
        Name, email, addresses, wishlist, notes and tags are deleted, and the customer is signed out on all devices.
        Open orders are still delivered; the name is removed from orders once they're complete. Invoices keep it, as
        required by law. This can't be undone.
      </p>
      <TextField
        label={`Enter ${name} to confirm`}
        autoComplete="off"
        error={formState.errors.confirmation?.message}
        {...register("confirmation", {
          validate: (text) => text.trim().toLowerCase() === name.toLowerCase() || `Enter ${name} to confirm.`,
        })}
      />
      <FormFooter action="Delete account" danger busy={erasure.isPending} />
    </form>
  );
}
