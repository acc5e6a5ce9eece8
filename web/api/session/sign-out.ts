import { useCallback } from "react";
import { useNavigate } from "react-router";
import { clearPersonalStorage } from "#web/api/browser-storage.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { confirmLeaving } from "#web/ui/forms/confirm-leaving.ts";
import { noUnsavedChanges } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";
import { clearSession, storedTokens } from "./session.ts";

const delayMs = 200;

/** Signs out: asks for unsaved changes, navigates home, then 200 ms later ends the session here and on the server. */
export function useSignOut() {
  const navigate = useNavigate();
  return useCallback(async () => {
    if (!(await confirmLeaving())) return;
    const end = () => {
      void revokeSession(storedTokens().refresh_token);
      clearPersonal();
      toast({ title: say("You're logged Out") });
    };
    // A protected page that is still shown would ask to sign in.
    await navigate("/", { replace: true, state: noUnsavedChanges });
    setTimeout(end, delayMs);
  }, [navigate]);
}

/** After the account was deleted: navigates home without a session and shows `message`. */
export function useAccountClosed(message: string) {
  const navigate = useNavigate();
  return useCallback(() => {
    const end = () => {
      clearPersonal();
      toast({ title: message, tone: "success" });
    };
    void Promise.resolve(navigate("/", { replace: true, state: noUnsavedChanges })).finally(end);
  }, [navigate, message]);
}

function clearPersonal() {
  clearSession();
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
