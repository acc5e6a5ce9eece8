import { useCallback } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Button, useReadOnly } from "./button.tsx";
import { TextAreaField } from "./fields/field.tsx";
import { useSessionDraft } from "./unsaved/session-draft.ts";
import { useUnsavedChangesGuard } from "./unsaved/unsaved-changes.ts";

type Props = {
  /** The note to edit. */
  text?: string;
  hint: string;
  action: string;
  busy: boolean;
  /** Saves the note; `onDone` empties the form. */
  onSave: (text: string, onDone: () => void) => void;
  onCancel?: () => void;
};

/** Writes a note for staff. */
export function NoteForm({ text = "", hint, action, busy, onSave, onCancel }: Props) {
  const { register, handleSubmit, reset, setValue, getValues, control, formState } = useForm({
    defaultValues: { text },
  });
  const written = useWatch({ control, name: "text" });
  const submit = handleSubmit((note) => onSave(note.text, () => reset()));
  const { isDirty } = formState;
  useSessionDraft<string>(`note ${text}`, {
    getDraft: () => (isDirty ? getValues("text") : undefined),
    restore: (typed) => setValue("text", typed, { shouldDirty: true }),
  });
  if (useReadOnly()) return null;
  return (
    <form noValidate className="grid gap-3 not-last:mb-6" onSubmit={submit}>
      {isDirty && !busy && <UnsavedNoteGuard />}
      <TextAreaField
        label="Note"
        hint={hint}
        maxLength={2000}
        rows={2}
        autoFocus={onCancel !== undefined}
        // The form is emptied or closed once it is saved.
        readOnly={busy}
        {...register("text")}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel && (
          <Button size="small" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" size="small" busy={busy} disabled={written.trim() === ""}>
          {action}
        </Button>
      </div>
    </form>
  );
}

function UnsavedNoteGuard() {
  useUnsavedChangesGuard(useCallback(() => true, []));
  return null;
}
