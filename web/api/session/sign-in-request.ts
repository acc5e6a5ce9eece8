import { create } from "zustand";

/** Whether the sign-in dialog is open. */
export const useSignInDialog = create<{ signInOpen: boolean }>(() => ({ signInOpen: false }));

const guardMs = 500;
let blockedUntil = 0;
let afterwards: (() => void) | undefined;

/**
 * Asks whoever is at the screen to sign in; `then` runs once they have. Any part may call it. False, and nothing happens,
 * within half a second after the dialog was turned away: a press that closed it must not open it again.
 */
export function openSignIn(then?: () => void): boolean {
  if (Date.now() < blockedUntil) return false;
  afterwards = then;
  useSignInDialog.setState({ signInOpen: true });
  return true;
}

/** Closes it; what was to follow stays due, for somebody who goes on to open an account. */
export const closeSignIn = () => useSignInDialog.setState({ signInOpen: false });

/** The visitor turned it away: nothing follows, and reopening is blocked for 500 ms. */
export function denySignIn() {
  blockedUntil = Date.now() + guardMs;
  afterwards = undefined;
  closeSignIn();
}

/** Somebody signed in: the dialog goes, and what waited for that is done. */
export function finishSignIn() {
  const then = afterwards;
  afterwards = undefined;
  closeSignIn();
  then?.();
}
