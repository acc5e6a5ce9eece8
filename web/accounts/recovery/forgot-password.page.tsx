import { useState } from "react";
import { AccountForm, NarrowPage, UsernameField } from "#web/accounts/account-form.tsx";
import { call } from "#web/api/call.ts";
import { openSignIn } from "#web/api/session/sign-in-request.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { notBlank, registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { say } from "#words/say.ts";

/** Requests a password reset link; the answer is the same whether the account exists. */
export default function ForgotPasswordPage() {
  const [sent, setSent] = useState<string>();
  const state = useCallForm({
    start: { username: "" },
    errorFields: ["username"],
    send: async (body) => setSent((await call("POST /auth/password/forgot", { body })).message),
  });
  return (
    <NarrowPage
      title={say("Forgot your password?")}
      says={say("We'll email you a link to set a new password. It expires in one hour.")}
    >
      <AccountForm state={state} action={sent ? say("Resend link") : say("Send link")}>
        {sent && (
          <Banner tone="success" role="status">
            {sent}
          </Banner>
        )}
        <UsernameField
          label={say("Username or email")}
          {...registerField(state.form, "username", notBlank(say("Username or email required")))}
        />
      </AccountForm>
      <p className="mt-5 text-center text-sm text-muted">
        {say("Remember your password?")}{" "}
        <Button look="link" onClick={() => openSignIn()}>
          {say("Sign in")}
        </Button>
      </p>
    </NarrowPage>
  );
}
