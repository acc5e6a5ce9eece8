import { useState } from "react";
import { useNavigate } from "react-router";
import type { SignedIn } from "#contract/accounts/accounts.ts";
import { AccountForm, NarrowPage, NewPasswordField, passwordRule } from "#web/accounts/account-form.tsx";
import { TwoFactorForm } from "#web/accounts/sign-in/two-factor-form.tsx";
import { takeTwoFactorToken } from "#web/accounts/sign-in/two-factor-token.ts";
import { useLinkSecret } from "#web/accounts/use-link-secret.ts";
import { call } from "#web/api/call.ts";
import { useCompleteSignIn } from "#web/api/session/profile.ts";
import { openSignIn } from "#web/api/session/sign-in-request.ts";
import { paths } from "#web/paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { notBlank, registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
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
  const [secondStep, setSecondStep] = useState<string>();
  const finish = (answer: SignedIn) => {
    takeSignIn(answer);
    void navigate(paths.dashboard(), { replace: true });
  };
  const state = useCallForm({
    start: { fullname: "", password: "" },
    errorFields: ["fullname", "password"],
    send: async (form) => finish(await call("POST /auth/invitation/accept", { body: { token, ...form } })),
    onProblem: (problem) => {
      if (problem.code === "link_expired") onExpired();
      return problem.code === "link_expired" || takeTwoFactorToken(problem, setSecondStep);
    },
  });
  if (secondStep !== undefined)
    return <TwoFactorForm token={secondStep} onSignedIn={finish} onRestart={() => openSignIn()} />;
  return (
    <AccountForm state={state} action={say("Accept and sign in")}>
      <TextField
        label={say("Name")}
        autoComplete="name"
        {...registerField(state.form, "fullname", notBlank(say("Name required")))}
      />
      <NewPasswordField {...registerField(state.form, "password", passwordRule())} />
    </AccountForm>
  );
}
