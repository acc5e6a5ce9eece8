import { AccountForm, AgreementNote, emailRule } from "#web/accounts/account-form.tsx";
import { call } from "#web/api/call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { say, text } from "#words/say.ts";
import { ContinueWithGoogle } from "./continue-with-google.tsx";
import { useFinishSignIn } from "./use-signed-in.ts";

/** Goes on to the checkout with an email alone; the other ways to sign in are beside it. */
export function GuestForm({ onCode, onPassword }: { onCode: () => void; onPassword: () => void }) {
  const signedIn = useFinishSignIn();
  const state = useCallForm({
    start: { email: "" },
    errorFields: ["email"],
    send: async ({ email }) => signedIn(await call("POST /auth/guest", { body: { email: email.trim() } })),
  });
  return (
    <div className="grid gap-5">
      <AccountForm state={state} action={say("Continue with this email")}>
        <p className="text-sm text-muted">
          {say("Your order confirmation goes to this address. You don't need a password or a code.")}
        </p>
        <TextField
          label={say("Email")}
          type="email"
          autoComplete="email"
          autoFocus
          {...registerField(state.form, "email", emailRule())}
        />
        <AgreementNote words={text("By signing in, you agree to our {privacy} and {terms}.")} />
      </AccountForm>
      <ContinueWithGoogle />
      <Button size="large" wide onClick={onCode}>
        {say("Email me a code")}
      </Button>
      <Button size="large" wide onClick={onPassword}>
        {say("Sign in with a password")}
      </Button>
    </div>
  );
}
