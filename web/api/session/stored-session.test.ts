import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call } from "#web/api/call.ts";
import { clearSession, onUserChange, restoreSession, signIn, storedTokens, useSession } from "./session.ts";

const person = { access_token: "a1", refresh_token: "r1", role: "customer", account_status: "active" } as const;
const nobody = { status: "unknown", userId: null, role: null, accountStatus: null, justLoggedOut: false } as const;
let stored = new Map<string, string>();
const stops: (() => void)[] = [];

beforeEach(() => {
  stored = new Map();
  useSession.setState(nobody);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  useSession.setState(nobody);
});

test("S1 S3 signing in stores the four values, clears 'just logged out' and sets the status", () => {
  clearSession();
  expect(useSession.getState().justLoggedOut).toBe(true);
  signIn(person);
  expect(Object.fromEntries(stored)).toEqual(person);
  expect(useSession.getState()).toEqual({
    status: "in",
    userId: null,
    role: "customer",
    accountStatus: "active",
    justLoggedOut: false,
  });
});

test("S4 subscribers are called when another user's token is stored, not when it is refreshed", () => {
  const tokenOf = (sub: string, mark: number) => `head.${btoa(JSON.stringify({ sub, iat: mark }))}.sign`;
  const users: (string | null)[] = [];
  stops.push(onUserChange(({ userId: now }) => users.push(now)));
  signIn({ ...person, access_token: tokenOf("7", 1) });
  stored.set("access_token", tokenOf("7", 2));
  restoreSession();
  stored.set("access_token", tokenOf("8", 3));
  restoreSession();
  clearSession();
  expect(users).toEqual(["7", "8", null]);
});

test("S4 when subscribers are told of a sign-out, the tokens are gone", () => {
  signIn(person);
  const left: object[] = [];
  stops.push(onUserChange(() => left.push(storedTokens())));
  clearSession();
  expect(left).toEqual([{}]);
});

test("S2 a stored access token restores the session; without one the rest is cleared", () => {
  stored = new Map(Object.entries(person));
  restoreSession();
  expect(useSession.getState()).toMatchObject({ status: "in", role: "customer", accountStatus: "active" });
  stored.delete("access_token");
  restoreSession();
  expect(useSession.getState()).toMatchObject({ status: "out", role: null });
  expect([...stored]).toEqual([]);
});

test("S2 where storage is blocked a session lasts until the page is left", async () => {
  const fetched = vi.fn(async () => Response.json({ data: [] }));
  vi.stubGlobal("fetch", fetched);
  const denied = () => {
    throw new Error("denied");
  };
  vi.stubGlobal("localStorage", { getItem: denied, setItem: denied, removeItem: denied });
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  restoreSession();
  expect(useSession.getState().status).toBe("out");
  signIn(person);
  expect(logged).toHaveBeenCalledOnce();
  restoreSession();
  expect(useSession.getState().status).toBe("in");
  await call("GET /tags");
  const [, init] = fetched.mock.calls.at(-1) as unknown as [string, RequestInit];
  expect(new Headers(init.headers).get("authorization")).toBe(`Bearer ${person.access_token}`);
  clearSession();
  restoreSession();
  expect(useSession.getState().status).toBe("out");
});

test("S4 personal data in storage is removed when another user signs in", () => {
  const tokenOf = (sub: string) => `head.${btoa(JSON.stringify({ sub }))}.sign`;
  const methods = Object.entries({
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => {
      storage[key] = value;
    },
    removeItem: (key: string) => delete storage[key],
  }).map(([name, value]) => [name, { value }]);
  const storage: Record<string, string> = Object.create({}, Object.fromEntries(methods));
  vi.stubGlobal("localStorage", storage);
  signIn({ ...person, access_token: tokenOf("7") });
  storage["mine:checkout_draft"] = "{}";
  signIn({ ...person, access_token: tokenOf("7") });
  expect(Object.keys(storage)).toContain("mine:checkout_draft");
  signIn({ ...person, access_token: tokenOf("8") });
  expect(Object.keys(storage)).not.toContain("mine:checkout_draft");
});
