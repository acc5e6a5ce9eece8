import { useEffect } from "react";
import { useBlocker } from "react-router";
import { confirm } from "#web/ui/overlay/confirm.tsx";

/** The state of a way on that nothing is lost by: `navigate(path, { state: nothingLost })`. */
export const noUnsavedChanges = { nothingLost: true };

/**
 * Asks before a page with something unsaved is left: in our words for a link of ours, in the browser's for anything else.
 * `isUnsaved` is asked at that moment.
 */
export function useUnsavedChangesGuard(isUnsaved: () => boolean) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      !(nextLocation.state as Partial<typeof noUnsavedChanges> | null)?.nothingLost &&
      isUnsaved(),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => isUnsaved() && event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isUnsaved]);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void confirm({
      title: "Leave without saving?",
      says: "What you changed on this page is not saved yet. It is lost if you leave.",
      action: "Leave",
      danger: true,
    }).then((leaves) => (leaves ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
}
