import { useEffectEvent, useLayoutEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { type PanelState, togglePanel } from "#web/ui/overlay/panels.ts";

// The server renders the header once for all pages, where no navigation is known.
const useNextLocation = import.meta.env.SSR ? () => undefined : () => useNavigation().location;

/**
 * Closes a panel after each navigation, also by the browser's back and forward buttons, unless the visitor used it
 * (`isUsed`) since the navigation began. Call `markUsed` when it is opened or typed into.
 */
export function useCloseOnNavigation(flag: keyof PanelState) {
  const { key } = useLocation();
  const nextLocation = useNextLocation();
  const [usedFor, setUsedFor] = useState<string>();
  const [seen, setSeen] = useState(key);
  const isUsed = usedFor === key;
  if (seen !== key) {
    setSeen(key);
    // Returning to that page is a new navigation.
    if (!isUsed) setUsedFor(undefined);
  }
  const isStillUsed = useEffectEvent(() => isUsed);
  // In the layout phase: an effect would close what was opened in the meantime.
  useLayoutEffect(() => {
    if (!isStillUsed()) togglePanel(flag, false);
  }, [key, flag]);
  // The URL changes before the page is rendered; the first history entry has no key of its own.
  const markUsed = () => setUsedFor(nextLocation?.key ?? window.history.state?.key ?? "default");
  return { isUsed, use: markUsed };
}
