import { useEffect } from "react";
import { type Location, type NavigationType, useBlocker } from "react-router";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { noUnsavedChanges } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";
import { listUnsaved, type UnsavedChanges } from "./unsaved-changes.ts";

/** Asks once for all unsaved changes that would be lost. Resolves to whether to leave. */
export async function confirmLeaving(lost = listUnsaved()): Promise<boolean> {
  // An open dialog first, as it is above its page.
  for (const { ask } of lost.toReversed()) if (ask && !(await ask())) return false;
  if (lost.every(({ ask }) => ask)) return true;
  return confirm({
    title: say("Leave page with unsaved changes?"),
    says: say("Your unsaved changes will be lost."),
    action: say("Leave page"),
    danger: true,
  });
}

/** Asks when a navigation would lose unsaved changes. The router has one blocker, so this is used once, for all forms. */
export function useLeaveBlocker() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      !(nextLocation.state as Partial<typeof noUnsavedChanges> | null)?.noUnsavedChanges &&
      lostBy(currentLocation, nextLocation, historyAction).length > 0,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    let isCurrent = true;
    // The changes are those of the page that is still shown.
    void confirmLeaving().then((leaves) => {
      // Another navigation may have been tried meanwhile.
      if (!isCurrent) return;
      if (leaves) blocker.proceed();
      else blocker.reset();
    });
    return () => {
      isCurrent = false;
    };
  }, [blocker]);
}

const isOtherPath = (from: Location, to: Location) => from.pathname !== to.pathname;

/** The unsaved changes that a navigation would lose. */
export const lostBy = (from: Location, to: Location, action: NavigationType): UnsavedChanges[] =>
  listUnsaved().filter(({ isOtherPage = isOtherPath }) => isOtherPage(from, to, action));
