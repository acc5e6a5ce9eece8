import { useEffectEvent, useLayoutEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { type ScreenFlags, toggleFlag } from "#web/ui/screen-flags.ts";

// The server draws the frame's head once for all pages, where no navigation is known.
const useAhead = import.meta.env.SSR ? () => undefined : () => useNavigation().location;

/**
 * Folds it when one has gone anywhere, also by the browser's own buttons, unless it was opened or typed into since one set
 * out for the page that is shown: `isUsed`. Arriving, however late, then leaves it as it is. `use` says that it was just now.
 */
export function useFoldedOnArrival(flag: keyof ScreenFlags) {
  const { key } = useLocation();
  const ahead = useAhead();
  const [usedFor, setUsedFor] = useState<string>();
  const [seen, setSeen] = useState(key);
  const isUsed = usedFor === key;
  if (seen !== key) {
    setSeen(key);
    // Coming back to that page is another arrival.
    if (!isUsed) setUsedFor(undefined);
  }
  const stays = useEffectEvent(() => isUsed);
  // As the page is drawn: a moment later it would fold what was opened in that moment.
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving is what counts.
  useLayoutEffect(() => {
    if (!stays()) toggleFlag(flag, false);
  }, [key, flag]);
  // The address is there before the page is drawn; the first of a visit has no key of its own.
  const use = () => setUsedFor(ahead?.key ?? window.history.state?.key ?? "default");
  return { isUsed, use };
}
