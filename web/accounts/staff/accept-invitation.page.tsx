import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import type { SignedIn } from "#contract/accounts/accounts.ts";
import { passwordRule } from "#web/accounts/field-rules.ts";
import { NarrowPage } from "#web/accounts/narrow-page.tsx";
import { TwoFactorForm } from "#web/accounts/sign-in/two-factor-form.tsx";
import { twoFactorTokenOf } from "#web/accounts/sign-in/two-factor-token.ts";
import { useLinkSecret } from "#web/accounts/use-link-secret.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { setFieldErrors } from "#web/api/field-errors.ts";
import { useCompleteSignIn } from "#web/api/session/profile.ts";
import { openSignIn } from "#web/api/session/sign-in-request.ts";
import { paths } from "#web/paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { PasswordField } from "#web/ui/forms/fields/password-field.tsx";
import { TextField } from "#web/ui/forms/fields/text-field.tsx";
import { say } from "#words/say.ts";

/** The page of an invitation to the staff: sets name and password and opens the dashboard. */
export default function AcceptInvitationPage() {
  const token = useLinkSecret("token");
  const [isExpired, setExpired] = useState(false);
  return (
    <NarrowPage title={say("Accept invitation")} says={say("Set a password to manage the shop.")}>
      {token === undefined && <Skeleton className="h-64" />}
      {token && !isExpired && <NewMember token={token} onExpired={() => setExpired(true)} />}
      {(token === null || isExpired) && (
        <Banner tone="warning" role={isExpired ? "alert" : undefined}>
          {say("This invitation has expired or was withdrawn. Ask the administrator who invited you for a new one.")}
        </Banner>
      )}
    </NarrowPage>
  );
}

function NewMember({ token, onExpired }: { token: string; onExpired: () => void }) {
  const navigate = useNavigate();
  const takeSignIn = useCompleteSignIn();
  const [problemText, setProblemText] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { fullname: "", password: "" } });
  const finish = (answer: SignedIn) => {
    takeSignIn(answer);
    void navigate(paths.dashboard(), { replace: true });
  };
  const accept = useMutation({
    mutationFn: (form: { fullname: string; password: string }) =>
      call("POST /auth/invitation/accept", { body: { token, ...form } }),
    onMutate: () => setProblemText(undefined),
    onError: (problem) => {
      if (problem instanceof CallProblem && problem.code === "link_expired") return onExpired();
      setProblemText(setFieldErrors(problem, ["fullname", "password"], setError));
    },
    onSuccess: finish,
  });
  const { errors } = formState;
  const secondStep = twoFactorTokenOf(accept.error);
  if (secondStep !== undefined)
    return <TwoFactorForm token={secondStep} onSignedIn={finish} onRestart={() => openSignIn()} />;
  return (
    <form method="post" className="grid gap-4" noValidate onSubmit={handleSubmit((form) => accept.mutate(form))}>
      <FormProblem problem={problemText} />
      <TextField
        label={say("Name")}
        autoComplete="name"
        error={errors.fullname?.message}
        {...register("fullname", { validate: (typed) => typed.trim() !== "" || say("Name required") })}
      />
      <PasswordField
        label={say("Password")}
        autoComplete="new-password"
        hint={say("Use at least 8 characters.")}
        error={errors.password?.message}
        {...register("password", passwordRule())}
      />
      <Button type="submit" look="primary" size="large" wide busy={accept.isPending}>
        {say("Accept and sign in")}
      </Button>
    </form>
  );
}
