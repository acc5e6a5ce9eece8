import { productLimits } from "#contract/catalogue/product-limits.ts";
import type { Tag } from "#contract/catalogue/tags.ts";
import { call } from "#web/api/call.ts";
import { countProducts } from "#web/catalogue/products/usage-link.tsx";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { SelectField, TextField } from "#web/ui/forms/fields/field.tsx";
import { notBlank, registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";

/** Adds or renames a tag, in a dialog. */
export function TagNameForm({ tag, onSaved }: { tag?: Tag; onSaved: (saved: Tag) => void }) {
  const closeDialog = useCloseDialog();
  const state = useCallForm({
    start: { name: tag?.name ?? "" },
    errorFields: ["name"],
    errorCodes: { name_taken: "name" },
    send: async ({ name }) => {
      const { data } = tag
        ? await call("PUT /tags/:id", { params: { id: tag.id }, body: { name } })
        : await call("POST /tags", { body: { name } });
      closeDialog();
      onSaved(data);
    },
  });
  return (
    <DialogForm state={state} action={tag ? "Rename tag" : "Add tag"} record={tag?.id}>
      <TextField
        label="Name"
        maxLength={productLimits.tag}
        {...registerField(state.form, "name", notBlank("Name required"))}
      />
    </DialogForm>
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
  const closeDialog = useCloseDialog();
  const article = noun === "tag" ? "a" : "an";
  const state = useCallForm({
    start: { into: "" },
    errorFields: { into_id: "into" },
    send: async ({ into }) => {
      const { data } = await send(Number(into)).finally(onMerged);
      toastDone(data, `${from.name} merged with ${data.name}`);
      closeDialog();
    },
  });
  return (
    <DialogForm state={state} action={`Merge ${noun}s`} record={from.id}>
      <p className="text-muted">
        {countProducts(products)} {products === 1 ? "gets" : "get"} the other {noun}, and {from.name} is deleted.{" "}
        {noun === "option" && "Values of the same name become one. "}This can't be undone.
      </p>
      <SelectField
        label="Merge with"
        {...registerField(state.form, "into", { validate: (id) => id !== "" || `Choose ${article} ${noun}.` })}
        placeholder={`Choose ${article} ${noun}`}
        options={others.map(({ id, name }) => [id, name])}
      />
    </DialogForm>
  );
}
