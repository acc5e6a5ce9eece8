import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** Calls `then` when the browser's own buttons, back or forward, have led elsewhere: what lies over a page goes with it. */
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

/** TypeScript's library has it once every browser does. https://developer.mozilla.org/docs/Web/API/CloseWatcher */
declare const CloseWatcher: (new () => EventTarget & { destroy(): void }) | undefined;

/**
 * Has the back gesture of a phone call `close` while something is `open` over the page, instead of leaving the page, in
 * browsers that can. Drawers do so by themselves. Where there are keys Escape does that, and knows which lies on top.
 */
export function useCloseOnBack(open: boolean, close: () => void) {
  const leave = useEffectEvent(close);
  useEffect(() => {
    if (!open || typeof CloseWatcher === "undefined" || !matchMedia("(pointer: coarse)").matches) return;
    const watcher = new CloseWatcher();
    watcher.addEventListener("close", () => leave());
    return () => watcher.destroy();
  }, [open]);
}
