import { useMutation } from "@tanstack/react-query";
import type { SignInEmail } from "#contract/accounts/customer-sign-in.ts";
import type { Customer } from "#contract/accounts/customers.ts";
import { call } from "#web/api/call.ts";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { saveFile } from "#web/ui/media/save-file.ts";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { EraseUserForm } from "./erase-user-form.tsx";
import { MergeUserForm } from "./merge-user-form.tsx";
import { displayName } from "./user-labels.ts";

/** Further actions on an account: emails to sign in with, and requests of the customer about their data. */
export function UserMenu({ user }: { user: Customer }) {
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
  const erase = () => openDialog({ title: `Delete ${displayName(user)}?`, content: <EraseUserForm user={user} /> });
  const merge = () => openDialog({ title: `Merge ${displayName(user)}`, content: <MergeUserForm user={user} /> });
  const kinds: SignInEmail[] = !email || account_status === "blocked" ? [] : ["code", "password_reset"];
  if (kinds.length > 0 && !email_verified_at) kinds.push("verification");
  return (
    <ActionMenu
      label="More actions"
      disabled={mail.isPending || download.isPending}
      actions={[
        ...kinds.map((kind) => ({ label: menuLabels[kind], onSelect: () => mail.mutate(kind) })),
        ...(role === "customer"
          ? [
              { label: "Export data", onSelect: () => download.mutate() },
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
