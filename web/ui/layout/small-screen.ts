import { useSyncExternalStore } from "react";

/** As `md:` in theme.css: 768 px and narrower is a phone or tablet. */
const query = "(max-width: 768px)";

/** Whether this is a small screen now. On the server, and until the page has come to life, it is taken not to be. */
export const useSmallScreen = () => useSyncExternalStore(watchScreen, isSmallScreen, () => false);

export const isSmallScreen = () => matchMedia(query).matches;

function watchScreen(tell: () => void) {
  const screen = matchMedia(query);
  screen.addEventListener("change", tell);
  return () => screen.removeEventListener("change", tell);
}
