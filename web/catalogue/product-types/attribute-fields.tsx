import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { type UseFormReturn, useFieldArray } from "react-hook-form";
import { Button, IconButton } from "#web/ui/forms/button.tsx";
import { Checkbox, SelectField, TextAreaField, TextField } from "#web/ui/forms/fields/field.tsx";
import { notBlank } from "#web/ui/forms/use-call-form.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { blankAttribute, listChoices, type TypeFields } from "./product-type-fields.ts";

type Props = { form: UseFormReturn<TypeFields> };

/** The attributes of a type in their order. */
export function AttributeList({ form }: Props) {
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: "attributes" });
  return (
    <CardSection
      title="Attributes"
      hint="Products of this type have these in a table below their description."
      action={
        <Button size="small" onClick={() => append(blankAttribute())}>
          <Plus />
          Add attribute
        </Button>
      }
    >
      {fields.length === 0 ? (
        <p className="text-sm text-muted">No attributes. Add what customers ask for, such as material or size.</p>
      ) : (
        <ol className="grid gap-4">
          {fields.map(({ id }, at) => (
            <AttributeItem
              key={id}
              form={form}
              at={at}
              onRemove={() => remove(at)}
              onMove={(step) => move(at, at + step)}
              isLast={at === fields.length - 1}
            />
          ))}
        </ol>
      )}
    </CardSection>
  );
}

type ItemProps = Props & { at: number; isLast: boolean; onRemove: () => void; onMove: (step: 1 | -1) => void };

function AttributeItem({ form, at, isLast, onRemove, onMove }: ItemProps) {
  const { register, watch, formState } = form;
  const { label, kind } = watch(`attributes.${at}`);
  const errors = formState.errors.attributes?.[at];
  const name = label.trim() || `attribute ${at + 1}`;
  return (
    <li className="grid gap-3 rounded border border-hairline p-4">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_8rem]">
        <TextField
          label="Name"
          maxLength={60}
          error={errors?.label?.message}
          {...register(`attributes.${at}.label`, notBlank("Name required"))}
        />
        <SelectField
          label="Kind"
          {...register(`attributes.${at}.kind`)}
          options={{ text: "Text", number: "Number", bool: "Yes or no", select: "Choice" }}
        />
        {(kind === "text" || kind === "number") && (
          <TextField label="Unit" optional maxLength={20} {...register(`attributes.${at}.unit`)} />
        )}
      </div>
      {kind === "select" && (
        <TextAreaField
          label="Values"
          hint="One per line, in the order they are offered."
          error={errors?.choices?.message}
          {...register(`attributes.${at}.choices`, {
            validate: (text, { attributes }) =>
              attributes[at]?.kind !== "select" || listChoices(text).length > 0 || "Add at least one value.",
          })}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Checkbox label="Required for products on sale" {...register(`attributes.${at}.required`)} />
        <Checkbox label="Filter in product lists" {...register(`attributes.${at}.filterable`)} />
        <div className="ms-auto flex gap-1">
          <IconButton
            label={`Move ${name} up`}
            icon={<ArrowUp />}
            size="small"
            disabled={at === 0}
            onClick={() => onMove(-1)}
          />
          <IconButton
            label={`Move ${name} down`}
            icon={<ArrowDown />}
            size="small"
            disabled={isLast}
            onClick={() => onMove(1)}
          />
          <IconButton label={`Remove ${name}`} icon={<Trash2 />} size="small" onClick={onRemove} />
        </div>
      </div>
    </li>
  );
}
