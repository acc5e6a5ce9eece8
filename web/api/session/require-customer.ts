import { toast } from "#web/ui/feedback/toast-store.ts";
import { useSession } from "./session.ts";
import { openSignIn } from "./sign-in-request.ts";

/** Runs `then` for customers, after signing in for guests; administrators see `adminMessage`. */
export function requireCustomer(then: () => void, adminMessage: string) {
  const { status, role } = useSession.getState();
  if (status === "in" && role === "customer") return then();
  if (status === "in") return toast({ title: adminMessage });
  openSignIn(() => useSession.getState().role === "customer" && then());
}

/** Runs `then` for whoever is signed in, after signing in for guests. */
export function requireUser(then: () => void) {
  if (useSession.getState().status === "in") return then();
  openSignIn(then);
}

/** Whether anybody is signed in. */
export const useIsSignedIn = () => useSession(({ status }) => status === "in");

/** Whether a customer is signed in. */
export const useIsCustomer = () => useSession(({ status, role }) => status === "in" && role === "customer");
