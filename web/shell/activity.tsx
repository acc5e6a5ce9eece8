import { useIsFetching, useIsMutating } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { LoadingBar } from "#web/ui/loading-bar.tsx";

const tailMs = 300;

/** The global loading bar: while anything is fetched, changed or opened, and 300 ms longer. */
export function Activity() {
  const busy = useIsFetching() + useIsMutating() > 0;
  const navigating = useNavigation().state !== "idle";
  return <LoadingBar active={useTail(busy || navigating)} />;
}

function useTail(busy: boolean) {
  const [shown, setShown] = useState(busy);
  if (busy && !shown) setShown(true);
  useEffect(() => {
    if (busy || !shown) return;
    const timer = setTimeout(() => setShown(false), tailMs);
    return () => clearTimeout(timer);
  }, [busy, shown]);
  return shown;
}
