import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeSignIn, dismissSignIn, finishSignIn, openSignIn, useSignInDialog } from "./sign-in-request.ts";

let minute = 0;
// Each test a minute later, so that none feels the guard of the one before.
beforeEach(() => vi.useFakeTimers({ now: ++minute * 60_000 }));
afterEach(() => {
  vi.useRealTimers();
  closeSignIn();
});
const isOpen = () => useSignInDialog.getState().signInOpen;

test("D7 after it was turned away the dialog opens again only after 500 ms", () => {
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

test("what waited for the sign-in is done once, after it", () => {
  const then = vi.fn();
  openSignIn(then);
  expect(then).not.toHaveBeenCalled();
  finishSignIn();
  finishSignIn();
  expect(then).toHaveBeenCalledTimes(1);
  expect(isOpen()).toBe(false);
});

test("what waited is forgotten when the dialog is turned away, and kept when it only closes", () => {
  const turnedAway = vi.fn();
  openSignIn(turnedAway);
  dismissSignIn();
  finishSignIn();
  expect(turnedAway).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  const kept = vi.fn();
  openSignIn(kept);
  closeSignIn();
  finishSignIn();
  expect(kept).toHaveBeenCalledTimes(1);
});
