import { Suspense, useEffect, useState } from "react";
import { useSession } from "#web/api/session.ts";
import { closeSignIn, useSignInDialog } from "#web/api/sign-in-request.ts";
import { lazyPart } from "#web/ui/lazy.tsx";

const SignInDialog = lazyPart(() => import("./sign-in-dialog.tsx").then((part) => part.SignInDialog));

/** Put it once around the pages; `openSignIn` shows the dialog from any of them. It is loaded when first asked for. */
export function SignInHost() {
  const { signInOpen } = useSignInDialog();
  const signedIn = useSession(({ status }) => status === "in");
  const [needed, setNeeded] = useState(false);
  // Also where it was done in another tab, or on a page this one comes back from.
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
