import { useNavigate } from "react-router";
import type { SignedIn } from "#contract/accounts.ts";
import { useTakeSignIn } from "#web/api/profile.ts";
import { finishSignIn } from "#web/api/sign-in-request.ts";
import { paths } from "#web/paths.ts";
import { toast } from "#web/ui/toast-store.ts";
import { say } from "#words/say.ts";

/**
 * What follows a sign-in, whichever way it was done: the session is kept, it is said, and the dialog goes. An
 * administrator goes to the dashboard, or on with the page of it that was asked for.
 */
export function useSignedIn() {
  const takeSignIn = useTakeSignIn();
  const navigate = useNavigate();
  return (answer: SignedIn) => {
    takeSignIn(answer);
    toast({ title: say("Login successful 🔓"), tone: "success" });
    finishSignIn();
    if (answer.role === "admin" && !isWithin(paths.dashboard())) void navigate(paths.dashboard(), { replace: true });
  };
}

const isWithin = (path: string) => location.pathname.startsWith(`${path}/`);
