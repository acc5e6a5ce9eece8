import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** Calls `then` after a navigation by the browser's back or forward button, to close an overlay. */
export function useBackButton(then: () => void) {
  const { key } = useLocation();
  const kind = useNavigationType();
  const seen = useRef(key);
  useEffect(() => {
    if (seen.current === key) return;
    seen.current = key;
    if (kind === "POP") then();
  });
}

/** Not in TypeScript's library yet. https://developer.mozilla.org/docs/Web/API/CloseWatcher */
declare const CloseWatcher: (new () => EventTarget & { destroy(): void }) | undefined;

/**
 * While `open`, the back gesture of a phone calls `close` instead of leaving the page, in browsers with CloseWatcher.
 * Drawers do this themselves.
 */
export function useCloseOnBack(open: boolean, close: () => void) {
  const onClose = useEffectEvent(close);
  useEffect(() => {
    if (!open || typeof CloseWatcher === "undefined" || !matchMedia("(pointer: coarse)").matches) return;
    const watcher = new CloseWatcher();
    watcher.addEventListener("close", () => onClose());
    return () => watcher.destroy();
  }, [open]);
}
