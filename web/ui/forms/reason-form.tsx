import { DialogForm } from "./dialog-form.tsx";
import { TextAreaField } from "./fields/field.tsx";
import { notBlank, registerField, useCallForm } from "./use-call-form.ts";

type Props = { label: string; hint: string; action: string; maxLength: number; onDone: (text: string) => void };

/** Asks for a reason or an answer. */
export function ReasonForm({ label, hint, action, maxLength, onDone }: Props) {
  const state = useCallForm({ start: { text: "" }, errorFields: [], send: async ({ text }) => onDone(text.trim()) });
  return (
    <DialogForm state={state} action={action} unsaved={false}>
      <TextAreaField
        label={label}
        hint={hint}
        maxLength={maxLength}
        {...registerField(state.form, "text", notBlank("Enter a reason"))}
      />
    </DialogForm>
  );
}
