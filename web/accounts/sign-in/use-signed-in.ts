import { useNavigate } from "react-router";
import type { SignedIn } from "#contract/accounts/accounts.ts";
import { useCompleteSignIn } from "#web/api/session/profile.ts";
import { isStaff } from "#web/api/session/session.ts";
import { finishSignIn } from "#web/api/session/sign-in-request.ts";
import { paths } from "#web/paths.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { say } from "#words/say.ts";
import { returnPath } from "./return-path.ts";

/**
 * Completes a sign-in: stores the session, shows a toast and closes the dialog. Administrators and staff go to the dashboard, or
 * stay on its requested page.
 */
export function useFinishSignIn() {
  const takeSignIn = useCompleteSignIn();
  const navigate = useNavigate();
  return (answer: SignedIn) => {
    takeSignIn(answer);
    // Who enters an email to order has no login.
    if (answer.account_status !== "provisional") toast({ title: say("Login successful 🔓"), tone: "success" });
    if (isStaff(answer) && !isAtOrBelow(paths.dashboard())) void navigate(paths.dashboard(), { replace: true });
    // Afterwards, as what waited for the sign-in may lead to another page.
    finishSignIn();
  };
}

/** Completes a sign-in on `/login-success`: a toast, then staff go to the dashboard, customers back to where they began. */
export function useSignedInElsewhere() {
  const takeSignIn = useCompleteSignIn();
  const navigate = useNavigate();
  return (answer: SignedIn) => {
    takeSignIn(answer);
    toast({ title: say("Login successful 🔓"), tone: "success" });
    const path = returnPath.take();
    const isElsewhere = isStaff(answer) && !path.startsWith(`${paths.dashboard()}/`);
    void navigate(isElsewhere ? paths.dashboard() : path, { replace: true });
  };
}

const isAtOrBelow = (path: string) => location.pathname.startsWith(`${path}/`);
