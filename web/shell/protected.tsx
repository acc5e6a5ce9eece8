import { type ReactNode, useEffect, useRef } from "react";
import { Navigate, useLocation } from "react-router";
import type { Role } from "#contract/accounts/accounts.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { useSession } from "#web/api/session/session.ts";
import { closeSignIn, openSignIn } from "#web/api/session/sign-in-request.ts";
import { paths } from "#web/paths.ts";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { NoScriptBanner } from "#web/ui/feedback/no-script-banner.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { say } from "#words/say.ts";

interface Props {
  /** Who may see it; anybody signed in when left out. */
  roles?: readonly Role[];
  children: ReactNode;
}

const reopenMs = 500;

/** A screen for people who are signed in. Others get the sign-in dialog over a blank cover, the wrong role goes to /unauthorized. */
export function Protected({ roles, children }: Props) {
  const { status, role, justLoggedOut } = useSession();
  const profile = useProfile();
  const location = useLocation();
  const { key } = location;
  const wasIn = useRef(false);
  useEffect(() => {
    if (status === "in") wasIn.current = true;
    // The session ended while this was on the screen: one is on the way home, and nothing is asked.
    if (wasIn.current && justLoggedOut) return;
    // Turned away a moment ago, one step back leads to another protected screen: it asks too, when it may.
    if (status !== "out" || openSignIn()) return;
    const again = setTimeout(openSignIn, reopenMs);
    return () => clearTimeout(again);
  }, [status, key, justLoggedOut]);
  // Leaving the page another way takes its question along.
  useEffect(() => closeSignIn, []);
  if (status === "unknown" || (status === "in" && profile.isPending))
    return (
      <>
        <title>{say("Loading...")}</title>
        {/* As high as the screen, so that what is below does not move once the page is there. */}
        <div className="noscript:hidden min-h-dvh">
          <LoadingScreen />
        </div>
        {/* What is one's own is drawn by the browser alone. */}
        <div className="page-width py-10">
          <NoScriptBanner />
        </div>
      </>
    );
  if (status === "out")
    return (
      <>
        <title>{say("Sign in")}</title>
        <div className="fixed inset-0 z-30 bg-page" data-testid="cover" />
      </>
    );
  if (roles && !(role && roles.includes(role)))
    return <Navigate to={paths.unauthorized()} state={{ from: location }} replace />;
  // Not drawn before it is known: each part that asks for it would begin anew, and all would wait without end.
  if (!profile.data)
    return (
      <main className="page-width py-10">
        <title>{say("Your account")}</title>
        <h1 className="sr-only">{say("Your account")}</h1>
        <ErrorNotice onRetry={() => void profile.refetch()}>{profile.error?.message}</ErrorNotice>
      </main>
    );
  return children;
}

/** The full-screen 'Loading...' shown while it is not known yet who is asking. */
export const LoadingScreen = () => (
  <div role="status" className="fixed inset-0 z-40 grid place-items-center bg-page">
    <p className="flex items-center gap-3 text-muted">
      <Spinner className="text-xl text-link" />
      {say("Loading...")}
    </p>
  </div>
);
