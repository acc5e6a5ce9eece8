import { useIsFetching, useIsMutating } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { classes } from "#web/ui/layout/classes.ts";
import { say } from "#words/say.ts";

const tailMs = 300;

/** The global loading bar: while anything is fetched, changed or opened, and 300 ms longer. */
export function ActivityBar() {
  const busy = useIsFetching() + useIsMutating() > 0;
  const navigating = useNavigation().state !== "idle";
  return <LoadingBar active={useDelayedEnd(busy || navigating)} />;
}

function useDelayedEnd(busy: boolean) {
  const [shown, setShown] = useState(busy);
  if (busy && !shown) setShown(true);
  useEffect(() => {
    if (busy || !shown) return;
    const timer = setTimeout(() => setShown(false), tailMs);
    return () => clearTimeout(timer);
  }, [busy, shown]);
  return shown;
}

/** A thin line along the top; it takes no space. */
export function LoadingBar({ active }: { active: boolean }) {
  return (
    <div role="status">
      <div
        role="progressbar"
        aria-label={say("Loading...")}
        aria-hidden={!active}
        className={classes(
          "pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden transition-opacity duration-(--slow)",
          active ? "opacity-100" : "opacity-0",
        )}
      >
        <div
          className={classes("h-full w-2/5 rounded-full bg-accent", active && "animate-travel motion-reduce:w-full")}
        />
      </div>
    </div>
  );
}
