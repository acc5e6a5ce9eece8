import { useQueryClient } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { restoreSession, useSession } from "#web/api/session/session.ts";
import { openSignIn, useSignInDialog } from "#web/api/session/sign-in-request.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { useLeaveBlocker } from "#web/ui/forms/unsaved/confirm-leaving.ts";
import { usePanels } from "#web/ui/overlay/panels.ts";
import { say, shopLanguage } from "#words/say.ts";

/**
 * Parts of the frame that are loaded after hydration: service worker, refetching, unsaved changes, arrival
 * announcements, offline banner.
 */
export function PageLifecycle() {
  const { pathname, search } = useLocation();
  const client = useQueryClient();
  useLeaveBlocker();
  useEndedSession();
  useRealHeightsOnBack();
  useEffect(() => cachePage(pathname + search), [pathname, search]);
  useEffect(() => {
    registerServiceWorker();
    if (!isStaleDocument()) return;
    void client.invalidateQueries({}, { cancelRefetch: false });
    // Offline this failed; repeat it when online again.
    const refetch = () => void client.invalidateQueries();
    addEventListener("online", refetch, { once: true });
    return () => removeEventListener("online", refetch);
  }, [client]);
  useEffect(() => {
    // A page from the back/forward cache has missed all changes, including sign-ins.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      restoreSession();
      void client.invalidateQueries();
    };
    addEventListener("pageshow", onPageShow);
    return () => removeEventListener("pageshow", onPageShow);
  }, [client]);
  return (
    <>
      <ArrivalAnnouncement pathname={pathname} search={search} />
      <OfflineBanner />
    </>
  );
}

/**
 * Marks the document while a page is shown that Back or Forward led to: its tiles have their real heights then (theme.css),
 * as the scroll position that is restored is of those.
 */
function useRealHeightsOnBack() {
  const { key } = useLocation();
  const isBack = useNavigationType() === "POP";
  useEffect(() => {
    const mark = () => document.documentElement.toggleAttribute("data-back", true);
    addEventListener("popstate", mark);
    return () => removeEventListener("popstate", mark);
  }, []);
  useEffect(() => {
    if (!isBack) document.documentElement.removeAttribute("data-back");
  }, [key, isBack]);
}

/** After the session has ended: says so and offers to sign in, which leads back. */
function useEndedSession() {
  const navigate = useNavigate();
  const path = useSignInDialog(({ endedAt }) => endedAt);
  useEffect(() => {
    if (path === undefined) return;
    useSignInDialog.setState({ endedAt: undefined });
    const goBack = () => void openSignIn(() => void navigate(path), false, path);
    toast({
      title: say("Your session has ended"),
      action: { label: say("Sign in and continue"), onClick: goBack },
      until: onSignedIn,
    });
  }, [navigate, path]);
}

/** Calls `then` at the next sign-in. */
function onSignedIn(then: () => void) {
  const stop = useSession.subscribe(({ status }) => {
    if (status !== "in") return;
    stop();
    then();
  });
}

/**
 * After a navigation announces the page's title and focuses its main element or, after Back, the link of the previous
 * page. Other filters of a list are not announced, other pages of it are.
 */
function ArrivalAnnouncement({ pathname, search }: { pathname: string; search: string }) {
  const place = `${pathname} ${new URLSearchParams(search).get("page") ?? "1"}`;
  const isBack = useNavigationType() === "POP";
  const previousUrl = useRef(pathname + search);
  const previousPlace = useRef(place);
  const [title, setTitle] = useState("");
  useEffect(() => {
    const from = previousUrl.current;
    previousUrl.current = pathname + search;
    if (previousPlace.current === place) return;
    const isSamePath = previousPlace.current.startsWith(`${pathname} `);
    previousPlace.current = place;
    setTitle(document.title);
    if (!isSamePath) focusMain(isBack ? from : undefined);
  }, [place, pathname, search, isBack]);
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  );
}

/** Unless the focus is in the page, a dialog or the open search by now. */
function focusMain(from: string | undefined) {
  const main = document.querySelector<HTMLElement>("main") ?? document.getElementById("content");
  const focused = document.activeElement;
  if (!main || focused?.closest("main, [role=dialog], [role=alertdialog]")) return;
  if (usePanels.getState().isSearch && focused?.closest("search")) return;
  const link = from && [...main.querySelectorAll("a")].find((one) => one.getAttribute("href") === from);
  if (link) return link.focus({ preventScroll: true });
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}

/** Shown while offline. */
function OfflineBanner() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-24 z-40 grid justify-items-center px-4 md:bottom-6"
    >
      {!online && (
        <p className="flex items-center gap-2.5 rounded bg-ink px-4 py-2.5 text-sm text-page shadow">
          <WifiOff className="size-4 shrink-0" />
          {say("You're offline. This information may be out of date.")}
        </p>
      )}
    </div>
  );
}

function subscribe(notify: () => void) {
  addEventListener("online", notify);
  addEventListener("offline", notify);
  return () => {
    removeEventListener("online", notify);
    removeEventListener("offline", notify);
  };
}

/** Registers `/sw.js`, which opens visited pages offline. The result is only logged. */
function registerServiceWorker() {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // The files of the first page were fetched before the service worker could cache them.
  if (!navigator.serviceWorker.controller)
    navigator.serviceWorker.addEventListener("controllerchange", cacheFirstPage, { once: true });
  navigator.serviceWorker.register("/sw.js").then(
    () => console.info("The service worker is registered."),
    (error: unknown) => console.info("The service worker could not be registered.", error),
  );
}

function cacheFirstPage() {
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  postToWorker({ page: location.pathname + location.search, ...shownLanguage(), files });
}

/** Has the service worker cache the document of a page opened by a client-side navigation, unless data is saved. */
const cachePage = (page: string) => postToWorker({ page, ...shownLanguage() });

/** That of the documents; the dashboard, which is in English, changes its own. */
const shownLanguage = () => ({ language: shopLanguage() });

/** Whether the service worker answered from its cache, as the network was slow or failed. */
const isStaleDocument = () =>
  performance
    .getEntriesByType("navigation")
    .some((entry) => (entry as PerformanceNavigationTiming).serverTiming?.some(({ name }) => name === "cached"));

function postToWorker(message: { page: string; language: string; files?: string[] }) {
  const { serviceWorker, connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (!connection?.saveData) serviceWorker?.controller?.postMessage(message);
}
