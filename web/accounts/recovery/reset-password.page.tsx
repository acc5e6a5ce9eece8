import { useState } from "react";
import { useNavigate } from "react-router";
import type { SignedIn } from "#contract/accounts/accounts.ts";
import { AccountForm, NarrowPage, NewPasswordField, passwordRule } from "#web/accounts/account-form.tsx";
import { TwoFactorForm } from "#web/accounts/sign-in/two-factor-form.tsx";
import { takeTwoFactorToken } from "#web/accounts/sign-in/two-factor-token.ts";
import { useLinkSecret } from "#web/accounts/use-link-secret.ts";
import { call } from "#web/api/call.ts";
import { useCompleteSignIn } from "#web/api/session/profile.ts";
import { isStaff } from "#web/api/session/session.ts";
import { openSignIn } from "#web/api/session/sign-in-request.ts";
import { paths } from "#web/paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { say } from "#words/say.ts";

/** The page of a password reset link: sets a new password and signs in. */
export default function ResetPasswordPage() {
  const token = useLinkSecret("token");
  const [isExpired, setExpired] = useState(false);
  return (
    <NarrowPage title={say("Set a new password")}>
      {token === undefined && <Skeleton className="h-44" />}
      {token && !isExpired && <NewPassword token={token} onExpired={() => setExpired(true)} />}
      {(token === null || isExpired) && (
        <div className="grid gap-5">
          <Banner tone="warning" role={isExpired ? "alert" : undefined}>
            {say("This link has expired or has already been used. Request a new one.")}
          </Banner>
          <ButtonLink to={paths.forgotPassword()} look="primary" size="large" wide label={say("Request a new link")} />
        </div>
      )}
    </NarrowPage>
  );
}

function NewPassword({ token, onExpired }: { token: string; onExpired: () => void }) {
  const navigate = useNavigate();
  const takeSignIn = useCompleteSignIn();
  const [secondStep, setSecondStep] = useState<string>();
  const finish = (answer: SignedIn) => {
    takeSignIn(answer);
    toast({
      title: say("Password changed"),
      description: say("You've been signed out on your other devices."),
      tone: "success",
    });
    void navigate(isStaff(answer) ? paths.dashboard() : paths.account(), { replace: true });
  };
  const state = useCallForm({
    start: { password: "" },
    errorFields: ["password"],
    send: async ({ password }) => finish(await call("POST /auth/password/reset", { body: { token, password } })),
    onProblem: (problem) => {
      if (problem.code === "link_expired") onExpired();
      return problem.code === "link_expired" || takeTwoFactorToken(problem, setSecondStep);
    },
  });
  if (secondStep !== undefined)
    return <TwoFactorForm token={secondStep} onSignedIn={finish} onRestart={() => openSignIn()} />;
  return (
    <AccountForm state={state} action={say("Save and sign in")}>
      <NewPasswordField
        label={say("New password")}
        hint={say("Use at least 8 characters. You'll be signed out on your other devices.")}
        {...registerField(state.form, "password", passwordRule())}
      />
    </AccountForm>
  );
}
