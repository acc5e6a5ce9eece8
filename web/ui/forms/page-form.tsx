import { type FormEvent, type ReactNode, type RefObject, useCallback, useEffect, useEffectEvent, useRef } from "react";
import { type FieldValues, type UseFormReturn, useFormState } from "react-hook-form";
import { useDialogHost } from "#web/ui/overlay/dialog-store.ts";
import { useReadOnly } from "./button.tsx";
import { LockedFields } from "./fields/locked-fields.tsx";
import { isSaveShortcut } from "./save-shortcut.ts";
import type { Conflict } from "./unsaved/rebase-form.ts";
import { useFormDraft } from "./unsaved/session-draft.ts";
import { type UnsavedChanges, useUnsavedChangesGuard } from "./unsaved/unsaved-changes.ts";
import { useIsLeaving } from "./unsaved/use-leave-page.ts";

type Props<Fields extends FieldValues> = {
  label: string;
  form: UseFormReturn<Fields>;
  save: (event?: FormEvent) => Promise<void>;
  /** Can't be saved yet, as something of it is being uploaded: leaving asks first. */
  busy?: boolean;
  /** Above and below the fields; usable by those who may not change them. */
  before?: ReactNode;
  after?: ReactNode;
  /** Whether a navigation leaves the form; by default one to another path. */
  isOtherPage?: UnsavedChanges["isOtherPage"];
  /** Called when what was typed before the session ended is restored on something that was saved meanwhile. */
  onConflicts?: ((conflicts: Conflict<Fields>[]) => void) | undefined;
  /** Its save leaves the page, so nothing can be typed meanwhile. */
  leaves?: boolean;
  /** Stores what is unsaved itself when the session ends. */
  ownDraft?: boolean;
  formRef?: RefObject<HTMLFormElement | null>;
  children: ReactNode;
};

/** The form of a dashboard page. Leaving with unsaved changes asks first; Ctrl+S saves, once at a time. */
export function PageForm<Fields extends FieldValues>(props: Props<Fields>) {
  const { label, form, save, busy = false, before, after, isOtherPage, ownDraft = false, formRef, children } = props;
  const { leaves = false } = props;
  const { isDirty, isSubmitting } = useFormState({ control: form.control });
  const isReadOnly = useReadOnly();
  const isLeaving = useIsLeaving();
  useUnsavedChangesGuard(
    useCallback(() => isDirty || busy, [isDirty, busy]),
    isOtherPage,
  );
  useFormDraft(label, form, { isUnsaved: isDirty && !ownDraft, onConflicts: props.onConflicts });
  const isSaving = useRef(false);
  const saveOnce = async (event?: FormEvent) => {
    event?.preventDefault();
    if (isSaving.current || isSubmitting || busy || isReadOnly) return;
    isSaving.current = true;
    await save(event).finally(() => {
      isSaving.current = false;
    });
  };
  const own = useRef<HTMLFormElement>(null);
  const whole = formRef ?? own;
  // As pressing the button does, so that incomplete fields are noticed.
  useSaveShortcut(() => whole.current?.requestSubmit());
  return (
    <div className="grid grid-cols-1 gap-5">
      {before}
      <form ref={whole} noValidate aria-label={label} className="grid grid-cols-1 gap-5" onSubmit={saveOnce}>
        <LockedFields isLocked={isLeaving || (leaves && isSubmitting)}>
          <EditableFields>{children}</EditableFields>
        </LockedFields>
        {after}
      </form>
    </div>
  );
}

/** The fields of a form: disabled and without their buttons where the user may not change the page. */
export const EditableFields = ({ children }: { children: ReactNode }) => (
  <fieldset disabled={useReadOnly()} className="contents [&:disabled_button]:hidden">
    {children}
  </fieldset>
);

/** Ctrl+S and Cmd+S, wherever the focus is, but in an open dialog. */
function useSaveShortcut(save: () => void) {
  const onSave = useEffectEvent(save);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSaveShortcut(event)) return;
      event.preventDefault();
      // A key that is held down saves once.
      if (!event.repeat && !useDialogHost.getState().open) onSave();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
