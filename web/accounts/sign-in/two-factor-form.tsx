import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { SignedIn } from "#contract/accounts/accounts.ts";
import { twoFactorCodeRule } from "#web/accounts/field-rules.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { setFieldErrors } from "#web/api/field-errors.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/text-field.tsx";
import { say } from "#words/say.ts";

interface Props {
  token: string;
  onSignedIn: (answer: SignedIn) => void;
  /** Goes back to the first step. */
  onRestart: () => void;
}

/** The second step of a sign-in: a code of the authenticator app or a recovery code. */
export function TwoFactorForm({ token, onSignedIn, onRestart }: Props) {
  const [problemText, setProblemText] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code: "" } });
  const finish = useMutation({
    mutationFn: ({ code }: { code: string }) => call("POST /auth/two-factor", { body: { token, code } }),
    onMutate: () => setProblemText(undefined),
    onError: (problem) => {
      if (problem instanceof CallProblem && problem.code === "code_wrong")
        return setError("code", { message: problem.message }, { shouldFocus: true });
      setProblemText(messageOf(problem) ?? setFieldErrors(problem, ["code"], setError));
    },
    onSuccess: onSignedIn,
  });
  return (
    <form method="post" className="grid gap-4" noValidate onSubmit={handleSubmit((form) => finish.mutate(form))}>
      <FormProblem problem={problemText} />
      <p className="text-sm text-muted">
        {say("Enter the 6-digit code from your authenticator app, or one of your recovery codes.")}
      </p>
      <TextField
        label={say("Code")}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        maxLength={40}
        autoFocus
        error={formState.errors.code?.message}
        {...register("code", twoFactorCodeRule())}
      />
      <Button type="submit" look="primary" size="large" wide busy={finish.isPending}>
        {say("Sign in")}
      </Button>
      <p className="text-center text-sm">
        <Button look="link" onClick={onRestart}>
          {say("Start again")}
        </Button>
      </p>
    </form>
  );
}

const messageOf = (problem: unknown) =>
  problem instanceof CallProblem && problem.code === "link_expired"
    ? say("This sign-in attempt has expired. Start again.")
    : undefined;
