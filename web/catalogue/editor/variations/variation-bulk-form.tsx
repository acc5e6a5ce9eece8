import { useState } from "react";
import { useDesk } from "#web/catalogue/editor/editor-context.ts";
import { blankVariation, type TypedVariation } from "#web/catalogue/editor/product-fields.ts";
import { checkVariation } from "#web/catalogue/editor/validate-product.ts";
import { Button } from "#web/ui/button.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";

const settable = {
  price: "Price",
  on_hand: "In stock",
  compare_at: "Former price",
  cost: "What it costs you",
  weight: "Weight (g)",
  max_per_order: "Most in an order",
} as const;
type Settable = keyof typeof settable;

type Props = {
  /** How many it is done to; all of them while none is ticked. */
  count: number;
  isAll: boolean;
  canRemove: boolean;
  onSet: (more: Partial<TypedVariation>) => void;
  onRemove: () => void;
};

/** Sets the same for the ticked variations, or for all. */
export function BulkSet({ count, isAll, canRemove, onSet, onRemove }: Props) {
  const { currency } = useDesk();
  const [field, setField] = useState<Settable>("price");
  const [text, setText] = useState("");
  const [mistake, setMistake] = useState<string>();
  const apply = () => {
    // Whatever else is asked of a variation is in order here.
    const tried = { ...blankVariation(), price: "0", [field]: text };
    const wrong = checkVariation(
      field === "compare_at" && text ? { ...tried, compare_at: "", cost: text } : tried,
      currency,
    );
    setMistake(wrong[0]?.[1]);
    if (wrong.length > 0) return;
    onSet({ [field]: text.trim() });
    setText("");
  };
  return (
    <div
      role="group"
      aria-label="Change several variations"
      className="flex flex-wrap items-end gap-3 rounded bg-sunken p-3"
    >
      <SelectField
        label={isAll ? `Set for all ${count}` : `Set for ${count} chosen`}
        value={field}
        onChange={({ target }) => setField(target.value as Settable)}
        className="w-44"
      >
        {Object.entries(settable).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      <TextField
        label={`${settable[field]} for ${isAll ? `all ${count}` : `${count} chosen`}`}
        labelHidden
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={mistake}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          apply();
        }}
        className="w-32"
      />
      <Button onClick={apply}>Set</Button>
      <Moves {...{ canRemove, onSet, onRemove }} />
    </div>
  );
}

const Moves = ({ canRemove, onSet, onRemove }: Pick<Props, "canRemove" | "onSet" | "onRemove">) => (
  <span className="ms-auto flex flex-wrap gap-2">
    <Button size="small" look="ghost" onClick={() => onSet({ is_active: true })}>
      Sell
    </Button>
    <Button size="small" look="ghost" onClick={() => onSet({ is_active: false })}>
      Don't sell
    </Button>
    {canRemove && (
      <Button size="small" look="ghost" onClick={onRemove}>
        Take out
      </Button>
    )}
  </span>
);
