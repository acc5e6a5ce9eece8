import { Suspense, useState } from "react";
import { useSignInDialog } from "#web/api/sign-in-request.ts";
import { lazyPart } from "#web/ui/lazy.tsx";

const SignInDialog = lazyPart(() => import("./sign-in-dialog.tsx").then((part) => part.SignInDialog));

/** Put it once around the pages; `openSignIn` shows the dialog from any of them. It is loaded when first asked for. */
export function SignInHost() {
  const { signInOpen } = useSignInDialog();
  const [needed, setNeeded] = useState(false);
  if (signInOpen && !needed) setNeeded(true);
  return needed ? (
    <Suspense fallback={null}>
      <SignInDialog open={signInOpen} />
    </Suspense>
  ) : null;
}
