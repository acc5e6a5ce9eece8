import { useState } from "react";
import { useEditor } from "#web/catalogue/editor/editor-context.ts";
import { blankVariation, type VariationFields } from "#web/catalogue/editor/product-fields.ts";
import { validateVariation } from "#web/catalogue/editor/validate-product.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { SelectField, TextField } from "#web/ui/forms/fields/field.tsx";

const settable = {
  price: "Price",
  on_hand: "In stock",
  compare_at: "Compare-at price",
  cost: "Cost",
  weight: "Weight",
  max_per_order: "Max. per order",
} as const;
type Settable = keyof typeof settable;

type Props = {
  /** Number of selected variations, or of all when none is selected. */
  count: number;
  isAll: boolean;
  canRemove: boolean;
  onSet: (more: Partial<VariationFields>) => void;
  onRemove: () => void;
};

/** Sets a field of the selected variations, or of all. */
export function VariationBulkForm({ count, isAll, canRemove, onSet, onRemove }: Props) {
  const { currency } = useEditor();
  const [field, setField] = useState<Settable>("price");
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const apply = () => {
    // The other fields are valid here.
    const candidate = { ...blankVariation(), price: "0", [field]: text };
    const problems = validateVariation(
      field === "compare_at" && text ? { ...candidate, compare_at: "", cost: text } : candidate,
      currency,
    );
    setError(problems[0]?.[1]);
    if (problems.length > 0) return;
    onSet({ [field]: text.trim() });
    setText("");
  };
  return (
    <div
      role="group"
      aria-label="Bulk edit variations"
      className="flex flex-wrap items-end gap-3 rounded bg-sunken p-3"
    >
      <SelectField
        label={isAll ? `Set for all ${count}` : `Set for ${count} selected`}
        value={field}
        onChange={({ target }) => setField(target.value as Settable)}
        className="w-44"
        options={settable}
      />
      <TextField
        label={`${settable[field]} for ${isAll ? `all ${count}` : `${count} selected`}`}
        labelHidden
        inputMode="decimal"
        value={text}
        error={error}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          apply();
        }}
        className="w-32"
      />
      <Button onClick={apply}>Set</Button>
      <BulkActions {...{ canRemove, onSet, onRemove }} />
    </div>
  );
}

const BulkActions = ({ canRemove, onSet, onRemove }: Pick<Props, "canRemove" | "onSet" | "onRemove">) => (
  <span className="ms-auto flex flex-wrap gap-2">
    <Button size="small" look="ghost" onClick={() => onSet({ is_active: true })}>
      Activate
    </Button>
    <Button size="small" look="ghost" onClick={() => onSet({ is_active: false })}>
      Deactivate
    </Button>
    {canRemove && (
      <Button size="small" look="ghost" onClick={onRemove}>
        Remove
      </Button>
    )}
  </span>
);
