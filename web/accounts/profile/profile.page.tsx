import { useMutation } from "@tanstack/react-query";
import type { Profile } from "#contract/accounts/accounts.ts";
import { CodeField, codeRule, NewPasswordField, passwordRule } from "#web/accounts/account-form.tsx";
import { call, invalidate, query } from "#web/api/call.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { useAccountClosed } from "#web/api/session/sign-out.ts";
import { EmailPreferences } from "#web/notifications/email-preferences.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { DialogForm, FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { LockedFields } from "#web/ui/forms/fields/locked-fields.tsx";
import { PasswordField } from "#web/ui/forms/fields/password-field.tsx";
import { registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { openDialog, useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";
import { ProfileForm } from "./profile-form.tsx";
import { Sessions } from "./sessions.tsx";
import { TwoFactor } from "./two-factor.tsx";

export default function ProfilePage() {
  const { data: profile } = useProfile();
  return (
    <main className="grid gap-6">
      <PageHead title={say("Profile")} hidden />
      <h1 className="text-title">{say("Profile")}</h1>
      {profile && <ProfileForm profile={profile} />}
      <PasswordForm />
      <TwoFactor />
      <EmailPreferences />
      <Sessions />
      <DeleteAccount />
    </main>
  );
}

const DeleteAccount = () => (
  <CardSection
    title={say("Delete account")}
    hint={say("Your name, addresses, wishlist and notifications are deleted right away. This can't be undone.")}
  >
    <div>
      <Button look="danger" onClick={() => openDialog({ title: say("Delete account"), content: DeleteAccountForm })}>
        {say("Delete my account")}
      </Button>
    </div>
  </CardSection>
);

/** Changes the password, which ends all other sessions. */
function PasswordForm() {
  const { data: profile } = useProfile();
  const state = useCallForm({
    start: { current_password: "", password: "" },
    errorFields: ["current_password", "password"],
    errorCodes: { bad_credentials: ["current_password", say("Incorrect password.")] },
    send: async (body) => {
      await call("POST /account/password", { body });
      form.reset();
      void invalidate(query("GET /account/sessions", {}));
      toast({
        title: say("Password changed"),
        description: say("You've been signed out on your other devices."),
        tone: "success",
      });
    },
  });
  const { form } = state;
  const { isSubmitting } = form.formState;
  if (profile && !profile.has_password) return <NoPassword username={profile.email ?? profile.username ?? ""} />;
  return (
    <CardSection title={say("Password")} hint={say("Changing your password signs you out on your other devices.")}>
      <form method="post" className="grid max-w-lg gap-4" noValidate onSubmit={state.save}>
        <FormProblem problem={state.problem} />
        <UsernameHint username={profile?.email ?? profile?.username ?? ""} />
        <LockedFields isLocked={isSubmitting}>
          <PasswordField
            label={say("Current password")}
            autoComplete="current-password"
            {...registerField(form, "current_password", { required: say("Password required") })}
          />
          <NewPasswordField label={say("New password")} {...registerField(form, "password", passwordRule())} />
        </LockedFields>
        <div>
          <Button type="submit" look="primary" busy={isSubmitting}>
            {say("Change password")}
          </Button>
        </div>
      </form>
    </CardSection>
  );
}

/** The username, for password managers. */
const UsernameHint = ({ username }: { username: string }) => (
  <input type="text" autoComplete="username" value={username} readOnly hidden aria-hidden="true" />
);

/** Accounts without a password set one through an emailed link. */
function NoPassword({ username }: { username: string }) {
  const request = useMutation({
    mutationFn: () => call("POST /auth/password/forgot", { body: { username } }),
    onSuccess: () => toast({ title: say("We sent a link to {email}", { email: username }), tone: "success" }),
    onError: toastProblem(),
  });
  return (
    <CardSection title={say("Password")} hint={say("You sign in without a password. You can set one if you like.")}>
      <Button busy={request.isPending} onClick={() => request.mutate()}>
        {say("Email me a link to set a password")}
      </Button>
    </CardSection>
  );
}

/** Deletes the account after confirmation by password, or by a code when there is none. */
function DeleteAccountForm() {
  const { data: profile } = useProfile();
  return (
    <div className="grid gap-5">
      <p className="text-muted">
        {say(
          "You'll be signed out on all devices, and your name, addresses, wishlist and notifications will be " +
            "deleted. Open orders will still be delivered, and your name is removed from them once they're " +
            "complete. Invoices keep your name, as required by law. Your reviews stay, without your name.",
        )}
      </p>
      {profile && (profile.has_password ? <ConfirmationForm field="password" /> : <ConfirmByCode profile={profile} />)}
    </div>
  );
}

/** Sends a code to confirm with, for accounts without a password. */
function ConfirmByCode({ profile }: { profile: Profile }) {
  const closeDialog = useCloseDialog();
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
  const closeDialog = useCloseDialog();
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
        <CodeField autoFocus {...registerField(state.form, "code", codeRule())} />
      )}
    </DialogForm>
  );
}
