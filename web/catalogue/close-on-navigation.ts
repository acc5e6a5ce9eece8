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
  const isUsed = usedFor === key;
  const closeUnlessUsed = useEffectEvent(() => {
    if (isUsed) return;
    togglePanel(flag, false);
    // Returning to that page is a new navigation.
    setUsedFor(undefined);
  });
  // In the layout phase: an effect would close what was opened in the meantime.
  // oxlint-disable-next-line react/set-state-in-effect
  useLayoutEffect(() => closeUnlessUsed(), [key]);
  // The URL changes before the page is rendered; the first history entry has no key of its own.
  const markUsed = () => setUsedFor(nextLocation?.key ?? window.history.state?.key ?? "default");
  return { isUsed, use: markUsed };
}
