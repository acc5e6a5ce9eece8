import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { restoreSession } from "#web/api/session/session.ts";
import { usePanels } from "#web/ui/overlay/panels.ts";
import { OfflineBanner } from "./offline-banner.tsx";
import { cachePage, isStaleDocument, registerServiceWorker } from "./service-worker.ts";

/** What of the frame shows nothing at first, and so is loaded once the page has all it needs. */
export function PageLifecycle() {
  const { pathname, search } = useLocation();
  const client = useQueryClient();
  useEffect(() => cachePage(pathname + search), [pathname, search]);
  useEffect(() => {
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
      <ArrivalNote pathname={pathname} search={search} />
      <OfflineBanner />
    </>
  );
}

/**
 * Announces the title of a page that was navigated to and moves the focus to its main part, or after Back to the link
 * of the page one comes from. Another filter of the same page is no new page, another page of a list is.
 */
function ArrivalNote({ pathname, search }: { pathname: string; search: string }) {
  const place = `${pathname} ${new URLSearchParams(search).get("page") ?? "1"}`;
  const isBack = useNavigationType() === "POP";
  const address = useRef(pathname + search);
  const before = useRef(place);
  const [title, setTitle] = useState("");
  useEffect(() => {
    const from = address.current;
    address.current = pathname + search;
    if (before.current === place) return;
    const isSamePath = before.current.startsWith(`${pathname} `);
    before.current = place;
    setTitle(document.title);
    if (!isSamePath) goToMain(isBack ? from : undefined);
  }, [place, pathname, search, isBack]);
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  );
}

/** Unless a dialog, the page itself, or a search begun on the way has the focus by now. */
function goToMain(from: string | undefined) {
  const main = document.querySelector<HTMLElement>("main") ?? document.getElementById("content");
  const at = document.activeElement;
  if (!main || at?.closest("main, [role=dialog], [role=alertdialog]")) return;
  if (usePanels.getState().isSearch && at?.closest("search")) return;
  const link = from && [...main.querySelectorAll("a")].find((one) => one.getAttribute("href") === from);
  if (link) return link.focus({ preventScroll: true });
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}
