import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  closeSignIn,
  dismissSignIn,
  finishSignIn,
  leaveProtectedPage,
  openSignIn,
  pageAfterSignUp,
  useSignInDialog,
} from "./sign-in-request.ts";

let minute = 0;
// Each test is a minute later, after the guard of the previous one.
beforeEach(() => vi.useFakeTimers({ now: ++minute * 60_000 }));
afterEach(() => {
  vi.useRealTimers();
  closeSignIn();
});
const isOpen = () => useSignInDialog.getState().signInOpen;

test("D7 a dismissed dialog doesn't reopen within 500 ms", () => {
  openSignIn();
  dismissSignIn();
  expect(isOpen()).toBe(false);
  vi.advanceTimersByTime(499);
  expect(openSignIn()).toBe(false);
  expect(isOpen()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(openSignIn()).toBe(true);
  expect(isOpen()).toBe(true);
});

test("an action that needs a sign-in runs once, after it", () => {
  const then = vi.fn();
  openSignIn(then);
  expect(then).not.toHaveBeenCalled();
  finishSignIn();
  finishSignIn();
  expect(then).toHaveBeenCalledTimes(1);
  expect(isOpen()).toBe(false);
});

test("the action is dropped when the dialog is dismissed, and stays when it only closes", () => {
  const turnedAway = vi.fn();
  openSignIn(turnedAway);
  dismissSignIn();
  finishSignIn();
  expect(turnedAway).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  const action = vi.fn();
  openSignIn(action);
  closeSignIn();
  finishSignIn();
  expect(action).toHaveBeenCalledTimes(1);
});

test('leaving a page closes the dialog it opened, and not that of "Sign in and continue"', () => {
  openSignIn();
  leaveProtectedPage();
  expect(isOpen()).toBe(false);
  const goBack = vi.fn();
  // The address has changed already, the page itself not yet.
  openSignIn(goBack);
  leaveProtectedPage();
  expect(isOpen()).toBe(true);
  finishSignIn();
  expect(goBack).toHaveBeenCalledTimes(1);
});

test("creating an account instead leads to the page that asked to sign in, until that is done or dropped", () => {
  expect(pageAfterSignUp("/cart")).toBe("/cart");
  openSignIn(vi.fn(), true, "/checkout");
  closeSignIn();
  expect(pageAfterSignUp("/cart")).toBe("/checkout");
  finishSignIn();
  expect(pageAfterSignUp("/cart")).toBe("/cart");
  openSignIn(vi.fn(), true, "/checkout");
  dismissSignIn();
  expect(pageAfterSignUp("/cart")).toBe("/cart");
});
