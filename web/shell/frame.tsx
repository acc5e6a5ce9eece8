import { useIsFetching, useIsMutating, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useNavigate, useNavigation } from "react-router";
import { SignInHost } from "#web/accounts/sign-in/sign-in-host.tsx";
import { onSessionExpired, restoreSession, useSession } from "#web/api/session/session.ts";
import { replayEvents } from "#web/hydration/event-replay.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { paths } from "#web/paths.ts";
import { ToastRegion } from "#web/ui/feedback/toast-region.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { DialogHost } from "#web/ui/overlay/dialog-host.tsx";
import { say } from "#words/say.ts";
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

const tailMs = 300;

/** The global loading bar: while anything is fetched, changed or opened, and 300 ms longer. */
function ActivityBar() {
  const busy = useIsFetching() + useIsMutating() > 0;
  const navigating = useNavigation().state !== "idle";
  return <LoadingBar active={useDelayedEnd(busy || navigating)} />;
}

function useDelayedEnd(busy: boolean) {
  const [shown, setShown] = useState(busy);
  if (busy && !shown) setShown(true);
  useEffect(() => {
    if (busy || !shown) return;
    const timer = setTimeout(() => setShown(false), tailMs);
    return () => clearTimeout(timer);
  }, [busy, shown]);
  return shown;
}

/** A thin line along the top; it takes no space. */
function LoadingBar({ active }: { active: boolean }) {
  return (
    <div role="status">
      <div
        role="progressbar"
        aria-label={say("Loading...")}
        aria-hidden={!active}
        className={classes(
          "pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden transition-opacity duration-(--slow)",
          active ? "opacity-100" : "opacity-0",
        )}
      >
        <div
          className={classes("h-full w-2/5 rounded-full bg-accent", active && "animate-travel motion-reduce:w-full")}
        />
      </div>
    </div>
  );
}

/** Keeps the socket open while signed in; its script is loaded then. */
function LiveConnection() {
  const client = useQueryClient();
  const signedIn = useSession(({ status }) => status === "in");
  const userId = useSession((session) => session.userId);
  useEffect(() => {
    if (!signedIn) return;
    let isWanted = true;
    let disconnect = () => {};
    import("./socket.ts").then(
      ({ connectSocket }) => {
        if (isWanted) disconnect = connectSocket(client);
      },
      (error: unknown) => console.error("The socket could not be loaded.", error),
    );
    return () => {
      isWanted = false;
      disconnect();
    };
  }, [client, signedIn, userId]);
  return null;
}
