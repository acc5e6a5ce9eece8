import { type KeyboardEvent, type ReactNode, useCallback } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useReadOnly } from "./button.tsx";
import { useUnsavedChangesGuard } from "./unsaved-changes.ts";

type Props<Fields extends FieldValues> = {
  label: string;
  form: UseFormReturn<Fields>;
  save: () => Promise<void>;
  /** Can't be saved yet. */
  busy?: boolean;
  /** Above and below the fields; usable by those who may not change them. */
  before?: ReactNode;
  after?: ReactNode;
  children: ReactNode;
};

/** The form of a dashboard page. Leaving with unsaved changes asks first; Ctrl+S saves. */
export function PageForm<Fields extends FieldValues>(props: Props<Fields>) {
  const { label, form, save, busy = false, before, after, children } = props;
  const { isDirty, isSubmitting } = form.formState;
  const isReadOnly = useReadOnly();
  useUnsavedChangesGuard(useCallback(() => isDirty, [isDirty]));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!isSubmitting && !busy && !isReadOnly) void save();
  };
  return (
    <div className="grid gap-5">
      {before}
      <form noValidate aria-label={label} className="grid gap-5" onSubmit={save} onKeyDown={onKeyDown}>
        <EditableFields>{children}</EditableFields>
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
