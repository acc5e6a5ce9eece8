import { type KeyboardEvent, type ReactNode, useCallback } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useUnsavedChangesGuard } from "./unsaved-changes.ts";

type Props<Fields extends FieldValues> = {
  label: string;
  form: UseFormReturn<Fields>;
  save: () => Promise<void>;
  children: ReactNode;
};

/** The form of a dashboard page. Leaving with unsaved changes asks first; Ctrl+S saves. */
export function PageForm<Fields extends FieldValues>({ label, form, save, children }: Props<Fields>) {
  const { isDirty, isSubmitting } = form.formState;
  useUnsavedChangesGuard(useCallback(() => isDirty, [isDirty]));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!isSubmitting) void save();
  };
  return (
    <form noValidate aria-label={label} className="grid gap-5" onSubmit={save} onKeyDown={onKeyDown}>
      {children}
    </form>
  );
}
