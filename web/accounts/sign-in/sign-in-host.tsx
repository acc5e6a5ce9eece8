import { Suspense, useEffect, useState } from "react";
import { useSession } from "#web/api/session/session.ts";
import { closeSignIn, useSignInDialog } from "#web/api/session/sign-in-request.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";

const SignInDialog = lazyComponent(() => import("./sign-in-dialog.tsx").then((part) => part.SignInDialog));

/** Renders the sign-in dialog, loaded on first use; `openSignIn` shows it from anywhere. */
export function SignInHost() {
  const { signInOpen } = useSignInDialog();
  const signedIn = useSession(({ status }) => status === "in");
  const [needed, setNeeded] = useState(false);
  // Also after a sign-in in another tab or on an earlier page.
  useEffect(() => {
    if (signedIn) closeSignIn();
  }, [signedIn]);
  if (signInOpen && !needed) setNeeded(true);
  return needed ? (
    <Suspense fallback={null}>
      <SignInDialog open={signInOpen} />
    </Suspense>
  ) : null;
}
