import { useMutation } from "@tanstack/react-query";
import type { SignInEmail } from "#contract/accounts/customer-sign-in.ts";
import type { Customer } from "#contract/accounts/customers.ts";
import { AdministratorForm } from "#web/accounts/administrator-form.tsx";
import type { OwnerProof } from "#web/accounts/owner-proof-fields.tsx";
import { call } from "#web/api/call.ts";
import { useAccess } from "#web/api/session/permissions.ts";
import { useSession } from "#web/api/session/session.ts";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { saveFile } from "#web/ui/media/save-file.ts";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { openDialog, useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { MergeUserForm } from "./merge-user-form.tsx";
import {
  blockConfirmation,
  demoteConfirmation,
  promoteConfirmation,
  unblockConfirmation,
} from "./user-confirmations.ts";
import { displayName } from "./user-labels.ts";
import { refreshUsers, type UserChange, type useChangeUser } from "./users.queries.ts";

type Question = ReturnType<typeof unblockConfirmation> & { danger?: boolean };
type Props = { user: Customer; change: ReturnType<typeof useChangeUser> };

/** Actions on an account; each asks for confirmation and can be undone, or for the password if it is an administrator's. */
export function UserActions({ user, change }: Props) {
  const name = displayName(user);
  const isBlocked = user.account_status === "blocked";
  const isGuest = user.account_status === "provisional";
  const isAdmin = user.role === "admin";
  const byAdmin = useSession(({ role }) => role === "admin");
  const confirmAndChange = async (question: Question, next: UserChange, before: UserChange, done: string) => {
    if (isAdmin || next.role === "admin") {
      const { title, says, ...rest } = question;
      const send = async (proof: Partial<OwnerProof>) => {
        await change.mutateAsync({ ...next, ...proof });
        toast({ tone: "success", title: done });
      };
      return openDialog({ title, content: <AdministratorForm says={says} {...rest} send={send} /> });
    }
    if (!(await confirm(question))) return;
    const undo = () => change.mutate(before, { onSuccess: () => toast({ tone: "success", title: "Undone" }) });
    const doneToast = { tone: "success", title: done, action: { label: "Undo", onClick: undo } } as const;
    change.mutate(next, { onSuccess: () => toast(doneToast) });
  };
  const [block, unblock] = [{ account_status: "blocked" }, { account_status: "active" }] as const;
  const [promote, demote] = [{ role: "admin" }, { role: "customer" }] as const;
  return (
    <div role="group" aria-label="Moves" className="flex flex-wrap gap-2">
      {!isGuest && (
        <Button
          writes
          size="small"
          look={isBlocked ? "primary" : "secondary"}
          busy={change.isPending}
          onClick={() =>
            void (isBlocked
              ? confirmAndChange(unblockConfirmation(name), unblock, block, `${name} is unblocked`)
              : confirmAndChange(blockConfirmation(name), block, unblock, `${name} is blocked`))
          }
        >
          {isBlocked ? "Unblock" : "Block"}
        </Button>
      )}
      <UserMenu
        user={user}
        changeRole={
          // A blocked account must be unblocked before its role can change; that of staff changes in the settings.
          !isBlocked && !isGuest && byAdmin && user.role !== "staff"
            ? {
                label: isAdmin ? "Make customer…" : "Make administrator…",
                onSelect: () =>
                  void (isAdmin
                    ? confirmAndChange(demoteConfirmation(name), demote, promote, `${name} is now a customer`)
                    : confirmAndChange(promoteConfirmation(name), promote, demote, `${name} is now an administrator`)),
              }
            : undefined
        }
      />
    </div>
  );
}

type MenuProps = {
  user: Customer;
  /** Undefined where the role can't be changed here. */
  changeRole: { label: string; onSelect: () => void } | undefined;
};

/** Further actions on an account: emails to sign in with, its role, and requests of the customer about their data. */
function UserMenu({ user, changeRole }: MenuProps) {
  const { id, email, email_verified_at, account_status, role } = user;
  const mail = useMutation({
    mutationFn: (kind: SignInEmail) => call("POST /customers/:id/sign-in-email", { params: { id }, body: { kind } }),
    onSuccess: (_none, kind) => toast({ tone: "success", title: `${sentLabels[kind]} sent to ${email}` }),
    onError: toastProblem("Couldn't send the email"),
  });
  const download = useMutation({
    mutationFn: async () => {
      const { data } = await call("POST /customers/:id/data", { params: { id } });
      const file = new Blob([JSON.stringify(data, null, 2)], { type: "application/json" });
      saveFile(file, `customer-${id}.json`);
    },
    onError: toastProblem("Couldn't export the data"),
  });
  // What the law asks for has to be all, with the orders.
  const seesOrders = useAccess("orders");
  const erase = () => openDialog({ title: `Delete ${displayName(user)}?`, content: <EraseUserForm user={user} /> });
  const merge = () => openDialog({ title: `Merge ${displayName(user)}`, content: <MergeUserForm user={user} /> });
  const kinds: SignInEmail[] = !email || account_status === "blocked" ? [] : ["code"];
  if (kinds.length > 0 && account_status !== "provisional") kinds.push("password_reset");
  if (kinds.length > 0 && !email_verified_at) kinds.push("verification");
  return (
    <ActionMenu
      label="More actions"
      disabled={mail.isPending || download.isPending}
      actions={[
        ...kinds.map((kind) => ({ label: menuLabels[kind], onSelect: () => mail.mutate(kind) })),
        ...(changeRole ? [changeRole] : []),
        ...(role === "customer"
          ? [
              ...(seesOrders ? [{ label: "Export data", onSelect: () => download.mutate() }] : []),
              { label: "Merge with another account…", onSelect: merge },
              { label: "Delete account…", danger: true, onSelect: erase },
            ]
          : []),
      ]}
    />
  );
}

const menuLabels: Record<SignInEmail, string> = {
  code: "Email sign-in code",
  password_reset: "Email password reset link",
  verification: "Resend verification email",
};

const sentLabels: Record<SignInEmail, string> = {
  code: "Sign-in code",
  password_reset: "Password reset link",
  verification: "Verification email",
};

/** Deletes a customer's account after its username, or its email without one, was entered. */
function EraseUserForm({ user: { id, username, email } }: { user: Customer }) {
  const closeDialog = useCloseDialog();
  const name = username ?? email ?? "";
  const state = useCallForm({
    start: { confirmation: "" },
    errorFields: ["confirmation"],
    send: async ({ confirmation }) => {
      await call("POST /customers/:id/erasure", { params: { id }, body: { confirmation } }).finally(() =>
        refreshUsers(),
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
