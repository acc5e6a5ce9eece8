import { useSyncExternalStore } from "react";

/** Up to 768 px, as `md:` in theme.css. */
const query = "(max-width: 768px)";

/** Whether the screen is small; false on the server and until hydration. */
export const useSmallScreen = () => useSyncExternalStore(subscribe, isSmallScreen, () => false);

export const isSmallScreen = () => matchMedia(query).matches;

function subscribe(notify: () => void) {
  const screen = matchMedia(query);
  screen.addEventListener("change", notify);
  return () => screen.removeEventListener("change", notify);
}
