import { Navigate, useLocation } from "react-router";
import { useSession } from "#web/api/session.ts";
import { finishSignIn } from "#web/api/sign-in-request.ts";
import { paths } from "#web/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { say } from "#words/say.ts";
import { SignUpForm } from "./sign-up-form.tsx";

/** Opens an account and returns to where one came from, signed in. */
export default function SignUpPage() {
  const signedIn = useSession(({ status }) => status === "in");
  const { from = paths.home() } = (useLocation().state ?? {}) as { from?: string };
  if (signedIn) return <Navigate to={from} replace />;
  return (
    <main className="page-width grid justify-items-center py-10 md:py-16">
      <PageHead
        title={say("Create an account")}
        path={paths.signUp()}
        description={say("An account keeps your orders, your addresses and what you wish for.")}
      />
      <Card className="w-full max-w-md p-6 md:p-8">
        <h1 className="text-title">{say("Create an account")}</h1>
        <p className="mt-2 mb-6 text-muted">{say("It keeps your orders, your addresses and what you wish for.")}</p>
        <SignUpForm onDone={finishSignIn} />
      </Card>
    </main>
  );
}
