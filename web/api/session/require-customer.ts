import { toast } from "#web/ui/feedback/toast-store.ts";
import { useSession } from "./session.ts";
import { openSignIn } from "./sign-in-request.ts";

/** Runs at once for a customer; an administrator is told `toAdmins`; anybody else is asked to sign in first, and then it runs. */
export function requireCustomer(then: () => void, toAdmins: string) {
  const { status, role } = useSession.getState();
  if (status === "in" && role === "customer") return then();
  if (status === "in") return toast({ title: toAdmins });
  openSignIn(() => useSession.getState().role === "customer" && then());
}

/** Whether a customer is signed in, for what only they may ask. */
export const useIsCustomer = () => useSession(({ status, role }) => status === "in" && role === "customer");
