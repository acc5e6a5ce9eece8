import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { restoreSession } from "#web/api/session/session.ts";
import { usePanels } from "#web/ui/overlay/panels.ts";
import { OfflineBanner } from "./offline-banner.tsx";
import { cachePage, isStaleDocument, registerServiceWorker } from "./service-worker.ts";

/** Parts of the frame that are loaded after hydration: service worker, refetching, arrival announcements, offline banner. */
export function PageLifecycle() {
  const { pathname, search } = useLocation();
  const client = useQueryClient();
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
