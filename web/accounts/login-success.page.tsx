import { CircleCheck, LogIn, TriangleAlert } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useProfile } from "#web/api/profile.ts";
import { useSession } from "#web/api/session.ts";
import { openSignIn } from "#web/api/sign-in-request.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonLook } from "#web/ui/button-look.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { ShopLink } from "#web/ui/shop-link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** Where one lands after signing in elsewhere; says so when that could not be done. */
export default function LoginSuccessPage() {
  return (
    <main className="page-width grid min-h-[50dvh] place-content-center py-10">
      <PageHead title="Signing in" hidden />
      <Outcome />
    </main>
  );
}

function Outcome() {
  const { status, role } = useSession();
  const { data: profile } = useProfile();
  const problem = useProblem();
  if (problem)
    return (
      <EmptyState level={1} icon={<TriangleAlert />} title="That did not work" action={<OtherWays />}>
        {problems[problem] ?? "Google did not confirm who you are. Nothing has changed; please try another way."}
      </EmptyState>
    );
  if (status === "unknown") return <Skeleton className="h-64 w-80" />;
  if (status === "out")
    return (
      <EmptyState level={1} icon={<LogIn />} title="You are not signed in" action={<OtherWays />}>
        Sign in to see your orders and what you wish for.
      </EmptyState>
    );
  return (
    <EmptyState
      level={1}
      icon={<CircleCheck />}
      title={`Welcome, ${profile?.fullname ?? "there"}`}
      action={
        <>
          <ShopLink to={paths.home()} className={buttonLook({ look: "primary" })}>
            Continue shopping
          </ShopLink>
          {role === "admin" ? (
            <ShopLink to={paths.dashboard()} className={buttonLook()}>
              Dashboard
            </ShopLink>
          ) : (
            <ShopLink to={paths.account()} className={buttonLook()}>
              Your account
            </ShopLink>
          )}
        </>
      }
    >
      You are signed in.
    </EmptyState>
  );
}

const OtherWays = () => (
  <>
    <Button look="primary" onClick={() => openSignIn()}>
      Sign in with a password
    </Button>
    <ShopLink to={paths.signUp()} className={buttonLook()}>
      Create an account
    </ShopLink>
  </>
);

const problems: Record<string, string> = {
  google_not_set_up:
    "Signing in with Google is not set up in this shop yet. Please use your username and password, or create an account.",
};

/** The document is the same for every outcome, so what the address says is read only in the browser. */
const useProblem = () =>
  useSyncExternalStore(
    () => () => {},
    () => new URLSearchParams(location.search).get("problem"),
    () => null,
  );
