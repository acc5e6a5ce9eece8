import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AccountForm, AgreementNote, CodeField, codeRule, emailRule } from "#web/accounts/account-form.tsx";
import { call, query } from "#web/api/call.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { say, text } from "#words/say.ts";
import { ContinueWithGoogle } from "./continue-with-google.tsx";
import { takeTwoFactorToken } from "./two-factor-token.ts";
import { useFinishSignIn } from "./use-signed-in.ts";

interface Props {
  onPassword: () => void;
  /** The sign-in needs a second step, with this token. */
  onTwoFactor: (token: string) => void;
}

/** Signs in, or creates an account, with a code sent by email. */
export function CodeForm({ onPassword, onTwoFactor }: Props) {
  const [sent, setSent] = useState<{ email: string; message: string }>();
  return (
    <div className="grid gap-5">
      {sent ? (
        <EnterCode {...sent} onTwoFactor={onTwoFactor} onOther={() => setSent(undefined)} />
      ) : (
        <RequestCode onSent={(email, message) => setSent({ email, message })} />
      )}
      <ContinueWithGoogle />
      <Button size="large" wide onClick={onPassword}>
        {say("Sign in with a password")}
      </Button>
    </div>
  );
}

function RequestCode({ onSent }: { onSent: (email: string, message: string) => void }) {
  const createsAccounts = useQuery(query("GET /shop", {})).data?.data.email_code_sign_up ?? true;
  const state = useCallForm({
    start: { email: "" },
    errorFields: ["email"],
    send: async ({ email }) => {
      const { message } = await call("POST /auth/code/request", { body: { email: email.trim() } });
      onSent(email.trim(), message);
    },
  });
  const skip = state.form.handleSubmit(({ email }) =>
    onSent(email.trim(), say("Enter the code we sent to {email}.", { email: email.trim() })),
  );
  return (
    <AccountForm
      state={state}
      action={say("Send code")}
      after={
        <Button look="link" className="justify-self-center text-sm" onClick={skip}>
          {say("I already have a code")}
        </Button>
      }
    >
      <p className="text-sm text-muted">
        {createsAccounts
          ? say("We'll email you a 6-digit code. If you're new here, it also creates your account.")
          : say("We'll email a 6-digit code to the address of your account.")}
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
  );
}

interface EnterCodeProps extends Pick<Props, "onTwoFactor"> {
  email: string;
  message: string;
  onOther: () => void;
}

function EnterCode({ email, message, onTwoFactor, onOther }: EnterCodeProps) {
  const signedIn = useFinishSignIn();
  const state = useCallForm({
    start: { code: "" },
    errorFields: ["code"],
    errorCodes: { code_wrong: "code" },
    send: async ({ code }) => signedIn(await call("POST /auth/code/verify", { body: { email, code } })),
    onProblem: (problem) => {
      state.form.setFocus("code");
      return takeTwoFactorToken(problem, onTwoFactor);
    },
  });
  return (
    <AccountForm state={state} action={say("Sign in")}>
      <Banner tone="info" role="status">
        {message}{" "}
        <Button look="link" onClick={onOther}>
          {say("Use another email or resend the code")}
        </Button>
      </Banner>
      <CodeField autoFocus {...registerField(state.form, "code", codeRule())} />
    </AccountForm>
  );
}
