import { useEffect, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useLocation } from "react-router";
import { onUserChange, useSession } from "#web/api/session/session.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { say } from "#words/say.ts";
import { type Conflict, restoreForm, typedSince } from "./rebase-form.ts";

interface DraftStore {
  read: () => unknown;
  write: (draft: unknown) => unknown;
  clear: () => void;
}

interface Editor<Draft> {
  /** The unsaved changes of this moment; undefined when there are none. */
  getDraft: () => Draft | undefined;
  restore: (draft: Draft) => void;
  /** Where the draft of a user and page is stored; by default until the document is left, as it may have secrets. */
  storeOf?: (key: string) => DraftStore;
}

/** Stores unsaved changes when the session ends, and restores them when the same user opens the page again. */
export function useSessionDraft<Draft>(name: string, editor: Editor<Draft>) {
  const { pathname, search } = useLocation();
  const page = `${name} ${pathname}${search}`;
  const latest = useRef(editor);
  useEffect(() => {
    latest.current = editor;
  });
  useEffect(() => {
    const storeOf = (userId: string) => (latest.current.storeOf ?? storedInMemory)(`${userId} ${page}`);
    const { userId } = useSession.getState();
    const store = userId === null ? undefined : storeOf(userId);
    const draft = store?.read() as Draft | null | undefined;
    store?.clear();
    if (draft) {
      latest.current.restore(draft);
      toast({ title: say("Your unsaved changes are restored") });
    }
    return storeOnExpiry(() => latest.current.getDraft(), storeOf);
  }, [page]);
}

/**
 * Stores the draft of a mounted form when its user's session ends or is replaced. Not when they sign out: they agreed to
 * lose it, though a home page that takes long leaves the form mounted. Returns the unsubscribe function.
 */
export const storeOnExpiry = (getDraft: () => unknown, storeOf: (userId: string) => DraftStore) =>
  onUserChange((now, before) => {
    if (before.userId === null || (now.status === "out" && now.dropsUnsaved)) return;
    const unsaved = getDraft();
    if (unsaved) storeOf(before.userId).write(unsaved);
  });

interface FormDraft<Fields extends FieldValues, Chosen> {
  typed: Partial<Fields>;
  /** What was edited. */
  base: Fields;
  chosen: Chosen | undefined;
}

/** What is chosen in a form that is no field of it, such as quantities. */
export interface FormChoices<Chosen> {
  isChanged: boolean;
  chosen: Chosen;
  restore: (chosen: Chosen) => void;
}

interface FormDraftOptions<Fields extends FieldValues, Chosen> {
  isUnsaved: boolean;
  choices?: FormChoices<Chosen> | undefined;
  /** Called when what was typed is restored on something that was saved meanwhile. */
  onConflicts?: ((conflicts: Conflict<Fields>[]) => void) | undefined;
}

/** Keeps what is typed and chosen in a form when the session ends. */
export const useFormDraft = <Fields extends FieldValues, Chosen = undefined>(
  name: string,
  form: UseFormReturn<Fields>,
  options: FormDraftOptions<Fields, Chosen>,
) => useSessionDraft(name, formDraft(form, options));

/** What a form stores when the session ends, and how that is restored in it. */
export const formDraft = <Fields extends FieldValues, Chosen>(
  form: UseFormReturn<Fields>,
  { isUnsaved, choices, onConflicts }: FormDraftOptions<Fields, Chosen>,
): Editor<FormDraft<Fields, Chosen>> => ({
  getDraft: () => {
    const base = form.formState.defaultValues as Fields;
    return isUnsaved ? { base, typed: typedSince(base, form.getValues()), chosen: choices?.chosen } : undefined;
  },
  restore: ({ base, typed, chosen }) => {
    const conflicts = restoreForm(form, base, typed);
    if (conflicts) onConflicts?.(conflicts);
    if (chosen !== undefined) choices?.restore(chosen);
  },
});

const inMemory = new Map<string, unknown>();

const storedInMemory = (key: string): DraftStore => ({
  read: () => inMemory.get(key),
  write: (draft) => inMemory.set(key, draft),
  clear: () => void inMemory.delete(key),
});
