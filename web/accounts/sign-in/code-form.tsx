import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { codeRule, emailRule } from "#web/accounts/field-rules.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { setFieldErrors } from "#web/api/field-errors.ts";
import { query } from "#web/api/query.ts";
import { closeSignIn } from "#web/api/session/sign-in-request.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/text-field.tsx";
import { say, text } from "#words/say.ts";
import { AgreementNote } from "./agreement-note.tsx";
import { ContinueWithGoogle } from "./continue-with-google.tsx";
import { twoFactorTokenOf } from "./two-factor-token.ts";
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
  const [problemText, setProblemText] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { email: "" } });
  const request = useMutation({
    mutationFn: (email: string) => call("POST /auth/code/request", { body: { email } }),
    onMutate: () => setProblemText(undefined),
    onError: (problem) => setProblemText(setFieldErrors(problem, ["email"], setError)),
    onSuccess: ({ message }, email) => onSent(email, message),
  });
  return (
    <form
      method="post"
      className="grid gap-4"
      noValidate
      onSubmit={handleSubmit(({ email }) => request.mutate(email.trim()))}
    >
      <p className="text-sm text-muted">
        {createsAccounts
          ? say("We'll email you a 6-digit code. If you're new here, it also creates your account.")
          : say("We'll email a 6-digit code to the address of your account.")}
      </p>
      <FormProblem problem={problemText} />
      <TextField
        label={say("Email")}
        type="email"
        autoComplete="email"
        autoFocus
        error={formState.errors.email?.message}
        {...register("email", emailRule())}
      />
      <AgreementNote words={text("By signing in, you agree to our {privacy} and {terms}.")} onLeave={closeSignIn} />
      <Button type="submit" look="primary" size="large" wide busy={request.isPending}>
        {say("Send code")}
      </Button>
      <Button
        look="link"
        className="justify-self-center text-sm"
        onClick={handleSubmit(({ email }) =>
          onSent(email.trim(), say("Enter the code we sent to {email}.", { email: email.trim() })),
        )}
      >
        {say("I already have a code")}
      </Button>
    </form>
  );
}

interface EnterCodeProps extends Pick<Props, "onTwoFactor"> {
  email: string;
  message: string;
  onOther: () => void;
}

function EnterCode({ email, message, onTwoFactor, onOther }: EnterCodeProps) {
  const signedIn = useFinishSignIn();
  const [problemText, setProblemText] = useState<string>();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({ defaultValues: { code: "" } });
  const verification = useMutation({
    mutationFn: (code: string) => call("POST /auth/code/verify", { body: { email, code } }),
    onMutate: () => setProblemText(undefined),
    onError: (problem) => {
      const token = twoFactorTokenOf(problem);
      if (token !== undefined) return onTwoFactor(token);
      if (problem instanceof CallProblem && problem.code === "code_wrong")
        return setError("code", { message: problem.message }, { shouldFocus: true });
      setProblemText(setFieldErrors(problem, ["code"], setError));
      setFocus("code");
    },
    onSuccess: signedIn,
  });
  return (
    <form
      method="post"
      className="grid gap-4"
      noValidate
      onSubmit={handleSubmit(({ code }) => verification.mutate(code))}
    >
      <Banner tone="info" role="status">
        {message}{" "}
        <Button look="link" onClick={onOther}>
          {say("Use another email or resend the code")}
        </Button>
      </Banner>
      <FormProblem problem={problemText} />
      <TextField
        label={say("Code")}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        autoFocus
        error={formState.errors.code?.message}
        {...register("code", codeRule())}
      />
      <Button type="submit" look="primary" size="large" wide busy={verification.isPending}>
        {say("Sign in")}
      </Button>
    </form>
  );
}
