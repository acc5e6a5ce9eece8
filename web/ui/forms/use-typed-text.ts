import { useCallback, useState } from "react";
import { useUnsavedChangesGuard } from "./unsaved/unsaved-changes.ts";

/**
 * The text of a field that is saved by itself: the saved one until something is typed, which then stays when somebody
 * else saves another. Leaving asks while it is typed and not being saved.
 */
export function useTypedText(saved: string, isSaving: boolean) {
  const [typed, setTyped] = useState<string>();
  const isUnsaved = typed !== undefined && typed !== saved && !isSaving;
  useUnsavedChangesGuard(useCallback(() => isUnsaved, [isUnsaved]));
  if (typed === saved) setTyped(undefined);
  return [typed ?? saved, setTyped] as const;
}
