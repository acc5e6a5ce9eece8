import { useSyncExternalStore } from "react";

/** Up to 768 px, as `md:` in theme.css. */
const small = "(max-width: 768px)";
/** Under 720 px the columns of a table have no room. */
const phone = "(max-width: 719.98px)";

/** Whether the screen is small; false on the server and until hydration. */
export const useSmallScreen = () => useSyncExternalStore(onSmall, isSmallScreen, () => false);

export const isSmallScreen = () => matchMedia(small).matches;

/** Whether the screen is a phone's or little wider; false on the server and until hydration. */
export const usePhoneScreen = () => useSyncExternalStore(onPhone, isPhoneScreen, () => false);

const isPhoneScreen = () => matchMedia(phone).matches;

const subscribeTo = (query: string) => (notify: () => void) => {
  const screen = matchMedia(query);
  screen.addEventListener("change", notify);
  return () => screen.removeEventListener("change", notify);
};
const onSmall = subscribeTo(small);
const onPhone = subscribeTo(phone);
