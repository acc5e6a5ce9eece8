import { useEffect, useRef } from "react";

/** Returns whether the component is still on screen, for answers that arrive late. */
export function useIsShown() {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return () => shown.current;
}
