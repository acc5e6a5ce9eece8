import { create } from "zustand";
import type { AccountStatus, Role, SignedIn } from "#contract/accounts/accounts.ts";
import { clearPersonalStorage, personalKeyPrefix, storedText, storedTextOrMemory } from "#web/api/browser-storage.ts";

/** Who is signed in; `unknown` on the server and until storage has been read. */
export interface Session {
  status: "unknown" | "in" | "out";
  /** The user of the stored access token; another user may sign in without a sign-out in between. */
  userId: string | null;
  role: Role | null;
  accountStatus: AccountStatus | null;
  /** Set on sign-out, cleared on sign-in. */
  justLoggedOut: boolean;
  /** Whether the user who is out agreed to lose unsaved changes; an expired session keeps them. */
  dropsUnsaved?: boolean | undefined;
}
export type Tokens = Pick<SignedIn, "access_token" | "refresh_token">;

const inStorage = (key: string) => storedTextOrMemory(() => localStorage, key);
const stored = {
  access_token: inStorage("access_token"),
  refresh_token: inStorage("refresh_token"),
  role: inStorage("role"),
  account_status: inStorage("account_status"),
};
/** Whose personal data is in this browser; another user's is removed. */
const dataOwner = storedText(() => localStorage, `${personalKeyPrefix}user`);
const nobody = { status: "out", userId: null, role: null, accountStatus: null } as const;

/** Those it was of before as provisional accounts: a customer who confirms or corrects an email keeps what they typed. */
const formerOwners = storedText(() => localStorage, `${personalKeyPrefix}former_users`);

/** Whether personal data in this browser that was stored for `owner` is for `userId`. */
export const isDataOf = (owner: number, userId: number) =>
  owner === userId || (formerOwners.read()?.split(" ").includes(String(owner)) ?? false);

export const useSession = create<Session>(() => ({ ...nobody, status: "unknown", justLoggedOut: false }));

/** Whether an administrator or a member of staff is signed in: they have the dashboard and can't order. */
export const isStaff = ({ role }: Pick<Session, "role">) => role === "admin" || role === "staff";

/** Reads the stored session. Where storage is blocked it lasts until the page is left. */
export function restoreSession() {
  const token = stored.access_token.read();
  if (!token) return reset();
  useSession.setState({
    status: "in",
    userId: userIdOf(token),
    role: stored.role.read() as Role | null,
    accountStatus: stored.account_status.read() as AccountStatus | null,
  });
}

/** Stores the session of a sign-in. */
export function signIn({ access_token, refresh_token, role, account_status }: Omit<SignedIn, "user">) {
  const userId = userIdOf(access_token);
  const owner = dataOwner.read();
  if (owner !== null && owner !== userId) {
    if (stored.account_status.read() === "provisional")
      formerOwners.write([...(formerOwners.read()?.split(" ") ?? []), owner].slice(-10).join(" "));
    else {
      formerOwners.clear();
      clearPersonalStorage();
    }
  }
  if (userId !== null) dataOwner.write(userId);
  store({ access_token, refresh_token, role, account_status });
  useSession.setState({
    status: "in",
    userId,
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

/** Ends the session in this browser; with `dropsUnsaved` what is unsaved is lost with it. */
export function clearSession({ dropsUnsaved }: Pick<Session, "dropsUnsaved"> = {}) {
  reset(dropsUnsaved);
  useSession.setState({ justLoggedOut: true });
}

/** The stored tokens, which another tab may have changed. */
export const storedTokens = (): Partial<Tokens> =>
  ({
    access_token: stored.access_token.read() ?? undefined,
    refresh_token: stored.refresh_token.read() ?? undefined,
  }) as Partial<Tokens>;

/** Stores renewed tokens. The provisional account of a session may have joined a customer's, whose they are then. */
export function storeTokens({ access_token, refresh_token }: Tokens) {
  const before = stored.access_token.read();
  if (before && userIdOf(before) !== userIdOf(access_token))
    return signIn({ access_token, refresh_token, role: "customer", account_status: "active" });
  store({ access_token, refresh_token });
}

/** Follows sign-ins and sign-outs in other tabs. Returns the unsubscribe function. */
export function syncSessionAcrossTabs() {
  const follow = ({ key }: StorageEvent) => {
    if (key === null || key === "access_token" || key === "role") restoreSession();
  };
  addEventListener("storage", follow);
  return () => removeEventListener("storage", follow);
}

/** Removes the tokens of an account that is gone: what is rejected from now on ends no session. */
export function forgetTokens() {
  stored.access_token.clear();
  stored.refresh_token.clear();
}

const expiryListeners = new Set<(wasGuest: boolean) => void>();

/**
 * Calls `listener` when the server has ended the session, with whether it was of a provisional account. Returns the
 * unsubscribe function.
 */
export function onSessionExpired(listener: (wasGuest: boolean) => void) {
  expiryListeners.add(listener);
  return () => void expiryListeners.delete(listener);
}

/** Ends the session after the server has rejected its access token; one that was started meanwhile stays. */
export function expireSession(token: string | undefined) {
  // A call without a token has no session to end.
  if (token === undefined || storedTokens().access_token !== token) return;
  const wasGuest = useSession.getState().accountStatus === "provisional";
  clearSession();
  for (const listener of expiryListeners) listener(wasGuest);
}

/** The user of an access token. */
export const userIdOf = (token: string): string | null => claimsOf(token).sub ?? null;

/** Whether an access token has expired; `now` in milliseconds. */
export const isExpired = (token: string, now: number): boolean => (claimsOf(token).exp ?? Infinity) * 1000 <= now;

function claimsOf(token: string): { sub?: string; exp?: number } {
  try {
    const claims = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(claims)) as { sub?: string; exp?: number };
  } catch {
    return {};
  }
}

function store(values: Partial<Record<keyof typeof stored, string>>) {
  const wasStored = Object.entries(values).map(([key, value]) => stored[key as keyof typeof stored].write(value));
  if (wasStored.includes(false)) console.error("The session could not be stored; it lasts until this page is left.");
}

function reset(dropsUnsaved?: boolean) {
  // First, as subscribers fetch again what is on screen.
  for (const text of Object.values(stored)) text.clear();
  useSession.setState({ ...nobody, dropsUnsaved });
}
