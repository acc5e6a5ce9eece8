import { Navigate, useLocation } from "react-router";
import { NarrowPage } from "#web/accounts/narrow-page.tsx";
import { useSession } from "#web/api/session/session.ts";
import { finishSignIn } from "#web/api/session/sign-in-request.ts";
import { paths } from "#web/paths.ts";
import { say } from "#words/say.ts";
import { SignUpForm } from "./sign-up-form.tsx";

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
