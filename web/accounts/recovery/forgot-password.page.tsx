import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { NarrowPage } from "#web/accounts/narrow-page.tsx";
import { call } from "#web/api/call.ts";
import { setFieldErrors } from "#web/api/field-errors.ts";
import { openSignIn } from "#web/api/session/sign-in-request.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/text-field.tsx";
import { say } from "#words/say.ts";

/** Requests a password reset link; the answer is the same whether the account exists. */
export default function ForgotPasswordPage() {
  const [problemText, setProblemText] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { username: "" } });
  const request = useMutation({
    mutationFn: (body: { username: string }) => call("POST /auth/password/forgot", { body }),
    onMutate: () => setProblemText(undefined),
    onError: (problem) => setProblemText(setFieldErrors(problem, ["username"], setError)),
  });
  return (
    <NarrowPage
      title={say("Forgot your password?")}
      says={say("We'll email you a link to set a new password. It expires in one hour.")}
    >
      <form method="post" className="grid gap-4" noValidate onSubmit={handleSubmit((who) => request.mutate(who))}>
        <FormProblem problem={problemText} />
        {request.data && (
          <Banner tone="success" role="status">
            {request.data.message}
          </Banner>
        )}
        <TextField
          label={say("Username or email")}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.username?.message}
          {...register("username", { validate: (text) => text.trim() !== "" || say("Username or email required") })}
        />
        <Button type="submit" look="primary" size="large" wide busy={request.isPending}>
          {request.data ? say("Resend link") : say("Send link")}
        </Button>
      </form>
      <p className="mt-5 text-center text-sm text-muted">
        {say("Remember your password?")}{" "}
        <Button look="link" onClick={() => openSignIn()}>
          {say("Sign in")}
        </Button>
      </p>
    </NarrowPage>
  );
}
