import { useMutation } from "@tanstack/react-query";
import type { SignInEmail } from "#contract/accounts/customer-sign-in.ts";
import type { Customer } from "#contract/accounts/customers.ts";
import { call } from "#web/api/call.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";

/** Further actions on an account: emails to sign in with. */
export function UserMenu({ user: { id, email, email_verified_at, account_status } }: { user: Customer }) {
  const mail = useMutation({
    mutationFn: (kind: SignInEmail) => call("POST /customers/:id/sign-in-email", { params: { id }, body: { kind } }),
    onSuccess: (_none, kind) => toast({ tone: "success", title: `${sentLabels[kind]} sent to ${email}` }),
    onError: ({ message }) => toast({ tone: "danger", title: "Couldn't send the email", description: message }),
  });
  const kinds: SignInEmail[] = !email || account_status === "blocked" ? [] : ["code", "password_reset"];
  if (kinds.length > 0 && !email_verified_at) kinds.push("verification");
  return (
    <ActionMenu
      label="More actions"
      disabled={mail.isPending}
      actions={kinds.map((kind) => ({ label: menuLabels[kind], onSelect: () => mail.mutate(kind) }))}
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
