import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** Calls `then` when the browser's own buttons, back or forward, have led elsewhere: what lies over a page goes with it. */
export function useOnBack(then: () => void) {
  const { key } = useLocation();
  const kind = useNavigationType();
  const seen = useRef(key);
  useEffect(() => {
    if (seen.current === key) return;
    seen.current = key;
    if (kind === "POP") then();
  });
}
