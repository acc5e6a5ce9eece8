import { create } from "zustand";

interface SignInDialog {
  signInOpen: boolean;
  /** Whether it first offers what needs no account: an email alone, or a code sent there. */
  byCode?: boolean;
  /** Where signing up and a sign-in with another site lead; the page before if undefined. */
  returnTo?: string | undefined;
  /** The page on which the session has ended, until it is offered to sign in and return. */
  endedAt?: string | undefined;
}

/** The state of the sign-in dialog. */
export const useSignInDialog = create<SignInDialog>(() => ({ signInOpen: false }));

const guardMs = 500;
let blockedUntil = 0;
let afterwards: (() => void) | undefined;

/**
 * Opens the sign-in dialog; `then` runs after signing in. Where it opens a page, `returnTo` is that page: signing up
 * and a sign-in with another site lead there.
 * Returns false within 500 ms after the dialog was dismissed: the press that closed it must not open it again.
 */
export function openSignIn(then?: () => void, byCode = false, returnTo?: string): boolean {
  if (Date.now() < blockedUntil) return false;
  afterwards = then;
  useSignInDialog.setState({ signInOpen: true, byCode, returnTo });
  return true;
}

/** Closes it; `then` still runs after signing up. */
export const closeSignIn = () => useSignInDialog.setState({ signInOpen: false });

/** A page that needs a sign-in was left: closes its dialog, but not one that something else has opened meanwhile. */
export function leaveProtectedPage() {
  if (!afterwards) closeSignIn();
}

/** The visitor closed it: `then` is dropped, and reopening is blocked for 500 ms. */
export function dismissSignIn() {
  blockedUntil = Date.now() + guardMs;
  afterwards = undefined;
  useSignInDialog.setState({ signInOpen: false, returnTo: undefined });
}

/** The page to show after signing up, which was begun on `from` or for another page. */
export const pageAfterSignUp = (from: string) => useSignInDialog.getState().returnTo ?? from;

/** After signing in: closes the dialog and runs `then`. */
export function finishSignIn() {
  const then = afterwards;
  afterwards = undefined;
  useSignInDialog.setState({ signInOpen: false, returnTo: undefined });
  then?.();
}
