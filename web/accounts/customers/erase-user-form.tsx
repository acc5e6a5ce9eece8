import { useQueryClient } from "@tanstack/react-query";
import type { Customer } from "#contract/accounts/customers.ts";
import { call } from "#web/api/call.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { closeDialog } from "#web/ui/overlay/dialog-store.ts";
import { refreshUsers } from "./users.queries.ts";

/** Deletes a customer's account after its username, or its email without one, was entered. */
export function EraseUserForm({ user: { id, username, email } }: { user: Customer }) {
  const client = useQueryClient();
  const name = username ?? email ?? "";
  const state = useCallForm({
    start: { confirmation: "" },
    errorFields: ["confirmation"],
    send: async ({ confirmation }) => {
      await call("POST /customers/:id/erasure", { params: { id }, body: { confirmation } }).finally(() =>
        refreshUsers(client),
      );
      closeDialog();
      toast({ tone: "success", title: "Account deleted" });
    },
  });
  return (
    <DialogForm danger state={state} action="Delete account" unsaved={false}>
      <p className="text-muted">
        Name, email, addresses, wishlist, notes and tags are deleted, and the customer is signed out on all devices.
        Open orders are still delivered; the name is removed from orders once they're complete. Invoices keep it, as
        required by law. This can't be undone.
      </p>
      <TextField
        label={`Enter ${name} to confirm`}
        {...registerField(state.form, "confirmation", {
          validate: (text) => text.trim().toLowerCase() === name.toLowerCase() || `Enter ${name} to confirm.`,
        })}
      />
    </DialogForm>
  );
}
