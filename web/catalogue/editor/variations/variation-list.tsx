import { type RefObject, useCallback, useRef, useState } from "react";
import type { FieldErrors, useFieldArray } from "react-hook-form";
import { useEditor, useProductForm } from "#web/catalogue/editor/editor-context.ts";
import {
  blankVariation,
  type OptionFields,
  type ProductFields,
  type VariationFields,
} from "#web/catalogue/editor/product-fields.ts";
import { validateVariation } from "#web/catalogue/editor/validate-product.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Checkbox, SelectField, TextField } from "#web/ui/forms/fields/field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { useSmallScreen } from "#web/ui/layout/small-screen.ts";
import { reinsert } from "#web/ui/lists/reinsert.ts";
import { columns, VariationRow } from "./variation-row.tsx";

/** The field array of the variations, as the form's owner creates it. */
type VariationRows = ReturnType<typeof useFieldArray<ProductFields, "variations", "key">>;
type Props = { rows: VariationRows; errors: FieldErrors<ProductFields>["variations"]; groups: OptionFields[] };

/** Identifies a variation by its option values. */
const keyOf = ({ option_value_ids }: Pick<VariationFields, "option_value_ids">) => option_value_ids.join("-");

/** The variations, a row each, with less used fields folded away. */
export function VariationList({ rows, errors, groups }: Props) {
  const { getValues } = useProductForm();
  const isSmall = useSmallScreen();
  const titleOf = useVariationTitles(groups);
  const list = useRef<HTMLUListElement>(null);
  const { fields, replace } = rows;
  const { selectedRows, isSelected, toggle, toggleAll } = useSelection(fields);
  const { keepVariations, remove } = useRemoveVariations(replace, list);
  const isEach = (row: VariationFields) => selectedRows.length === 0 || isSelected(row);
  return (
    <CardSection title={`Variations (${fields.length})`}>
      <div className="grid gap-4">
        <VariationBulkForm
          count={selectedRows.length || fields.length}
          isAll={selectedRows.length === 0 || selectedRows.length === fields.length}
          canRemove={selectedRows.length > 0 && selectedRows.length < fields.length}
          onSet={(more) => replace(getValues("variations").map((row) => (isEach(row) ? { ...row, ...more } : row)))}
          onRemove={() => keepVariations((row) => !isSelected(row), removedText(selectedRows.length))}
        />
        <div>
          <div className={`${columns} border-b border-hairline pb-2 text-xs font-medium text-muted`}>
            <Checkbox
              label="Select all variations"
              labelHidden={!isSmall}
              checked={selectedRows.length > 0 && selectedRows.length === fields.length}
              some={selectedRows.length > 0 && selectedRows.length < fields.length}
              onChange={({ target }) => toggleAll(target.checked)}
            />
            {!isSmall &&
              ["Variation", "Price", "In stock", "SKU"].map((label) => (
                <span key={label} aria-hidden="true">
                  {label}
                </span>
              ))}
          </div>
          <ul ref={list} aria-label="Variations">
            {fields.map((row, at) => (
              <VariationRow
                key={row.key}
                at={at}
                rowKey={keyOf(row)}
                title={titleOf(row.option_value_ids)}
                isActive={row.is_active}
                isSmall={isSmall}
                isSelected={isSelected(row)}
                isOnly={fields.length === 1}
                errors={errors?.[at]}
                onToggle={toggle}
                onRemove={remove}
              />
            ))}
          </ul>
        </div>
      </div>
    </CardSection>
  );
}

/** The selected rows, by option values, so that edits keep the selection. */
function useSelection(fields: readonly VariationFields[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((key: string, on: boolean) => {
    setSelected((before) => {
      const next = new Set(before);
      if (on) next.add(key);
      else next.delete(key);
      return next;
    });
  }, []);
  const isSelected = (row: VariationFields) => selected.has(keyOf(row));
  const toggleAll = (on: boolean) => setSelected(new Set(on ? fields.map(keyOf) : []));
  return { selectedRows: fields.filter(isSelected), isSelected, toggle, toggleAll };
}

/** Removes variations from the form with undo; stored on save. */
function useRemoveVariations(replace: VariationRows["replace"], list: RefObject<HTMLUListElement | null>) {
  const { getValues } = useProductForm();
  const keepVariations = useCallback(
    (isKept: (row: VariationFields, at: number) => boolean, title: string) => {
      const before = getValues("variations");
      replace(before.filter(isKept));
      const removed = before.filter((row, at) => !isKept(row, at));
      const undo = () => replace(reinsert(getValues("variations"), before, removed, keyOf));
      toast({ title, action: { label: "Undo", onClick: undo } });
    },
    [getValues, replace],
  );
  const remove = useCallback(
    (at: number, title: string) => {
      keepVariations((_, index) => index !== at, `${title} removed`);
      // The rows remount; focus the one that took its place.
      setTimeout(() => {
        const buttons = list.current?.querySelectorAll<HTMLButtonElement>("[data-remove]");
        const next = buttons?.[at] ?? buttons?.[at - 1];
        (next?.disabled ? next.closest("li")?.querySelector("input") : next)?.focus();
      });
    },
    [keepVariations, list],
  );
  return { keepVariations, remove };
}

const removedText = (count: number) => (count === 1 ? "1 variation removed" : `${count} variations removed`);

/** "Red / Small", in the order of the options. */
export function useVariationTitles(groups: OptionFields[]) {
  const { optionGroups } = useEditor();
  const values = optionGroups.flatMap((group) => group.values);
  const labels = new Map(values.map(({ id, label }) => [id, label]));
  const place = new Map(groups.flatMap(({ value_ids }, at) => value_ids.map((id) => [id, at] as const)));
  return (ids: readonly number[]) =>
    ids
      .toSorted((one, other) => (place.get(one) ?? 0) - (place.get(other) ?? 0))
      .map((id) => labels.get(id) ?? "?")
      .join(" / ");
}

const settable = {
  price: "Price",
  on_hand: "In stock",
  low_stock_level: "Low-stock level",
  compare_at: "Compare-at price",
  cost: "Cost",
  weight: "Weight",
  measure: "Quantity for the unit price",
  max_per_order: "Max. per order",
} as const;
type Settable = keyof typeof settable;

type VariationBulkFormProps = {
  /** Number of selected variations, or of all when none is selected. */
  count: number;
  isAll: boolean;
  canRemove: boolean;
  onSet: (more: Partial<VariationFields>) => void;
  onRemove: () => void;
};

/** Sets a field of the selected variations, or of all. */
function VariationBulkForm({ count, isAll, canRemove, onSet, onRemove }: VariationBulkFormProps) {
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
        inputMode={field === "measure" ? "text" : "decimal"}
        value={text}
        error={error}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
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

const BulkActions = ({ canRemove, onSet, onRemove }: Omit<VariationBulkFormProps, "count" | "isAll">) => (
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
