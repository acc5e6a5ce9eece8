import { create } from "zustand";
import type { AccountStatus, Role, SignedIn } from "#contract/accounts/accounts.ts";

/** Who this browser is signed in as. `unknown` until what is stored has been read, as in documents from the server. */
export interface Session {
  status: "unknown" | "in" | "out";
  /** Whose access token is stored. One user may replace another without being signed out in between. */
  userId: string | null;
  role: Role | null;
  accountStatus: AccountStatus | null;
  /** Set by signing out, cleared by signing in. */
  justLoggedOut: boolean;
}
export type Tokens = Pick<SignedIn, "access_token" | "refresh_token">;

const keys = ["access_token", "refresh_token", "role", "account_status"] as const;
const nobody = { status: "out", userId: null, role: null, accountStatus: null } as const;

export const useSession = create<Session>(() => ({ ...nobody, status: "unknown", justLoggedOut: false }));

/** Reads what is stored: an access token there means signed in. A failing read is logged and clears the session. */
export function restoreSession() {
  try {
    const token = localStorage.getItem("access_token");
    if (!token) return forget();
    useSession.setState({
      status: "in",
      userId: userIdOf(token),
      role: localStorage.getItem("role") as Role | null,
      accountStatus: localStorage.getItem("account_status") as AccountStatus | null,
    });
  } catch (error) {
    console.error("The stored session could not be read.", error);
    forget();
  }
}

/** Keeps the answer of a sign-in. */
export function signIn({ access_token, refresh_token, role, account_status }: Omit<SignedIn, "user">) {
  keep({ access_token, refresh_token, role, account_status });
  useSession.setState({
    status: "in",
    userId: userIdOf(access_token),
    role,
    accountStatus: account_status,
    justLoggedOut: false,
  });
}

/** Calls `then` when a user signs in or out, or another user replaces them. Returns how to stop. */
export const onUserChange = (then: (now: Session, before: Session) => void) =>
  useSession.subscribe((now, before) => {
    if (now.status !== before.status || now.userId !== before.userId) then(now, before);
  });

/** Ends the session in this browser: after signing out, or when the shop no longer knows it. */
export function clearSession() {
  forget();
  useSession.setState({ justLoggedOut: true });
}

/** The tokens as they stand in storage now, which another tab may have changed. */
export function storedTokens(): Partial<Tokens> {
  try {
    return {
      access_token: localStorage.getItem("access_token") ?? undefined,
      refresh_token: localStorage.getItem("refresh_token") ?? undefined,
    } as Partial<Tokens>;
  } catch {
    return {};
  }
}

export const storeTokens = ({ access_token, refresh_token }: Tokens) => keep({ access_token, refresh_token });

/** Follows other tabs: signing in or out in one is seen in all. Returns how to stop. */
export function syncSessionAcrossTabs() {
  const follow = ({ key }: StorageEvent) => {
    if (key === null || key === "access_token" || key === "role") restoreSession();
  };
  addEventListener("storage", follow);
  return () => removeEventListener("storage", follow);
}

type Listener = () => void;
const losers = new Set<Listener>();

/** Hears when the shop ended the session (a failed refresh, a broken token): the shell then goes home. Returns how to stop. */
export function onSessionExpired(listener: Listener) {
  losers.add(listener);
  return () => void losers.delete(listener);
}

/** Signs out because the shop said so, and goes home. */
export function expireSession() {
  clearSession();
  for (const listener of losers) listener();
}

/** Who a token was made for: a token renewed is the same person's. */
function userIdOf(token: string): string | null {
  try {
    const claims = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return (JSON.parse(atob(claims)) as { sub?: string }).sub ?? null;
  } catch {
    return null;
  }
}

function keep(values: Partial<Record<(typeof keys)[number], string>>) {
  try {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  } catch (error) {
    console.error("The session could not be stored; it lasts until this page is left.", error);
  }
}

function forget() {
  useSession.setState(nobody);
  try {
    for (const key of keys) localStorage.removeItem(key);
  } catch (error) {
    console.error("The stored session could not be removed.", error);
  }
}
