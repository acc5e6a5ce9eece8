import { useEffect } from "react";
import type { Location, NavigationType } from "react-router";
import { reloading } from "#web/hydration/lazy-component.tsx";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { say } from "#words/say.ts";

/** Something that may have unsaved changes. Every way out asks it: links, Back, signing out, the browser. */
export interface UnsavedChanges {
  isUnsaved: () => boolean;
  /** Whether a navigation, of the kind `action`, loses them; by default one to another path. */
  isOtherPage?: (from: Location, to: Location, action: NavigationType) => boolean;
  /** Asks in place whether to leave; without it a dialog asks. */
  ask?: () => Promise<boolean>;
}

const all = new Set<UnsavedChanges>();

/** Whether the page has forms, and none has unsaved changes. */
export const isAllSaved = () => all.size > 0 && listUnsaved().length === 0;

/** What would be lost now, the latest last. */
export const listUnsaved = () => [...all].filter(({ isUnsaved }) => isUnsaved());

// A page with unsaved changes reloads for a new version of the shop once they are saved.
reloading.isAllowed = () => {
  if (listUnsaved().length === 0) return true;
  toast({ title: say("The shop was updated. Save your changes, then this page reloads.") });
  return false;
};

/** Has `changes` asked for before they are lost, until the returned function is called. */
export function guardChanges(changes: UnsavedChanges) {
  // By the browser, when the document is unloaded.
  const onBeforeUnload = (event: BeforeUnloadEvent) => changes.isUnsaved() && event.preventDefault();
  all.add(changes);
  addEventListener("beforeunload", onBeforeUnload);
  return () => {
    all.delete(changes);
    removeEventListener("beforeunload", onBeforeUnload);
  };
}

/** Asks before unsaved changes of a page are lost. */
export function useUnsavedChangesGuard(isUnsaved: () => boolean, isOtherPage?: UnsavedChanges["isOtherPage"]) {
  useEffect(() => guardChanges({ isUnsaved, ...(isOtherPage && { isOtherPage }) }), [isUnsaved, isOtherPage]);
}
