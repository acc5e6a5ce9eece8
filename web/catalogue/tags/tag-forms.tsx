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

type MergeProps = { tag: Tag; others: Tag[]; products: number; onMerged: () => void };

/** Replaces a tag by another one, in a dialog. */
export function MergeTagForm({ tag, others, products, onMerged }: MergeProps) {
  const form = useForm({ defaultValues: { into: "" } });
  const { handleSubmit, setError, formState } = form;
  const merge = handleSubmit(async ({ into }) => {
    try {
      const { data } = await call("POST /tags/:id/merge", { params: { id: tag.id }, body: { into_id: Number(into) } });
      toast({ tone: "success", title: `${tag.name} merged with ${data.name}` });
      closeDialog();
    } catch (error) {
      setError("into", { message: (error as Error).message });
    }
    onMerged();
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={merge}>
      <p className="text-muted">
        {countProducts(products)} {products === 1 ? "gets" : "get"} the other tag, and {tag.name} is deleted. This can't
        be undone.
      </p>
      <SelectField
        label="Merge with"
        {...registerField(form, "into", { validate: (id) => id !== "" || "Choose a tag." })}
      >
        <option value="">Choose a tag</option>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <FormFooter action="Merge tags" busy={formState.isSubmitting} unsaved={formState.isDirty} />
    </form>
  );
}
