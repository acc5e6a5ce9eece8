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

const PageLifecycle = lazyComponent(() => import("./page-lifecycle.tsx").then((part) => part.PageLifecycle));

/** Surrounds every page of storefront and dashboard: loading bar, live connection, dialogs and toasts. */
export function Frame({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => onSessionExpired(() => void navigate(paths.home(), { replace: true })), [navigate]);
  useClearPersonalData();
  useEffect(() => onHydrated(() => setHydrated(true)), []);
  return (
    <>
      <ActivityBar />
      {children}
      <LiveConnection />
      <Suspense fallback={null}>{isHydrated && <PageLifecycle />}</Suspense>
      <SignInHost />
      <DialogHost />
      <ToastRegion />
    </>
  );
}

/** Marks the document as interactive, restores the session and replays early events. */
function onHydrated(then: () => void) {
  document.documentElement.dataset.hydrated = "";
  // Later, as what depends on the session would prolong the hydration.
  setTimeout(() => {
    restoreSession();
    void replayEvents();
    then();
  });
}
