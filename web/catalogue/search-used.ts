import { useState } from "react";
import { useLocation, useNavigation } from "react-router";

// The server draws the frame's head once for all pages, where no navigation is known.
const useAhead = import.meta.env.SSR ? () => undefined : () => useNavigation().location;

/**
 * Whether the search was opened or typed into since one set out for the page that is shown: arriving, however late, then
 * leaves it as it is. `use` says that it was just now.
 */
export function useSearchUsed() {
  const { key } = useLocation();
  const ahead = useAhead();
  const [usedFor, setUsedFor] = useState<string>();
  const [seen, setSeen] = useState(key);
  if (seen !== key) {
    setSeen(key);
    // Coming back to that page is another arrival.
    if (usedFor !== key) setUsedFor(undefined);
  }
  // The address is there before the page is drawn; the first of a visit has no key of its own.
  const use = () => setUsedFor(ahead?.key ?? window.history.state?.key ?? "default");
  return { isUsed: usedFor === key, use };
}
