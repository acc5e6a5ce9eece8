import { useMutation } from "@tanstack/react-query";
import { CircleCheck, LogIn, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { SignedIn } from "#contract/accounts/accounts.ts";
import { useLinkSecret } from "#web/accounts/use-link-secret.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { isStaff, useSession } from "#web/api/session/session.ts";
import { openSignIn } from "#web/api/session/sign-in-request.ts";
import { useHydrated } from "#web/hydration/deferred-component.tsx";
import { paths } from "#web/paths.ts";
import { EmptyState } from "#web/ui/feedback/loaded.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { say, text } from "#words/say.ts";
import { TwoFactorForm } from "./two-factor-form.tsx";
import { twoFactorTokenOf } from "./two-factor-token.ts";
import { useSignedInElsewhere } from "./use-signed-in.ts";

/** The page after an external sign-in: leads back to where it began, and staff to the dashboard, or says what went wrong. */
export default function LoginSuccessPage() {
  return (
    <main className="page-width grid min-h-[50dvh] place-content-center py-10">
      <PageHead title={say("Signing you in")} hidden />
      <Outcome />
    </main>
  );
}

function Outcome() {
  const { status, role } = useSession();
  const { data: profile } = useProfile();
  const { isWorking, problemCode, secondStep } = useExchange();
  // Only in the browser, as the document is the same for every outcome.
  const problem = (useHydrated() ? new URLSearchParams(location.search).get("problem") : null) ?? problemCode;
  if (secondStep)
    return (
      <Card className="w-full max-w-md p-6 md:p-8">
        <h1 className="mb-4 text-title">{say("Two-factor authentication")}</h1>
        <TwoFactorForm {...secondStep} onRestart={() => openSignIn()} />
      </Card>
    );
  if (problem)
    return (
      <EmptyState level={1} icon={<TriangleAlert />} title={say("Couldn't sign you in")} action={<SignInLinks />}>
        {say(problems.get(problem) ?? text("Google couldn't confirm your identity. Sign in another way."))}
      </EmptyState>
    );
  if (isWorking || status === "unknown") return <Skeleton className="h-64 w-80" />;
  if (status === "out")
    return (
      <EmptyState level={1} icon={<LogIn />} title={say("You aren't signed in")} action={<SignInLinks />}>
        {say("Sign in to see your orders and wishlist.")}
      </EmptyState>
    );
  return (
    <EmptyState
      level={1}
      icon={<CircleCheck />}
      title={profile?.fullname ? say("Welcome, {name}", { name: profile.fullname }) : say("Welcome")}
      action={
        <>
          <ButtonLink to={paths.home()} look="primary" label={say("Continue shopping")} />
          {isStaff({ role }) ? (
            <ButtonLink to={paths.dashboard()} label={say("Dashboard")} />
          ) : (
            <ButtonLink to={paths.account()} label={say("Your account")} />
          )}
        </>
      }
    >
      {say("You're signed in.")}
    </EmptyState>
  );
}

const SignInLinks = () => (
  <>
    <Button look="primary" onClick={() => openSignIn()}>
      {say("Sign in with a password")}
    </Button>
    <ButtonLink to={paths.signUp()} label={say("Create an account")} />
  </>
);

/** Exchanges the returned code for a session, once. */
function useExchange() {
  const code = useLinkSecret("code");
  const signedIn = useSignedInElsewhere();
  const [isFinished, setFinished] = useState(false);
  const isSent = useRef(false);
  const exchanging = useMutation({
    mutationFn: (code: string) => call("POST /auth/exchange", { body: { code } }),
    onSuccess: signedIn,
  });
  const { mutate } = exchanging;
  useEffect(() => {
    if (!code || isSent.current) return;
    isSent.current = true;
    mutate(code);
  }, [code, mutate]);
  const token = twoFactorTokenOf(exchanging.error);
  const onSignedIn = (answer: SignedIn) => {
    setFinished(true);
    signedIn(answer);
  };
  if (token !== undefined) return { secondStep: isFinished ? undefined : { token, onSignedIn }, isWorking: false };
  return {
    isWorking: code === undefined || (Boolean(code) && !exchanging.isSuccess && !exchanging.isError),
    problemCode: exchanging.error instanceof CallProblem ? exchanging.error.code : exchanging.error && "google_failed",
  };
}

const problems = new Map(
  Object.entries({
    google_not_set_up: text(
      "This shop doesn't offer sign-in with Google. Use your username and password, or create an account.",
    ),
    google_unreachable: text("Couldn't reach Google. Try again in a moment, or sign in another way."),
    google_refused: text("You cancelled signing in with Google. You can sign in another way."),
    google_expired: text("This sign-in attempt has expired. Start again."),
    google_email_taken: text(
      "An account with this email address already exists. Sign in with your password or request a code.",
    ),
    google_no_email: text("Google didn't share your email address. We need one to send you updates about your orders."),
    account_blocked: text("This account is blocked. If you think this is a mistake, contact us."),
    link_expired: text("This sign-in attempt has expired. Start again."),
  }),
);
