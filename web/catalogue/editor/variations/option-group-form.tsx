import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  type FieldErrors,
  type UseFieldArrayReturn,
  type UseFormRegister,
  type UseFormReturn,
  useFieldArray,
  useWatch,
} from "react-hook-form";
import type { OptionGroup } from "#contract/catalogue/option-groups.ts";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { browserClient, call } from "#web/api/call.ts";
import { optionGroups } from "#web/catalogue/products/products.queries.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { Button, IconButton } from "#web/ui/forms/button.tsx";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { SelectField, TextField } from "#web/ui/forms/fields/field.tsx";
import { ConcurrentEdits, useVersionedForm, type VersionedForm } from "#web/ui/forms/unsaved/versioned-form.tsx";
import { notBlank, registerField } from "#web/ui/forms/use-call-form.ts";
import { moveFocusToNextRow } from "#web/ui/layout/focus-on-removal.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { splitValues, typedValues } from "./split-values.ts";

interface OptionGroupFields {
  name: string;
  display: OptionGroup["display"];
  values: { value_id: number | null; label: string; swatch: string }[];
}
/** Colors that new values start with, so that no two look the same. */
const firstSwatches = [
  "#1f1f1f",
  "#f5f5f0",
  "#b3261e",
  "#1d4e89",
  "#2e6b3a",
  "#e0b21b",
  "#8a5a2b",
  "#7b4f9e",
  "#d97fa0",
  "#8a8a8a",
];
export const newValue = (at: number, label = "") => ({
  value_id: null,
  label,
  swatch: firstSwatches[at % firstSwatches.length] ?? "#8a8a8a",
});
const displays: Record<OptionGroup["display"], string> = {
  button: "Buttons",
  swatch: "Color swatches",
  select: "Dropdown",
  image: "Images",
};

/** Creates or changes an option group, inside the dialog that shows it. */
export function OptionGroupForm({ group, onSaved }: { group?: OptionGroup; onSaved: (saved: OptionGroup) => void }) {
  const state = useGroupForm(group, onSaved);
  const { form } = state;
  const { control, register } = form;
  const rows = useFieldArray({ control, name: "values", keyName: "key" });
  const isColor = useWatch({ control, name: "display" }) === "swatch";
  return (
    <DialogForm state={state} action="Save option" record={group?.id}>
      <ConcurrentEdits what="this option" edits={state.edits} labels={fieldLabels} describe={describe} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          maxLength={productLimits.option}
          {...registerField(form, "name", notBlank("Name required"))}
        />
        <SelectField label="Display as" {...register("display")} options={displays} />
      </div>
      <ValueRows rows={rows} isColor={isColor} form={form} errors={form.formState.errors} />
      <Button size="small" className="w-fit" onClick={() => rows.append(newValue(rows.fields.length))}>
        <Plus />
        Add a value
      </Button>
    </DialogForm>
  );
}

type RowsProps = {
  rows: UseFieldArrayReturn<OptionGroupFields, "values", "key">;
  isColor: boolean;
  form: Pick<UseFormReturn<OptionGroupFields>, "getValues" | "register">;
  errors: FieldErrors<OptionGroupFields>;
};

/** Values rendered together: imports make groups of thousands. */
const partSize = 100;

function ValueRows({ rows, isColor, form: { getValues, register }, errors }: RowsProps) {
  const [shown, setShown] = useState(partSize);
  const isHidden = ({ value_id }: { value_id: number | null }, at: number) => at >= shown && value_id !== null;
  const hidden = rows.fields.filter(isHidden).length;
  return (
    <>
      <ol aria-label="Values" className="grid gap-3">
        {rows.fields.map((field, at) =>
          isHidden(field, at) ? null : (
            <ValueRow
              key={field.key}
              at={at}
              isColor={isColor}
              register={register}
              error={errors.values?.[at]?.label?.message}
              onList={(text) => addBelow(rows, at, getValues(`values.${at}`), splitValues(text))}
              onRemove={rows.fields.length > 1 ? () => rows.remove(at) : undefined}
            />
          ),
        )}
      </ol>
      {hidden > 0 && (
        <Button size="small" className="w-fit" onClick={() => setShown(shown + partSize)}>
          Show {Math.min(hidden, partSize)} of {hidden} more values
        </Button>
      )}
    </>
  );
}

type RowProps = {
  at: number;
  isColor: boolean;
  register: UseFormRegister<OptionGroupFields>;
  error: string | undefined;
  /** Called with the text of the value when Enter is pressed, or when a list is pasted. */
  onList: (text: string) => void;
  /** Undefined for the last value, which must stay. */
  onRemove: (() => void) | undefined;
};

const ValueRow = ({ at, isColor, register, error, onList, onRemove }: RowProps) => (
  <li ref={moveFocusToNextRow} className="flex items-start gap-2">
    {isColor && (
      <input
        type="color"
        aria-label={`Color of value ${at + 1}`}
        className="h-11 w-12 shrink-0 rounded border border-control bg-surface p-1"
        {...register(`values.${at}.swatch`)}
      />
    )}
    <TextField
      label={`Value ${at + 1}`}
      labelHidden
      placeholder={`Value ${at + 1}`}
      maxLength={productLimits.option}
      className="flex-1"
      error={error}
      onKeyDown={(event) => {
        // Enter also ends the composition of a word, such as a Japanese one.
        if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onList(event.currentTarget.value);
      }}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData("text");
        if (splitValues(pasted).length < 2) return;
        event.preventDefault();
        const { value, selectionStart, selectionEnd } = event.currentTarget;
        onList(value.slice(0, selectionStart ?? 0) + pasted + value.slice(selectionEnd ?? value.length));
      }}
      {...register(`values.${at}.label`, { validate: isValueEntered(at) })}
    />
    <IconButton label={`Remove value ${at + 1}`} icon={<Trash2 />} disabled={!onRemove} onClick={onRemove} />
  </li>
);

/** A new value may stay empty beside others: it is left out. */
const isValueEntered =
  (at: number) =>
  (label: string, { values }: OptionGroupFields) =>
    label.trim() !== "" ||
    (values[at]?.value_id === null && values.some((other) => other.label.trim() !== "")) ||
    "Value required";

type ValueList = RowsProps["rows"];

/** Enter in a value: its list becomes a value each, and the next value is there to be typed. */
function addBelow(list: ValueList, at: number, row: OptionGroupFields["values"][number], texts: string[]) {
  const { fields, insert, update } = list;
  const [first = "", ...others] = texts;
  // As it is typed and colored: the list's own is that of its last change.
  if (others.length > 0) update(at, { ...row, label: first.slice(0, productLimits.option) });
  const added = [...others, ""].map((label, below) =>
    newValue(fields.length + below, label.slice(0, productLimits.option)),
  );
  const name = `values.${at + added.length}.label`;
  insert(at + 1, added, { focusName: name });
}

const describe = (field: keyof OptionGroupFields, value: unknown) => {
  if (field === "display") return displays[value as OptionGroup["display"]];
  return field === "name" ? String(value) : (value as OptionGroupFields["values"]).map(({ label }) => label).join(", ");
};

const toFields = (group: OptionGroup | undefined): OptionGroupFields => ({
  name: group?.name ?? "",
  display: group?.display ?? "button",
  values: group
    ? group.values.map(({ id, label, swatch }) => ({ value_id: id, label, swatch: swatch ?? "#8a8a8a" }))
    : [newValue(0), newValue(1)],
});

const fieldLabels = { name: "Name", display: "Display as", values: "Values" };

function useGroupForm(group: OptionGroup | undefined, onSaved: (saved: OptionGroup) => void) {
  const closeDialog = useCloseDialog();
  const opened = group?.values.map(({ id }) => id) ?? [];
  const state: VersionedForm<OptionGroupFields> = useVersionedForm<OptionGroupFields, OptionGroup>({
    version: group?.version ?? 0,
    start: toFields(group),
    toFields,
    errorFields: ["name"],
    send: async (fields, version, base) => {
      const current = base.values.flatMap(({ value_id }) => value_id ?? []);
      // Values that somebody else has added stay where this form keeps its own.
      const isContested = state.edits.conflicts?.some(({ field }) => field === "values");
      const body = { ...toBody(fields, current), values_was: isContested ? opened : current };
      const { data } = group
        ? await call("PUT /product/option-group/:id", { params: { id: group.id }, body: { ...body, version } })
        : await call("POST /product/option-group", { body: toBody(fields, []) });
      browserClient().setQueryData(optionGroups().queryKey, (before) => ({
        data: group
          ? (before?.data ?? []).map((one) => (one.id === data.id ? data : one))
          : [...(before?.data ?? []), data],
      }));
      toastDone(data, group ? "Option saved" : "Option created");
      closeDialog();
      onSaved(data);
    },
  });
  return state;
}

/** What is sent; values that are not in the group any more are added again. */
const toBody = ({ name, display, values }: OptionGroupFields, current: number[]) => ({
  name: name.trim(),
  display,
  values: typedValues<OptionGroupFields["values"][number]>(values, newValue).map(({ value_id, label, swatch }) => ({
    ...(value_id !== null && current.includes(value_id) ? { id: value_id } : {}),
    label: label.trim().slice(0, productLimits.option),
    swatch: display === "swatch" ? swatch : null,
  })),
});
