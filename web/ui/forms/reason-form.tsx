import { useForm } from "react-hook-form";
import { FormFooter } from "./dialog-form.tsx";
import { TextAreaField } from "./fields/text-area-field.tsx";

type Props = { label: string; hint: string; action: string; maxLength: number; onDone: (text: string) => void };

/** Asks for a reason or an answer. */
export function ReasonForm({ label, hint, action, maxLength, onDone }: Props) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { text: "" } });
  return (
    <form noValidate className="grid gap-5" onSubmit={handleSubmit(({ text }) => onDone(text.trim()))}>
      <TextAreaField
        label={label}
        hint={hint}
        maxLength={maxLength}
        error={formState.errors.text?.message}
        {...register("text", { validate: (text) => text.trim() !== "" || "Enter a reason" })}
      />
      <FormFooter action={action} busy={formState.isSubmitting} />
    </form>
  );
}
