import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { SignInHost } from "#web/accounts/sign-in/sign-in-host.tsx";
import { onSessionLost, restoreSession } from "#web/api/session.ts";
import { paths } from "#web/paths.ts";
import { DialogHost } from "#web/ui/dialog-host.tsx";
import { doEarlyAgain } from "#web/ui/early.ts";
import { lazyPart } from "#web/ui/lazy.tsx";
import { ToastRegion } from "#web/ui/toast-region.tsx";
import { Activity } from "./activity.tsx";
import { LiveLine } from "./live-line.tsx";
import { useForgetPersonal } from "./personal-answers.ts";

const Arrivals = lazyPart(() => import("./arrivals.tsx").then((part) => part.Arrivals));

/** What is around every page, of shop and dashboard alike: the loading bar, toasts, the dialog host, and the end of a session. */
export function Frame({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const [isAlive, setAlive] = useState(false);
  useEffect(() => onSessionLost(() => void navigate(paths.home(), { replace: true })), [navigate]);
  useForgetPersonal();
  useEffect(() => sayAlive(() => setAlive(true)), []);
  return (
    <>
      <Activity />
      {children}
      <LiveLine />
      <Suspense fallback={null}>{isAlive && <Arrivals />}</Suspense>
      <SignInHost />
      <DialogHost />
      <ToastRegion />
    </>
  );
}

/** From here on the page answers: whoever tests or measures it need not guess. */
function sayAlive(then: () => void) {
  document.documentElement.dataset.alive = "";
  // Not before: whatever the session changes would be drawn in one go with the whole page.
  setTimeout(() => {
    restoreSession();
    void doEarlyAgain();
    then();
  });
}
