import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onToast } from "#web/ui/feedback/toast-store.ts";
import { storeOnExpiry } from "#web/ui/forms/unsaved/session-draft.ts";
import { expireSession, forgetTokens, onSessionExpired, useSession } from "./session.ts";
import { signOut } from "./sign-out.ts";

const revoked = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  revoked.mockReset();
  const stored = new Map([
    ["access_token", "a1"],
    ["refresh_token", "r1"],
  ]);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal("fetch", async (url: string) => {
    revoked(url);
    return new Response(null, { status: 204 });
  });
  useSession.setState({ status: "in", userId: "7", role: "customer", justLoggedOut: false });
});
afterEach(() => {
  // Leaves no toasts to other test files.
  onToast(() => undefined)();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("S5 the session ends 200 ms after the page was left, once however often it is asked for", async () => {
  const leave = vi.fn(async () => true);
  const both = [signOut(leave), signOut(leave)];
  await vi.advanceTimersByTimeAsync(199);
  expect([useSession.getState().status, leave.mock.calls.length]).toEqual(["in", 1]);
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all(both);
  expect([useSession.getState().status, revoked.mock.calls]).toEqual(["out", [["/v1/auth/logout"]]]);
});

test("S5 a form that is still mounted after a sign-out stores no draft, as its loss was agreed to; an expired one does", async () => {
  const stored: [string, unknown][] = [];
  const storeOf = (user: string) => ({
    read: () => undefined,
    write: (draft: unknown) => stored.push([user, draft]),
    clear: () => undefined,
  });
  const unmount = storeOnExpiry(() => "typed", storeOf);
  const signingOut = signOut(async () => true);
  await vi.advanceTimersByTimeAsync(200);
  await signingOut;
  expect([useSession.getState().status, stored]).toEqual(["out", []]);
  localStorage.setItem("access_token", "a2");
  useSession.setState({ status: "in", userId: "8", role: "customer" });
  expireSession("a2");
  unmount();
  expect([useSession.getState().status, stored]).toEqual(["out", [["8", "typed"]]]);
});

test("S5 who stays with unsaved changes stays signed in, and can sign out later", async () => {
  await signOut(async () => false);
  expect([useSession.getState().status, revoked.mock.calls.length]).toEqual(["in", 0]);
  const again = signOut(async () => true);
  await vi.advanceTimersByTimeAsync(200);
  await again;
  expect(useSession.getState().status).toBe("out");
});

test("S5 what the server rejects after the account was deleted ends no session with a message", () => {
  const expired = vi.fn();
  const stop = onSessionExpired(expired);
  forgetTokens();
  expireSession("a1");
  expect([useSession.getState().status, expired.mock.calls]).toEqual(["in", []]);
  stop();
});
