import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { OptionGroup } from "#contract/catalogue/option-groups.ts";
import { useEditor } from "#web/catalogue/editor/editor-context.ts";
import type { OptionFields } from "#web/catalogue/editor/product-fields.ts";
import { Button, IconButton } from "#web/ui/forms/button.tsx";
import { FieldError, SelectField, TextField } from "#web/ui/forms/fields/field.tsx";
import { OptionButton } from "#web/ui/forms/option-button.tsx";
import { Swatch } from "#web/ui/media/swatch.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { OptionGroupForm } from "./option-group-form.tsx";
import { maxOptions, maxVariations } from "./variation-matrix.ts";

type Props = {
  groups: OptionFields[];
  onChange: (groups: OptionFields[]) => void;
  isTooMany: (groups: OptionFields[]) => boolean;
};

/** The options of the product, such as its color, and their values. */
export function Options({ groups, onChange, isTooMany }: Props) {
  const { optionGroups } = useEditor();
  const [isOverLimit, setOverLimit] = useState(false);
  const change = (next: OptionFields[]) => {
    setOverLimit(isTooMany(next));
    if (!isTooMany(next)) onChange(next);
  };
  const available = optionGroups.filter(({ id }) => !groups.some(({ group_id }) => group_id === id));
  const add = (id: number, value_ids: number[] = []) => change([...groups, { group_id: id, value_ids }]);
  return (
    <div className="grid gap-5">
      {groups.map((group, at) => {
        const known = optionGroups.find(({ id }) => id === group.group_id);
        return (
          known && (
            <GroupValues
              key={group.group_id}
              known={known}
              chosen={group.value_ids}
              onChange={(value_ids) => change(groups.with(at, { ...group, value_ids }))}
              onRemove={() => change(groups.filter((one) => one !== group))}
            />
          )
        );
      })}
      {isOverLimit && (
        <FieldError id="options-error">{`A product can have up to ${maxVariations} variations.`}</FieldError>
      )}
      {groups.length < maxOptions && <AddOption groups={available} onAdd={add} />}
    </div>
  );
}

const AddOption = ({ groups, onAdd }: { groups: OptionGroup[]; onAdd: (id: number, values?: number[]) => void }) => (
  <div className="flex flex-wrap items-end gap-3">
    {groups.length > 0 && (
      <SelectField
        label="Add option"
        value=""
        onChange={({ target }) => onAdd(Number(target.value))}
        className="w-full sm:w-60"
        placeholder="Select an option, such as color"
        options={groups.map(({ id, name }) => [id, name])}
      />
    )}
    <Button
      onClick={() =>
        openDialog({
          title: "Create option",
          // A new option group is made for this product, so all its values are selected.
          content: (
            <OptionGroupForm
              onSaved={({ id, values }) =>
                onAdd(
                  id,
                  values.map((value) => value.id),
                )
              }
            />
          ),
        })
      }
    >
      <Plus />
      Create option
    </Button>
  </div>
);

type ValuesProps = { known: OptionGroup; chosen: number[]; onChange: (ids: number[]) => void; onRemove: () => void };

/** Values rendered at most, besides the chosen ones; the search finds the others. Imports make thousands. */
const maxShown = 60;

function GroupValues({ known, chosen, onChange, onRemove }: ValuesProps) {
  const { name, values } = known;
  const [input, setInput] = useState("");
  const searchText = input.trim().toLowerCase();
  const isFound = (label: string) => label.toLowerCase().includes(searchText);
  const others = values.filter(({ id, label }) => !chosen.includes(id) && isFound(label)).slice(0, maxShown);
  const shown = new Set([...chosen, ...others.map(({ id }) => id)]);
  const visible = values.filter(({ id }) => shown.has(id));
  const set = (ids: ReadonlySet<number>) => onChange(values.flatMap(({ id }) => (ids.has(id) ? id : [])));
  const toggle = (id: number, on: boolean) => set(new Set(on ? [...chosen, id] : chosen.filter((one) => one !== id)));
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{name}</legend>
      <div className="flex items-center justify-between gap-3">
        <span aria-hidden="true" className="text-sm font-medium">
          {name}
        </span>
        <span className="flex">
          <Button
            size="small"
            look="ghost"
            onClick={() =>
              openDialog({ title: `Values of ${name}`, content: <OptionGroupForm group={known} onSaved={() => {}} /> })
            }
          >
            Edit values
          </Button>
          <IconButton label={`Remove the option ${name}`} icon={<Trash2 />} size="small" onClick={onRemove} />
        </span>
      </div>
      {values.length > maxShown && (
        <TextField
          label={`Search values of ${name}`}
          labelHidden
          type="search"
          placeholder={`Search ${values.length.toLocaleString("en")} values`}
          value={input}
          onChange={({ target }) => setInput(target.value)}
          // Enter would submit the form around it.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {visible.map(({ id, label, swatch }) => (
          <OptionButton
            key={id}
            type="checkbox"
            label={label}
            count={swatch ? <Swatch color={swatch} /> : undefined}
            checked={chosen.includes(id)}
            onChange={({ target }) => toggle(id, target.checked)}
          />
        ))}
      </div>
      {chosen.length === 0 && <p className="text-sm text-muted">Select at least one value.</p>}
    </fieldset>
  );
}
