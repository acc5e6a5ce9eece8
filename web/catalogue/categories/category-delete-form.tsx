import { useState } from "react";
import { call } from "#web/api/call.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { FieldError } from "#web/ui/forms/fields/field.tsx";
import { RadioCard } from "#web/ui/forms/fields/radio-card.tsx";
import { useCallForm } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import type { CategoryIndex, CategoryNode } from "./category-index.ts";
import { CategoryPicker } from "./category-picker.tsx";

type Props = {
  index: CategoryIndex;
  node: CategoryNode;
  /** Direct contents. */
  contents: { products: number; children: number };
  onDeleted: () => Promise<void>;
};
type Choice = "move" | "detach";

/**
 * Deletes a category with contents after asking what happens to its products. No product is deleted or taken off sale.
 */
export function CategoryDeleteForm({ index, node, contents, onDeleted }: Props) {
  const closeDialog = useCloseDialog();
  const { id, name } = node.category;
  const [choice, setChoice] = useState<Choice | undefined>(contents.products === 0 ? "detach" : undefined);
  const [target, setTarget] = useState<number>();
  const [wasSent, setWasSent] = useState(false);
  const state = useCallForm({
    start: {},
    errorFields: [],
    send: async () => {
      setWasSent(true);
      if (choice === undefined || (choice === "move" && target === undefined)) return;
      const query = { on_products: choice, ...(choice === "move" ? { target_id: target } : {}) };
      const reply = await call("DELETE /categories/:id", { params: { id }, query });
      closeDialog();
      toastDone(reply, `“${name}” deleted`, resultMessage(contents, index, target));
      await onDeleted();
    },
  });
  return (
    <DialogForm state={state} action="Delete category" record={id} danger>
      <p className="text-muted">{consequences(contents, node)}</p>
      {contents.products > 0 && (
        <ProductsChoice
          {...{ index, id, choice, target, setTarget, wasSent }}
          count={contents.products}
          onPick={setChoice}
        />
      )}
    </DialogForm>
  );
}

type ChoiceProps = {
  index: CategoryIndex;
  id: number;
  count: number;
  choice: Choice | undefined;
  onPick: (choice: Choice) => void;
  target: number | undefined;
  setTarget: (id: number | undefined) => void;
  /** Errors are shown after the first submit. */
  wasSent: boolean;
};

function ProductsChoice({ index, id, count, choice, onPick, target, setTarget, wasSent }: ChoiceProps) {
  const isMissing = wasSent && choice === undefined;
  const pick = (which: Choice) => ({ name: "on_products", checked: choice === which, onChange: () => onPick(which) });
  return (
    <fieldset className="grid gap-3" aria-describedby={isMissing ? "on-products-error" : undefined}>
      <legend className="mb-2 text-sm font-medium">What should happen to {products(count)}?</legend>
      <RadioCard {...pick("move")} label="Move them to another category" hint="The old URL redirects there.">
        {choice === "move" && (
          <CategoryPicker
            index={index}
            legend="Move products to"
            value={target}
            onValue={(chosen) => setTarget(chosen ?? undefined)}
            isExcluded={(one) => one.category.id === id}
            error={wasSent && target === undefined ? "Select a category." : undefined}
          />
        )}
      </RadioCard>
      <RadioCard
        {...pick("detach")}
        label="Remove them from this category"
        hint="They stay active. Products in no other category can be found only by search."
      />
      {isMissing && (
        <div role="alert">
          <FieldError id="on-products-error">Select an option.</FieldError>
        </div>
      )}
    </fieldset>
  );
}

const products = (count: number) => (count === 1 ? "its product" : `its ${count} products`);
const children = (count: number) => (count === 1 ? "Its subcategory moves" : `Its ${count} subcategories move`);

function consequences(contents: Props["contents"], { ancestors }: CategoryNode) {
  const parent = ancestors.at(-1)?.name;
  const up = parent === undefined ? "to the top level" : `up to “${parent}”`;
  return [
    contents.children > 0 && `${children(contents.children)} ${up}.`,
    "No products are deleted or archived.",
    contents.children > 0 && contents.products === 0 && "This can't be undone.",
  ]
    .filter(Boolean)
    .join(" ");
}

function resultMessage(contents: Props["contents"], { byId }: CategoryIndex, target: number | undefined) {
  if (contents.products === 0) return "Its subcategories moved up one level.";
  const name = target === undefined ? undefined : byId.get(target)?.category.name;
  return name === undefined ? "Its products stay in the shop." : `Its products moved to “${name}”.`;
}
