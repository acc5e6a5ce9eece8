import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { DialogForm } from "./dialog-form.tsx";
import { TextAreaField } from "./fields/field.tsx";
import { notBlank, registerField, useCallForm } from "./use-call-form.ts";

type Props = {
  label: string;
  hint: string;
  action: string;
  maxLength: number;
  onDone: (text: string) => Promise<unknown>;
};

/** Asks for a reason or an answer in a dialog, which it closes once `onDone` has succeeded. */
export function ReasonForm({ label, hint, action, maxLength, onDone }: Props) {
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
    <DialogForm state={state} action={action}>
      <TextAreaField
        label={label}
        hint={hint}
        maxLength={maxLength}
        {...registerField(state.form, "text", notBlank("Enter a reason"))}
      />
    </DialogForm>
  );
}
