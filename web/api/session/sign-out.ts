import { useCallback } from "react";
import { useNavigate } from "react-router";
import { clearPersonalStorage } from "#web/api/browser-storage.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { confirmLeaving } from "#web/ui/forms/unsaved/confirm-leaving.ts";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { noUnsavedChanges } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";
import { clearSession, forgetTokens, storedTokens, useSession } from "./session.ts";

const delayMs = 200;
/** The home page may take long to load, or never. */
const longestNavigationMs = 1000;

/** Signs out: asks for unsaved changes, navigates home, then 200 ms later ends the session here and on the server. */
export function useSignOut() {
  const navigate = useNavigate();
  return useCallback(
    () =>
      signOut(async () => {
        if (!(await confirmLeaving()) || !(await confirmLosingGuest())) return false;
        // A protected page that is still shown would ask to sign in.
        await Promise.race([navigate("/", { replace: true, state: noUnsavedChanges }), wait(longestNavigationMs)]);
        return true;
      }),
    [navigate],
  );
}

let signingOut: Promise<void> | undefined;

/** Asks who bought with an email alone: nothing but that email leads back to the orders. */
async function confirmLosingGuest(): Promise<boolean> {
  if (useSession.getState().accountStatus !== "provisional") return true;
  return confirm({
    title: say("Log out without an account?"),
    says: say("To see your orders again, sign in with a code that we send to the email you ordered with."),
    action: say("Logout"),
  });
}

/** Ends the session once `leave` has left the page; it resolves to false if the user stays. A second call changes nothing. */
export const signOut = (leave: () => Promise<boolean>): Promise<void> =>
  (signingOut ??= leaveAndEnd(leave).finally(() => {
    signingOut = undefined;
  }));

async function leaveAndEnd(leave: () => Promise<boolean>) {
  if (!(await leave())) return;
  await wait(delayMs);
  void revokeSession(storedTokens().refresh_token);
  clearPersonal();
  toast({ title: say("You're logged Out") });
}

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** After the account was deleted: navigates home without a session and shows `message`. */
export function useAccountClosed(message: string) {
  const navigate = useNavigate();
  return useCallback(() => {
    const end = () => {
      clearPersonal();
      toast({ title: message, tone: "success" });
    };
    // Until home is there, the server rejects what the page still asks for.
    forgetTokens();
    void Promise.resolve(navigate("/", { replace: true, state: noUnsavedChanges })).finally(end);
  }, [navigate, message]);
}

function clearPersonal() {
  clearSession({ dropsUnsaved: true });
  clearPersonalStorage();
}

/** Sent with the refresh token, so not through `call`. A failure is only logged. */
async function revokeSession(refreshToken: string | undefined) {
  if (!refreshToken) return;
  try {
    const { ok, status } = await fetch("/v1/auth/logout", {
      method: "POST",
      credentials: "include",
      keepalive: true,
      headers: { authorization: `Bearer ${refreshToken}` },
    });
    if (!ok) console.error("The server could not end the session; it will expire.", status);
  } catch (error) {
    console.error("The session could not be ended on the server; it will expire.", error);
  }
}
