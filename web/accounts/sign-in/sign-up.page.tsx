import { useState } from "react";
import { Navigate, useLocation } from "react-router";
import {
  AccountForm,
  AgreementNote,
  emailRule,
  NarrowPage,
  NewPasswordField,
  passwordRule,
  UsernameField,
} from "#web/accounts/account-form.tsx";
import { call } from "#web/api/call.ts";
import { useCompleteSignIn } from "#web/api/session/profile.ts";
import { useSession } from "#web/api/session/session.ts";
import { finishSignIn, openSignIn, pageAfterSignUp } from "#web/api/session/sign-in-request.ts";
import { paths } from "#web/paths.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { say, text } from "#words/say.ts";
import { ContinueWithGoogle } from "./continue-with-google.tsx";

/** Creates an account and returns to the previous page, or leads to the page that asked to sign in. */
export default function SignUpPage() {
  const signedIn = useSession(({ status }) => status === "in");
  const { from = paths.home() } = (useLocation().state ?? {}) as { from?: string };
  // Of now: signing in clears it.
  const [next] = useState(() => pageAfterSignUp(from));
  if (signedIn) return <Navigate to={next} replace />;
  return (
    <NarrowPage
      title={say("Create an account")}
      says={say("See your orders, addresses and wishlist in one place.")}
      head={{
        path: paths.signUp(),
        description: say("Create an account to see your orders, addresses and wishlist in one place."),
      }}
    >
      <SignUpForm onDone={finishSignIn} next={next} />
    </NarrowPage>
  );
}

/** Creates an account; `onDone` is called when signed in. A sign-in with Google leads to `next`. */
function SignUpForm({ onDone, next }: { onDone: () => void; next: string }) {
  const takeSignIn = useCompleteSignIn();
  const state = useCallForm({
    start: { fullname: "", email: "", username: "", password: "" },
    errorFields: ["fullname", "email", "username", "password"],
    send: async ({ fullname, email, username, password }) => {
      const names = { fullname: fullname.trim() || undefined, username: username.trim() || undefined };
      const body = { email: email.trim(), password, ...names };
      takeSignIn(await call("POST /auth/register", { body }));
      toast({ title: say("Welcome! Your account is ready."), tone: "success" });
      onDone();
    },
  });
  return (
    <div className="grid gap-5">
      <AccountForm state={state} action={say("Create account")}>
        <TextField label={say("Name")} optional autoComplete="name" {...registerField(state.form, "fullname")} />
        <TextField
          label={say("Email")}
          type="email"
          autoComplete="email"
          {...registerField(state.form, "email", emailRule())}
        />
        <UsernameField optional {...registerField(state.form, "username")} />
        <NewPasswordField {...registerField(state.form, "password", passwordRule())} />
        <AgreementNote words={text("By creating an account, you agree to our {privacy} and {terms}.")} />
      </AccountForm>
      <ContinueWithGoogle to={next} />
      <p className="text-center text-sm text-muted">
        {say("Already have an account?")}{" "}
        <Button look="link" onClick={() => openSignIn()}>
          {say("Sign in")}
        </Button>
      </p>
    </div>
  );
}
