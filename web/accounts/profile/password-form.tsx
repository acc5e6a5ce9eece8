import { useMutation, useQueryClient } from "@tanstack/react-query";
import { passwordRule } from "#web/accounts/field-rules.ts";
import { call, query } from "#web/api/call.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { PasswordField } from "#web/ui/forms/fields/password-field.tsx";
import { registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { say } from "#words/say.ts";

/** Changes the password, which ends all other sessions. */
export function PasswordForm() {
  const client = useQueryClient();
  const { data: profile } = useProfile();
  const state = useCallForm({
    start: { current_password: "", password: "" },
    errorFields: ["current_password", "password"],
    errorCodes: { bad_credentials: ["current_password", say("Incorrect password.")] },
    send: async (body) => {
      await call("POST /account/password", { body });
      form.reset();
      void client.invalidateQueries({ queryKey: query("GET /account/sessions", {}).queryKey });
      toast({
        title: say("Password changed"),
        description: say("You've been signed out on your other devices."),
        tone: "success",
      });
    },
  });
  const { form } = state;
  if (profile && !profile.has_password) return <NoPassword username={profile.email ?? profile.username ?? ""} />;
  return (
    <CardSection title={say("Password")} hint={say("Changing your password signs you out on your other devices.")}>
      <form method="post" className="grid max-w-lg gap-4" noValidate onSubmit={state.save}>
        <FormProblem problem={state.problem} />
        <UsernameHint username={profile?.email ?? profile?.username ?? ""} />
        <PasswordField
          label={say("Current password")}
          autoComplete="current-password"
          {...registerField(form, "current_password", { required: say("Password required") })}
        />
        <PasswordField
          label={say("New password")}
          autoComplete="new-password"
          hint={say("Use at least 8 characters.")}
          {...registerField(form, "password", passwordRule())}
        />
        <div>
          <Button type="submit" look="primary" busy={form.formState.isSubmitting}>
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
