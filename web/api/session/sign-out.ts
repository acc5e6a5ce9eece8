import { useCallback } from "react";
import { useNavigate } from "react-router";
import { clearPersonalStorage } from "#web/api/personal-storage.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { say } from "#words/say.ts";
import { clearSession, storedTokens } from "./session.ts";

const delayMs = 200;

/** Signs out: home first, then, 200 ms later, the session is gone here and at the shop. */
export function useSignOut() {
  const navigate = useNavigate();
  return useCallback(() => {
    const end = () => {
      void forgetAtShop(storedTokens().refresh_token);
      forgetHere();
      toast({ title: say("You're logged Out") });
    };
    // Once home is there: a page for people signed in, still on the screen, would ask to sign in.
    void Promise.resolve(navigate("/", { replace: true })).finally(() => setTimeout(end, delayMs));
  }, [navigate]);
}

/** Leaves an account that is no more: home, without a session, and `words` to say so. */
export function useAccountClosed(words: string) {
  const navigate = useNavigate();
  return useCallback(() => {
    const end = () => {
      forgetHere();
      toast({ title: words, tone: "success" });
    };
    void Promise.resolve(navigate("/", { replace: true })).finally(end);
  }, [navigate, words]);
}

function forgetHere() {
  clearSession();
  clearPersonalStorage();
}

/** The refresh token is its bearer, so it can't go through `call`. Whoever wants to leave leaves: a failure is only logged. */
async function forgetAtShop(refreshToken: string | undefined) {
  if (!refreshToken) return;
  try {
    const { ok, status } = await fetch("/v1/auth/logout", {
      method: "POST",
      credentials: "include",
      keepalive: true,
      headers: { authorization: `Bearer ${refreshToken}` },
    });
    if (!ok) console.error("The shop could not forget the session; it ends by itself.", status);
  } catch (error) {
    console.error("The shop could not be told about signing out; the session ends by itself.", error);
  }
}
