import { useEffect } from "react";
import { type Location, useBlocker } from "react-router";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { say } from "#words/say.ts";

/** State of a navigation that skips the question: `navigate(path, { state: noUnsavedChanges })`. */
export const noUnsavedChanges = { noUnsavedChanges: true };

const guards = new Set<() => boolean>();

/** Whether the page has forms, and none has unsaved changes. */
export const isAllSaved = () => guards.size > 0 && ![...guards].some((isUnsaved) => isUnsaved());

/** The browser asks before the document is unloaded, until the returned function is called. */
export function guardUnload(isUnsaved: () => boolean) {
  const onBeforeUnload = (event: BeforeUnloadEvent) => isUnsaved() && event.preventDefault();
  guards.add(isUnsaved);
  addEventListener("beforeunload", onBeforeUnload);
  return () => {
    guards.delete(isUnsaved);
    removeEventListener("beforeunload", onBeforeUnload);
  };
}

const isOtherPath = (from: Location, to: Location) => from.pathname !== to.pathname;

/**
 * Asks before unsaved changes are lost: in a dialog when a navigation leaves the page, by the browser before the document
 * is unloaded.
 */
export function useUnsavedChangesGuard(isUnsaved: () => boolean, isOtherPage = isOtherPath) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isOtherPage(currentLocation, nextLocation) &&
      !(nextLocation.state as Partial<typeof noUnsavedChanges> | null)?.noUnsavedChanges &&
      isUnsaved(),
  );
  useEffect(() => guardUnload(isUnsaved), [isUnsaved]);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void confirm({
      title: say("Leave page with unsaved changes?"),
      says: say("Your unsaved changes will be lost."),
      action: say("Leave page"),
      danger: true,
    }).then((leaves) => (leaves ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
}
