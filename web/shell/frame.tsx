import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { SignInHost } from "#web/accounts/sign-in/sign-in-host.tsx";
import { onSessionExpired, restoreSession } from "#web/api/session/session.ts";
import { replayEvents } from "#web/hydration/event-replay.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { paths } from "#web/paths.ts";
import { ToastRegion } from "#web/ui/feedback/toast-region.tsx";
import { DialogHost } from "#web/ui/overlay/dialog-host.tsx";
import { ActivityBar } from "./activity-bar.tsx";
import { LiveConnection } from "./live-connection.tsx";
import { useClearPersonalData } from "./personal-data.ts";

const Arrivals = lazyComponent(() => import("./page-lifecycle.tsx").then((part) => part.PageLifecycle));

/** What is around every page, of shop and dashboard alike: the loading bar, toasts, the dialog host, and the end of a session. */
export function Frame({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const [isAlive, setAlive] = useState(false);
  useEffect(() => onSessionExpired(() => void navigate(paths.home(), { replace: true })), [navigate]);
  useClearPersonalData();
  useEffect(() => sayAlive(() => setAlive(true)), []);
  return (
    <>
      <ActivityBar />
      {children}
      <LiveConnection />
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
    void replayEvents();
    then();
  });
}
