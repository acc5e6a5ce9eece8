import { useForm } from "react-hook-form";
import { TextAreaField } from "#web/ui/forms/text-area-field.tsx";
import { FormFooter } from "./form-footer.tsx";

type Props = { label: string; hint: string; action: string; maxLength: number; onDone: (words: string) => void };

/** Asks for a reason or an answer. */
export function ReasonForm({ label, hint, action, maxLength, onDone }: Props) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { words: "" } });
  return (
    <form noValidate className="grid gap-5" onSubmit={handleSubmit(({ words }) => onDone(words.trim()))}>
      <TextAreaField
        label={label}
        hint={hint}
        maxLength={maxLength}
        error={formState.errors.words?.message}
        {...register("words", { validate: (words) => words.trim() !== "" || "Say why." })}
      />
      <FormFooter action={action} busy={formState.isSubmitting} />
    </form>
  );
}
