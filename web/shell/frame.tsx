import { useIsFetching, useIsMutating, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { useNavigate, useNavigation } from "react-router";
import { onSessionExpired, onUserChange, restoreSession, useSession } from "#web/api/session/session.ts";
import { closeSignIn, useSignInDialog } from "#web/api/session/sign-in-request.ts";
import { replayEvents } from "#web/hydration/event-replay.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { paths } from "#web/paths.ts";
import { hasPendingToasts, subscribePendingToasts, toast } from "#web/ui/feedback/toast-store.ts";
import { classes } from "#web/ui/layout/classes.ts";
import { noUnsavedChanges, removeDialog, useDialogHost } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";
import { clearPersonalQueries, removePersonalQueries } from "./personal-queries.ts";

const PageLifecycle = lazyComponent(() => import("./page-lifecycle.tsx").then((part) => part.PageLifecycle));

/** Surrounds every page of storefront and dashboard: loading bar, live connection, dialogs and toasts. */
export function Frame({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false);
  useExpiredSession();
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

/** Goes home when the session has ended; `useEndedSession` then offers to sign in. Forms store what is unsaved in them. */
function useExpiredSession() {
  const navigate = useNavigate();
  useEffect(
    () =>
      onSessionExpired((wasGuest) => {
        // Its email was confirmed on another device, which has the orders now.
        if (wasGuest) toast({ title: say("You've been signed out. To see your orders, sign in with a code.") });
        useSignInDialog.setState({ endedAt: location.pathname + location.search });
        void navigate(paths.home(), { replace: true, state: noUnsavedChanges });
      }),
    [navigate],
  );
}

/** Marks the document as interactive, restores the session and replays early events. */
function onHydrated(then: () => void) {
  document.documentElement.dataset.hydrated = "";
  // Afterwards, as what depends on the session would prolong the hydration.
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
const LoadingBar = ({ active }: { active: boolean }) => (
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

/** Removes cached personal data and the dialog when the user changes; what else is on screen is refetched. */
function useClearPersonalData() {
  const client = useQueryClient();
  useEffect(
    () =>
      onUserChange((_, before) => {
        if (before.status === "in") {
          removeDialog();
          clearPersonalQueries(client);
        } else if (before.status === "out") removePersonalQueries(client);
      }),
    [client],
  );
}

const SignInDialog = lazyComponent(() =>
  import("#web/accounts/sign-in/sign-in-dialog.tsx").then((part) => part.SignInDialog),
);

/** Renders the sign-in dialog, loaded on first use; `openSignIn` shows it from anywhere. */
function SignInHost() {
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

const OpenDialog = lazyComponent(() => import("#web/ui/overlay/open-dialog.tsx").then((part) => part.OpenDialog));

/** Renders what `openDialog` opens; once per page. */
function DialogHost() {
  const isShown = useDialogHost(({ shown }) => shown !== null);
  return isShown ? (
    <Suspense fallback={null}>
      <OpenDialog />
    </Suspense>
  ) : null;
}

const Toasts = lazyComponent(() => import("#web/ui/feedback/toasts.tsx").then((part) => part.Toasts));

/** Renders the toasts; once per page. Its script is loaded with the first toast. */
function ToastRegion() {
  const hasPending = useSyncExternalStore(subscribePendingToasts, hasPendingToasts, () => false);
  const [needed, setNeeded] = useState(false);
  if (hasPending && !needed) setNeeded(true);
  return needed ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}
