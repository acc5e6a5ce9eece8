import { create } from "zustand";
import type { AccountStatus, Role, SignedIn } from "#contract/accounts/accounts.ts";

/** Who is signed in; `unknown` on the server and until storage has been read. */
export interface Session {
  status: "unknown" | "in" | "out";
  /** The user of the stored access token; another user may sign in without a sign-out in between. */
  userId: string | null;
  role: Role | null;
  accountStatus: AccountStatus | null;
  /** Set on sign-out, cleared on sign-in. */
  justLoggedOut: boolean;
}
export type Tokens = Pick<SignedIn, "access_token" | "refresh_token">;

const keys = ["access_token", "refresh_token", "role", "account_status"] as const;
const nobody = { status: "out", userId: null, role: null, accountStatus: null } as const;

export const useSession = create<Session>(() => ({ ...nobody, status: "unknown", justLoggedOut: false }));

/** Whether an administrator or a member of staff is signed in: they have the dashboard and can't order. */
export const isStaff = ({ role }: Pick<Session, "role">) => role === "admin" || role === "staff";

/** Reads the stored session; a failing read is logged and clears it. */
export function restoreSession() {
  try {
    const token = localStorage.getItem("access_token");
    if (!token) return reset();
    useSession.setState({
      status: "in",
      userId: userIdOf(token),
      role: localStorage.getItem("role") as Role | null,
      accountStatus: localStorage.getItem("account_status") as AccountStatus | null,
    });
  } catch (error) {
    console.error("The stored session could not be read.", error);
    reset();
  }
}

/** Stores the session of a sign-in. */
export function signIn({ access_token, refresh_token, role, account_status }: Omit<SignedIn, "user">) {
  store({ access_token, refresh_token, role, account_status });
  useSession.setState({
    status: "in",
    userId: userIdOf(access_token),
    role,
    accountStatus: account_status,
    justLoggedOut: false,
  });
}

/** Calls `then` when a user signs in or out, or is replaced by another. Returns the unsubscribe function. */
export const onUserChange = (then: (now: Session, before: Session) => void) =>
  useSession.subscribe((now, before) => {
    if (now.status !== before.status || now.userId !== before.userId) then(now, before);
  });

/** Ends the session in this browser. */
export function clearSession() {
  reset();
  useSession.setState({ justLoggedOut: true });
}

/** The stored tokens, which another tab may have changed. */
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

export const storeTokens = ({ access_token, refresh_token }: Tokens) => store({ access_token, refresh_token });

/** Follows sign-ins and sign-outs in other tabs. Returns the unsubscribe function. */
export function syncSessionAcrossTabs() {
  const follow = ({ key }: StorageEvent) => {
    if (key === null || key === "access_token" || key === "role") restoreSession();
  };
  addEventListener("storage", follow);
  return () => removeEventListener("storage", follow);
}

const expiryListeners = new Set<() => void>();

/** Calls `listener` when the server has ended the session. Returns the unsubscribe function. */
export function onSessionExpired(listener: () => void) {
  expiryListeners.add(listener);
  return () => void expiryListeners.delete(listener);
}

/** Ends the session after the server has rejected its access token; one that was started meanwhile stays. */
export function expireSession(token: string | undefined) {
  if (storedTokens().access_token !== token) return;
  clearSession();
  for (const listener of expiryListeners) listener();
}

/** The user of an access token. */
export function userIdOf(token: string): string | null {
  try {
    const claims = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return (JSON.parse(atob(claims)) as { sub?: string }).sub ?? null;
  } catch {
    return null;
  }
}

function store(values: Partial<Record<(typeof keys)[number], string>>) {
  try {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  } catch (error) {
    console.error("The session could not be stored; it lasts until this page is left.", error);
  }
}

function reset() {
  useSession.setState(nobody);
  try {
    for (const key of keys) localStorage.removeItem(key);
  } catch (error) {
    console.error("The stored session could not be removed.", error);
  }
}
