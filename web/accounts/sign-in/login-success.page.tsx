import { useMutation } from "@tanstack/react-query";
import { CircleCheck, LogIn, TriangleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLinkSecret } from "#web/accounts/use-link-secret.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { useCompleteSignIn, useProfile } from "#web/api/session/profile.ts";
import { useSession } from "#web/api/session/session.ts";
import { openSignIn } from "#web/api/session/sign-in-request.ts";
import { useHydrated } from "#web/hydration/deferred-component.tsx";
import { paths } from "#web/paths.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button, buttonLook } from "#web/ui/forms/button.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { say, text } from "#words/say.ts";

/** The page after an external sign-in, with its result. */
export default function LoginSuccessPage() {
  return (
    <main className="page-width grid min-h-[50dvh] place-content-center py-10">
      <PageHead title={say("Signing in")} hidden />
      <Outcome />
    </main>
  );
}

function Outcome() {
  const { status, role } = useSession();
  const { data: profile } = useProfile();
  const { isWorking, problemCode } = useExchange();
  // Only in the browser, as the document is the same for every outcome.
  const problem = (useHydrated() ? new URLSearchParams(location.search).get("problem") : null) ?? problemCode;
  if (problem)
    return (
      <EmptyState level={1} icon={<TriangleAlert />} title={say("That did not work")} action={<SignInLinks />}>
        {say(
          problems[problem] ?? text("Google did not confirm who you are. Nothing has changed; please try another way."),
        )}
      </EmptyState>
    );
  if (isWorking || status === "unknown") return <Skeleton className="h-64 w-80" />;
  if (status === "out")
    return (
      <EmptyState level={1} icon={<LogIn />} title={say("You are not signed in")} action={<SignInLinks />}>
        {say("Sign in to see your orders and what you wish for.")}
      </EmptyState>
    );
  return (
    <EmptyState
      level={1}
      icon={<CircleCheck />}
      title={profile?.fullname ? say("Welcome, {name}", { name: profile.fullname }) : say("Welcome, there")}
      action={
        <>
          <ShopLink to={paths.home()} className={buttonLook({ look: "primary" })}>
            {say("Continue shopping")}
          </ShopLink>
          {role === "admin" ? (
            <ShopLink to={paths.dashboard()} className={buttonLook()}>
              {say("Dashboard")}
            </ShopLink>
          ) : (
            <ShopLink to={paths.account()} className={buttonLook()}>
              {say("Your account")}
            </ShopLink>
          )}
        </>
      }
    >
      {say("You are signed in.")}
    </EmptyState>
  );
}

const SignInLinks = () => (
  <>
    <Button look="primary" onClick={() => openSignIn()}>
      {say("Sign in with a password")}
    </Button>
    <ShopLink to={paths.signUp()} className={buttonLook()}>
      {say("Create an account")}
    </ShopLink>
  </>
);

/** Exchanges the returned code for a session, once. */
function useExchange() {
  const code = useLinkSecret("code");
  const takeSignIn = useCompleteSignIn();
  const isSent = useRef(false);
  const exchanging = useMutation({
    mutationFn: (code: string) => call("POST /auth/exchange", { body: { code } }),
    onSuccess: takeSignIn,
  });
  const { mutate } = exchanging;
  useEffect(() => {
    if (!code || isSent.current) return;
    isSent.current = true;
    mutate(code);
  }, [code, mutate]);
  return {
    isWorking: code === undefined || (Boolean(code) && !exchanging.isSuccess && !exchanging.isError),
    problemCode: exchanging.error instanceof CallProblem ? exchanging.error.code : exchanging.error && "google_failed",
  };
}

const problems: Record<string, string> = {
  google_not_set_up: text(
    "Signing in with Google is not set up in this shop yet. Please use your username and password, or create an account.",
  ),
  google_unreachable: text("Google can't be reached right now. Please try again in a moment, or sign in another way."),
  google_refused: text("You said no at Google, so nothing has changed here. Sign in another way whenever you like."),
  google_expired: text("That took too long, or was tried twice. Please start once more."),
  google_email_taken: text(
    "This e-mail address already has an account here. Sign in to it with your password, or have a code sent to you.",
  ),
  google_no_email: text("Google did not tell us an e-mail address, and we need one to reach you about your orders."),
  account_blocked: text("This account is blocked. Write to us if you think that is a mistake."),
  link_expired: text("That took too long, or was tried twice. Please start once more."),
};
