import { create } from "zustand";

/** Whether the sign-in dialog is open, and whether it first offers a code by email, which needs no account. */
export const useSignInDialog = create<{ signInOpen: boolean; byCode?: boolean }>(() => ({ signInOpen: false }));

const guardMs = 500;
let blockedUntil = 0;
let afterwards: (() => void) | undefined;

/**
 * Opens the sign-in dialog; `then` runs after signing in. Returns false within 500 ms after the dialog was dismissed: the
 * press that closed it must not open it again.
 */
export function openSignIn(then?: () => void, byCode = false): boolean {
  if (Date.now() < blockedUntil) return false;
  afterwards = then;
  useSignInDialog.setState({ signInOpen: true, byCode });
  return true;
}

/** Closes it; `then` still runs after signing up. */
export const closeSignIn = () => useSignInDialog.setState({ signInOpen: false });

/** The visitor closed it: `then` is dropped, and reopening is blocked for 500 ms. */
export function dismissSignIn() {
  blockedUntil = Date.now() + guardMs;
  afterwards = undefined;
  closeSignIn();
}

/** After signing in: closes the dialog and runs `then`. */
export function finishSignIn() {
  const then = afterwards;
  afterwards = undefined;
  closeSignIn();
  then?.();
}
