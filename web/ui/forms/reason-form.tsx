import { useForm } from "react-hook-form";
import { FormFooter } from "./dialog-form.tsx";
import { TextAreaField } from "./fields/text-area-field.tsx";
import { registerField } from "./register-field.ts";

type Props = { label: string; hint: string; action: string; maxLength: number; onDone: (text: string) => void };

/** Asks for a reason or an answer. */
export function ReasonForm({ label, hint, action, maxLength, onDone }: Props) {
  const form = useForm({ defaultValues: { text: "" } });
  const { handleSubmit, formState } = form;
  return (
    <form noValidate className="grid gap-5" onSubmit={handleSubmit(({ text }) => onDone(text.trim()))}>
      <TextAreaField
        label={label}
        hint={hint}
        maxLength={maxLength}
        {...registerField(form, "text", { validate: (text) => text.trim() !== "" || "Enter a reason" })}
      />
      <FormFooter action={action} busy={formState.isSubmitting} />
    </form>
  );
}
