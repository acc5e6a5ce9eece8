import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { restoreSession } from "#web/api/session/session.ts";
import { keepFocus } from "#web/ui/focus-kept.ts";
import { usePanels } from "#web/ui/overlay/panels.ts";
import { OfflineBanner } from "./offline-banner.tsx";
import { cachePage, isStaleDocument, registerServiceWorker } from "./service-worker.ts";

/** What of the frame shows nothing at first, and so is loaded once the page has all it needs. */
export function PageLifecycle() {
  const { pathname, search } = useLocation();
  const client = useQueryClient();
  useEffect(() => cachePage(pathname + search), [pathname, search]);
  useEffect(() => {
    keepFocus();
    registerServiceWorker();
    if (!isStaleDocument()) return;
    void client.invalidateQueries({}, { cancelRefetch: false });
    // Without a network that asked in vain.
    const askAnew = () => void client.invalidateQueries();
    addEventListener("online", askAnew, { once: true });
    return () => removeEventListener("online", askAnew);
  }, [client]);
  useEffect(() => {
    // A page that went to sleep as another took its place heard of nothing meanwhile, not of a sign-in either.
    const wake = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      restoreSession();
      void client.invalidateQueries();
    };
    addEventListener("pageshow", wake);
    return () => removeEventListener("pageshow", wake);
  }, [client]);
  return (
    <>
      <ArrivalNote page={new URLSearchParams(search).get("page") ?? "1"} pathname={pathname} />
      <OfflineBanner />
    </>
  );
}

/**
 * Says the title of the page one has come to and leads the focus to its main part: without a document of its own a page
 * changes in silence. Another choice on the same page is none, but another page of a list is.
 */
function ArrivalNote({ pathname, page }: { pathname: string; page: string }) {
  const place = `${pathname} ${page}`;
  const before = useRef(place);
  const [title, setTitle] = useState("");
  useEffect(() => {
    if (before.current === place) return;
    const isSamePath = before.current.startsWith(`${pathname} `);
    before.current = place;
    setTitle(document.title);
    if (!isSamePath) goToMain();
  }, [place, pathname]);
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  );
}

/** Unless a dialog, the page itself, or a search begun on the way has taken the focus by now. */
function goToMain() {
  const main = document.querySelector<HTMLElement>("main") ?? document.getElementById("content");
  const at = document.activeElement;
  if (!main || at?.closest("main, [role=dialog], [role=alertdialog]")) return;
  if (usePanels.getState().isSearch && at?.closest("search")) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}
