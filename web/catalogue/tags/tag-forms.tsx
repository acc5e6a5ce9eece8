import { useForm } from "react-hook-form";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import type { Tag } from "#contract/catalogue/tags.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { setFieldErrors } from "#web/api/field-errors.ts";
import { countProducts } from "#web/catalogue/products/usage-link.tsx";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { FormFooter } from "#web/ui/forms/dialog-form.tsx";
import { SelectField } from "#web/ui/forms/fields/select-field.tsx";
import { TextField } from "#web/ui/forms/fields/text-field.tsx";
import { registerField } from "#web/ui/forms/register-field.ts";
import { closeDialog } from "#web/ui/overlay/dialog-store.ts";

/** Adds or renames a tag, in a dialog. */
export function TagNameForm({ tag, onSaved }: { tag?: Tag; onSaved: (saved: Tag) => void }) {
  const form = useForm({ defaultValues: { name: tag?.name ?? "" } });
  const { handleSubmit, setError, formState } = form;
  const save = handleSubmit(async ({ name }) => {
    try {
      const { data } = tag
        ? await call("PUT /tags/:id", { params: { id: tag.id }, body: { name } })
        : await call("POST /tags", { body: { name } });
      closeDialog();
      onSaved(data);
    } catch (error) {
      const message = error instanceof CallProblem && error.code === "name_taken" ? error.message : undefined;
      const problem = message ?? setFieldErrors<{ name: string }>(error, ["name"], setError);
      if (problem) setError("name", { message: problem }, { shouldFocus: true });
    }
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={save}>
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={productLimits.tag}
        {...registerField(form, "name", { validate: (text) => text.trim() !== "" || "Name required" })}
      />
      <FormFooter action={tag ? "Rename tag" : "Add tag"} busy={formState.isSubmitting} unsaved={formState.isDirty} />
    </form>
  );
}

interface Named {
  id: number;
  name: string;
}
interface MergeProps {
  noun: "tag" | "option";
  from: Named;
  others: Named[];
  products: number;
  /** Does it, and resolves with what it was merged with. */
  merge: (intoId: number) => Promise<{ data: Named }>;
  onMerged: () => void;
}

/** Replaces a tag or an option by another one, in a dialog. */
export function MergeForm({ noun, from, others, products, merge: send, onMerged }: MergeProps) {
  const form = useForm({ defaultValues: { into: "" } });
  const { handleSubmit, setError, formState } = form;
  const article = noun === "tag" ? "a" : "an";
  const merge = handleSubmit(async ({ into }) => {
    try {
      const { data } = await send(Number(into));
      toast({ tone: "success", title: `${from.name} merged with ${data.name}` });
      closeDialog();
    } catch (error) {
      setError("into", { message: (error as Error).message });
    }
    onMerged();
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={merge}>
      <p className="text-muted">
        {countProducts(products)} {products === 1 ? "gets" : "get"} the other {noun}, and {from.name} is deleted.{" "}
        {noun === "option" && "Values of the same name become one. "}This can't be undone.
      </p>
      <SelectField
        label="Merge with"
        {...registerField(form, "into", { validate: (id) => id !== "" || `Choose ${article} ${noun}.` })}
        placeholder={`Choose ${article} ${noun}`}
        options={others.map(({ id, name }) => [id, name])}
      />
      <FormFooter action={`Merge ${noun}s`} busy={formState.isSubmitting} unsaved={formState.isDirty} />
    </form>
  );
}
