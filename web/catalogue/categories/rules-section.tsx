import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { type UseFormReturn, useFieldArray, useFormState, useWatch } from "react-hook-form";
import type { CategoryRules } from "#contract/catalogue/category-rules.ts";
import { query } from "#web/api/call.ts";
import { stockLabels } from "#web/catalogue/products/product-status.ts";
import { allTags, catalogueUsage, productTypes } from "#web/catalogue/products/products.queries.ts";
import { countProducts } from "#web/catalogue/products/usage-link.tsx";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Button, IconButton, useReadOnly } from "#web/ui/forms/button.tsx";
import { SelectField, TextField } from "#web/ui/forms/fields/field.tsx";
import { SegmentedControl } from "#web/ui/forms/fields/segmented-control.tsx";
import { useSettled } from "#web/ui/forms/use-settled.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import type { CategoryFields } from "./category-fields.ts";
import { blankCondition, type ConditionFields, conditionKinds, conditionProblem, toRules } from "./rule-fields.ts";

type Props = { form: UseFormReturn<CategoryFields>; currency: string };

const matches = [
  { value: "all", label: "All conditions" },
  { value: "any", label: "Any condition" },
] as const;

/** The conditions on which products are in the category, and a preview of these products. */
export function RulesSection({ form, currency }: Props) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "conditions" });
  // Those who can only read may not preview.
  const isReadOnly = useReadOnly();
  const hint = "Products that match are added by themselves, besides those assigned to this category.";
  return (
    <CardSection
      aria-label="Rules"
      title="Rules"
      hint={hint}
      action={
        <Button size="small" onClick={() => append(blankCondition())}>
          <Plus />
          Add condition
        </Button>
      }
    >
      {fields.length === 0 ? (
        <p className="text-sm text-muted">No conditions. Add one, such as a tag or a price.</p>
      ) : (
        <div className="grid gap-4">
          {fields.length > 1 && (
            <SegmentedControl
              label="Products match"
              value={form.watch("match")}
              options={matches}
              onValueChange={(match) => form.setValue("match", match, { shouldDirty: true })}
            />
          )}
          <ol className="grid gap-4">
            {fields.map(({ id }, at) => (
              <Condition key={id} form={form} currency={currency} at={at} onRemove={() => remove(at)} />
            ))}
          </ol>
          {!isReadOnly && <RulesPreview form={form} currency={currency} />}
        </div>
      )}
    </CardSection>
  );
}

type ConditionProps = Props & { at: number };

function Condition({ form, currency, at, onRemove }: ConditionProps & { onRemove: () => void }) {
  const { register, setValue, control } = form;
  const field = useWatch({ control, name: `conditions.${at}.field` });
  const { ops } = conditionKinds[field];
  const name = `condition ${at + 1}`;
  return (
    <li
      aria-label={`Condition ${at + 1}`}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 rounded border border-hairline p-4"
    >
      <div className="grid gap-3 sm:grid-cols-[9rem_9rem_minmax(0,1fr)]">
        <SelectField
          label="Field"
          {...register(`conditions.${at}.field`, {
            onChange: ({ target }) => setValue(`conditions.${at}`, blankCondition(target.value), { shouldDirty: true }),
          })}
          options={Object.entries(conditionKinds).map(([value, { label }]) => [value, label])}
        />
        <SelectField
          key={field}
          label="Comparison"
          disabled={ops.length === 1}
          {...register(`conditions.${at}.op`)}
          options={ops.map(({ value, label }) => [value, label])}
        />
        <ValueField key={`value of ${field}`} form={form} currency={currency} at={at} field={field} />
      </div>
      <IconButton label={`Remove ${name}`} icon={<Trash2 />} size="small" onClick={onRemove} />
    </li>
  );
}

type Choice = { value: string; label: string };

function ValueField({ form, currency, at, field }: ConditionProps & { field: ConditionFields["field"] }) {
  const choices = useChoices(field);
  const validate = (_value: string, { conditions }: CategoryFields) =>
    conditionProblem(conditions[at] ?? blankCondition(), currency) ?? true;
  const input = {
    error: form.formState.errors.conditions?.[at]?.value?.message,
    ...form.register(`conditions.${at}.value`, { validate }),
  };
  if (field === "attribute") return <AttributeFields form={form} at={at} input={input} />;
  if (choices)
    return <ChoiceField label="Value" value={form.getValues(`conditions.${at}.value`)} {...{ choices, input }} />;
  const unit = { price: currency, discount: "%", published: "days" }[field as "price"];
  return <TextField label="Value" inputMode="decimal" unit={unit} {...input} />;
}

type Input = Omit<React.ComponentProps<typeof SelectField>, "label">;

type ChoiceProps = { label: string; value: string; choices: Choice[]; input: Input };

/** A select of the values there are, and of the current one if it is no longer among them. */
function ChoiceField({ label, value, choices, input }: ChoiceProps) {
  const isUnknown = value !== "" && !choices.some((choice) => choice.value === value);
  return (
    // Remounts when the options are loaded, as a select ignores a value without an option.
    <SelectField
      key={choices.length}
      label={label}
      {...input}
      placeholder="Select…"
      options={choices.map((choice) => [choice.value, choice.label])}
    >
      {isUnknown && <option value={value}>No longer exists</option>}
    </SelectField>
  );
}

const named = (rows: { id: number; name: string }[] = []) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }));

/** The values to choose from; undefined if the value is typed. */
function useChoices(field: ConditionFields["field"]): Choice[] | undefined {
  const tags = useQuery({ ...allTags(), enabled: field === "tag" }).data?.data;
  const types = useQuery(productTypes()).data?.data;
  const usage = useQuery({ ...catalogueUsage(), enabled: field === "brand" }).data?.data;
  if (field === "tag") return named(tags);
  if (field === "type") return named(types);
  if (field === "brand") return (usage?.brands ?? []).map(({ brand }) => ({ value: brand, label: brand }));
  if (field === "stock") return (["in_stock", "out"] as const).map((value) => ({ value, label: stockLabels[value] }));
  return undefined;
}

function AttributeFields({ form, at, input }: { form: Props["form"]; at: number; input: Input }) {
  const types = useQuery(productTypes()).data?.data ?? [];
  const key = useWatch({ control: form.control, name: `conditions.${at}.key` });
  const attributes = new Map(types.flatMap(({ attribute_schema }) => attribute_schema).map((one) => [one.key, one]));
  const chosen = attributes.get(key);
  const yesOrNo = [
    { value: "true", label: "Yes" },
    { value: "false", label: "No" },
  ];
  const options = chosen?.kind === "bool" ? yesOrNo : chosen?.choices.map((value) => ({ value, label: value }));
  return (
    <div className="grid gap-3">
      <ChoiceField
        label="Attribute"
        value={key}
        choices={[...attributes.values()].map((one) => ({ value: one.key, label: one.label }))}
        input={form.register(`conditions.${at}.key`)}
      />
      {options && options.length > 0 ? (
        <ChoiceField
          key={key}
          label="Value"
          value={form.getValues(`conditions.${at}.value`)}
          choices={options}
          input={input}
        />
      ) : (
        <TextField label="Value" maxLength={500} {...(input as object)} />
      )}
    </div>
  );
}

/** How many products match what is entered, and the first of them. */
function RulesPreview({ form: { control }, currency }: Props) {
  const { match, conditions } = useWatch({ control }) as Pick<CategoryFields, "match" | "conditions">;
  const { isSubmitting, dirtyFields } = useFormState({ control });
  // Takes seconds where tens of thousands match.
  const isUpdating = isSubmitting && Boolean(dirtyFields.match || dirtyFields.conditions);
  const settled = useSettled(JSON.stringify(toRules(match, conditions, currency) ?? null));
  const rules: CategoryRules | null = JSON.parse(settled ?? "null");
  const preview = useQuery({
    ...query("POST /categories/rules/preview", { body: rules ?? { match, conditions: [] } }),
    enabled: rules !== null,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  if (rules === null) return <p className="text-sm text-muted">Complete the conditions to see which products match.</p>;
  if (preview.error) return <ErrorNotice onRetry={() => void preview.refetch()}>{preview.error.message}</ErrorNotice>;
  const { total, products } = preview.data?.data ?? { total: undefined, products: [] };
  return (
    <div className="grid gap-3" aria-busy={preview.isFetching}>
      <p role="status" className="text-sm font-medium tabular-nums">
        {total === undefined && "Loading preview"}
        {total !== undefined &&
          (isUpdating
            ? `Updating ${countProducts(total)}…`
            : `${countProducts(total)} ${total === 1 ? "matches" : "match"}`)}
      </p>
      <ul className="grid gap-2" aria-label="First products that match">
        {products.map(({ id, name, thumbnail, price }) => (
          <li key={id} className="grid grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-3 text-sm">
            <img src={thumbnail} alt="" width={32} height={32} loading="lazy" className="size-8 rounded object-cover" />
            <ShopLink to={dashboardPaths.product(id)} className="truncate underline-offset-4 hover:underline">
              {name}
            </ShopLink>
            <span className="text-muted tabular-nums">{formatMoney(price)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
