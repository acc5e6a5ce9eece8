import { create } from "zustand";
import { browserClient, call, undoableIdsOf } from "#web/api/call.ts";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { isAllSaved } from "#web/ui/forms/unsaved/unsaved-changes.ts";
import { fieldLabel } from "#web/ui/text/field-label.ts";

/** Says that a change of the dashboard is done; with Undo if the server can undo it. `reply` is what the call returned. */
export function toastDone(reply: unknown, title: string, description?: string) {
  const ids = undoableIdsOf(reply);
  const action = { label: "Undo", onClick: () => void undoChanges(ids) };
  toast({ tone: "success", title, ...(description ? { description } : {}), ...(ids.length > 0 ? { action } : {}) });
}

/** Undoes the changes of these recorded changes and fetches what is on screen again, as it may show them. */
async function undoChanges(ids: string[]) {
  const kept: string[] = [];
  try {
    for (const id of ids) kept.push(...(await call("POST /audit/:id/undo", { params: { id: Number(id) } })).data.kept);
  } catch (problem) {
    toastProblem(ids.length > 1 ? "Couldn't undo all changes" : "Couldn't undo the change")(problem as Error);
  }
  if (kept.length > 0) toastUndone(kept);
  await browserClient().invalidateQueries();
  // A page without forms stays, with what is being typed in its search.
  if (isAllSaved()) useUndoCount.setState((count) => count + 1);
}

/** Says that a change is undone, and which fields stay as they are because they were changed since. */
export function toastUndone(kept: string[]) {
  const fields = [...new Set(kept)].map(fieldLabel).join(", ");
  toast({
    tone: "success",
    title: "Change undone",
    ...(kept.length > 0 ? { description: `Changed since, so left as it is: ${fields}.` } : {}),
  });
}

/** Key of the page: a form without unsaved changes starts again from what is stored after an undo. */
export const useUndoCount = create(() => 0);

type Deletion = {
  /** What is deleted, as messages call it. */
  name: string;
  remove: () => Promise<unknown>;
  /** Refetches what shows it, also after a problem. */
  refresh: () => Promise<unknown>;
};

/** Deletes something at once and offers to undo that. */
export const deleteWithUndo = ({ name, remove, refresh }: Deletion) =>
  remove()
    .then((reply) => toastDone(reply, `${name} deleted`), toastProblem(`Couldn't delete ${name}`))
    .then(refresh);
