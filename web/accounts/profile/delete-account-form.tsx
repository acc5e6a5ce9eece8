import { useMutation } from "@tanstack/react-query";
import type { Profile } from "#contract/accounts/accounts.ts";
import { codeRule } from "#web/accounts/field-rules.ts";
import { call } from "#web/api/call.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { useAccountClosed } from "#web/api/session/sign-out.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { DialogForm, FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { closeDialog } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";

/** Deletes the account after confirmation by password, or by a code when there is none. */
export function DeleteAccountForm() {
  const { data: profile } = useProfile();
  return (
    <div className="grid gap-5">
      <p className="text-muted">
        {say(
          "You'll be signed out on all devices, and your name, addresses, wishlist and notifications will be deleted. Open orders will still be delivered, and your name is removed from them once they're complete. Invoices keep your name, as required by law. Your reviews stay, without your name.",
        )}
      </p>
      {profile && (profile.has_password ? <ConfirmationForm field="password" /> : <ConfirmByCode profile={profile} />)}
    </div>
  );
}

/** Sends a code to confirm with, for accounts without a password. */
function ConfirmByCode({ profile }: { profile: Profile }) {
  const request = useMutation({
    mutationFn: () => call("POST /auth/code/request", { body: { email: profile.email ?? "" } }),
  });
  return (
    <>
      {request.error && <FormProblem problem={request.error.message} />}
      {request.data ? (
        <>
          <Banner tone="info" role="status">
            {request.data.message}
          </Banner>
          <ConfirmationForm field="code" />
        </>
      ) : (
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={() => closeDialog("close-button")}>{say("Cancel")}</Button>
          <Button look="primary" busy={request.isPending} onClick={() => request.mutate()}>
            {say("Send code")}
          </Button>
        </div>
      )}
    </>
  );
}

function ConfirmationForm({ field }: { field: "password" | "code" }) {
  const finish = useAccountClosed(say("Your account has been deleted"));
  const state = useCallForm({
    start: { password: "", code: "" },
    errorFields: [field],
    errorCodes: { bad_credentials: field, code_wrong: field },
    send: async (values) => {
      await call("POST /account/deletion", { body: { [field]: values[field] } });
      closeDialog();
      finish();
    },
  });
  return (
    <DialogForm state={state} action={say("Delete my account")} danger unsaved={false}>
      {field === "password" ? (
        <TextField
          label={say("Current password")}
          type="password"
          autoComplete="current-password"
          {...registerField(state.form, "password", { required: say("Password required") })}
        />
      ) : (
        <TextField
          label={say("Code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          autoFocus
          {...registerField(state.form, "code", codeRule())}
        />
      )}
    </DialogForm>
  );
}
