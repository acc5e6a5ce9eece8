import { type ReactNode, useEffect, useRef } from "react";
import { Navigate, useLocation } from "react-router";
import type { Role } from "#contract/accounts/accounts.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { useSession } from "#web/api/session/session.ts";
import { leaveProtectedPage, openSignIn } from "#web/api/session/sign-in-request.ts";
import { paths } from "#web/paths.ts";
import { NoScriptBanner } from "#web/ui/feedback/banner.tsx";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { say } from "#words/say.ts";

interface Props {
  /** Allowed roles; any signed-in user by default. */
  roles?: readonly Role[];
  /** Whether the sign-in dialog offers guests a code first. */
  offersCode?: boolean;
  children: ReactNode;
}

const reopenMs = 500;

/** A page for signed-in users: guests get the sign-in dialog over a blank white page, the wrong role goes to /unauthorized. */
export function Protected({ roles, offersCode = false, children }: Props) {
  const { status, role, justLoggedOut } = useSession();
  const profile = useProfile();
  const location = useLocation();
  const { key } = location;
  const wasIn = useRef(false);
  useEffect(() => {
    if (status === "in") wasIn.current = true;
    // The session has just ended here, and the shell navigates home.
    if (wasIn.current && justLoggedOut) return;
    // Reopening is blocked for a moment after the dialog was dismissed.
    const open = () => openSignIn(undefined, offersCode);
    if (status !== "out" || open()) return;
    const timer = setTimeout(open, reopenMs);
    return () => clearTimeout(timer);
  }, [status, key, justLoggedOut, offersCode]);
  useEffect(() => leaveProtectedPage, []);
  if (status === "unknown" || (status === "in" && profile.isPending))
    return (
      <>
        <title>{say("Loading...")}</title>
        {/* As high as the screen, so that the footer doesn't move. */}
        <div className="noscript:hidden min-h-dvh">
          <LoadingScreen />
        </div>
        <div className="page-width py-10">
          <NoScriptBanner />
        </div>
      </>
    );
  if (status === "out")
    return (
      <>
        <title>{say("Sign in")}</title>
        <div className="cover fixed inset-0 z-30 bg-[white]" data-testid="cover" />
      </>
    );
  if (roles && !(role && roles.includes(role)))
    return <Navigate to={paths.unauthorized()} state={{ from: location }} replace />;
  // Children use the profile; each of them would retry the failed query.
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

/** Shown until the session is known. */
const LoadingScreen = () => (
  <div role="status" className="fixed inset-0 z-40 grid place-items-center bg-page">
    <p className="flex items-center gap-3 text-muted">
      <Spinner className="text-xl text-link" />
      {say("Loading...")}
    </p>
  </div>
);
