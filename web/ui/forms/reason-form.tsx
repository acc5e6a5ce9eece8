import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { DialogForm } from "./dialog-form.tsx";
import { TextAreaField } from "./fields/field.tsx";
import { notBlank, registerField, useCallForm } from "./use-call-form.ts";

type Props = {
  label: string;
  hint: string;
  action: string;
  /** What the reason is about, where a page has several. */
  record?: string;
  maxLength: number;
  onDone: (text: string) => Promise<unknown>;
};

/** Asks for a reason or an answer in a dialog, which it closes once `onDone` has succeeded. */
export function ReasonForm({ label, hint, action, record, maxLength, onDone }: Props) {
  const closeDialog = useCloseDialog();
  const state = useCallForm({
    start: { text: "" },
    errorFields: [],
    send: async ({ text }) => {
      await onDone(text.trim());
      closeDialog();
    },
  });
  return (
    <DialogForm state={state} action={action} record={record}>
      <TextAreaField
        label={label}
        hint={hint}
        maxLength={maxLength}
        {...registerField(state.form, "text", notBlank("Enter a reason"))}
      />
    </DialogForm>
  );
}
