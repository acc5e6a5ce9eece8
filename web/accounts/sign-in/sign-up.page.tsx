import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Navigate, useLocation } from "react-router";
import { emailRule, passwordRule } from "#web/accounts/field-rules.ts";
import { NarrowPage } from "#web/accounts/narrow-page.tsx";
import { call } from "#web/api/call.ts";
import { setFieldErrors } from "#web/api/field-errors.ts";
import { useCompleteSignIn } from "#web/api/session/profile.ts";
import { useSession } from "#web/api/session/session.ts";
import { finishSignIn, openSignIn } from "#web/api/session/sign-in-request.ts";
import { paths } from "#web/paths.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { PasswordField } from "#web/ui/forms/fields/password-field.tsx";
import { TextField } from "#web/ui/forms/fields/text-field.tsx";
import { say, text } from "#words/say.ts";
import { AgreementNote } from "./agreement-note.tsx";
import { ContinueWithGoogle } from "./continue-with-google.tsx";

/** Creates an account and returns to the previous page. */
export default function SignUpPage() {
  const signedIn = useSession(({ status }) => status === "in");
  const { from = paths.home() } = (useLocation().state ?? {}) as { from?: string };
  if (signedIn) return <Navigate to={from} replace />;
  return (
    <NarrowPage
      title={say("Create an account")}
      says={say("See your orders, addresses and wishlist in one place.")}
      head={{
        path: paths.signUp(),
        description: say("Create an account to see your orders, addresses and wishlist in one place."),
      }}
    >
      <SignUpForm onDone={finishSignIn} />
    </NarrowPage>
  );
}

interface NewAccount {
  fullname: string;
  email: string;
  password: string;
}

/** Creates an account; `onDone` is called when signed in. */
function SignUpForm({ onDone }: { onDone: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm<NewAccount>({
    defaultValues: { fullname: "", email: "", password: "" },
  });
  const [problemText, setProblemText] = useState<string>();
  const takeSignIn = useCompleteSignIn();
  const registration = useMutation({
    mutationFn: ({ fullname, email, password }: NewAccount) =>
      call("POST /auth/register", { body: { email: email.trim(), password, fullname: fullname.trim() || undefined } }),
    onMutate: () => setProblemText(undefined),
    onError: (problem) => setProblemText(setFieldErrors(problem, ["fullname", "email", "password"], setError)),
    onSuccess: (answer) => {
      takeSignIn(answer);
      toast({ title: say("Welcome! Your account is ready."), tone: "success" });
      onDone();
    },
  });
  const submit = handleSubmit((account) => registration.mutate(account));
  const { errors } = formState;
  return (
    <div className="grid gap-5">
      <form method="post" className="grid gap-4" noValidate onSubmit={submit}>
        <FormProblem problem={problemText} />
        <TextField
          label={say("Name")}
          optional
          autoComplete="name"
          error={errors.fullname?.message}
          {...register("fullname")}
        />
        <TextField
          label={say("Email")}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register("email", emailRule())}
        />
        <PasswordField
          label={say("Password")}
          autoComplete="new-password"
          hint={say("Use at least 8 characters.")}
          error={errors.password?.message}
          {...register("password", passwordRule())}
        />
        <AgreementNote words={text("By creating an account, you agree to our {privacy} and {terms}.")} />
        <Button type="submit" look="primary" size="large" wide busy={registration.isPending}>
          {say("Create account")}
        </Button>
      </form>
      <ContinueWithGoogle />
      <p className="text-center text-sm text-muted">
        {say("Already have an account?")}{" "}
        <Button look="link" onClick={() => openSignIn()}>
          {say("Sign in")}
        </Button>
      </p>
    </div>
  );
}
