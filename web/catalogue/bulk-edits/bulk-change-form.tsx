import { useQuery } from "@tanstack/react-query";
import { Controller, type UseFormReturn } from "react-hook-form";
import type { BulkChange } from "#contract/catalogue/bulk-edits.ts";
import { ProductStatus } from "#contract/catalogue/product-form.ts";
import { CategoryButton } from "#web/catalogue/categories/category-button.tsx";
import { productStatusLabels } from "#web/catalogue/products/product-status.ts";
import { allTags, productTypes } from "#web/catalogue/products/products.queries.ts";
import { OriginSelect, SafetyInputs } from "#web/catalogue/safety/safety-inputs.tsx";
import { DateField } from "#web/ui/forms/fields/date-field.tsx";
import { FieldError, SelectField, TextField } from "#web/ui/forms/fields/field.tsx";
import { SegmentedControl } from "#web/ui/forms/fields/segmented-control.tsx";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import type { BulkChangeFields } from "./bulk-change-fields.ts";

export const changeKindLabels: Record<BulkChange["kind"], string> = {
  price: "Price",
  compare_at: "Compare-at price",
  status: "Status",
  schedule: "Schedule",
  stock: "Stock",
  low_stock_level: "Low-stock level",
  measure: "Quantity for the unit price",
  safety: "Product safety",
  country_of_origin: "Country of origin",
  category: "Category",
  tag: "Tag",
  type: "Product type",
};

type Props = { form: UseFormReturn<BulkChangeFields>; currency: string };

/** What a bulk edit changes, and how. */
export function BulkChangeForm({ form, currency }: Props) {
  const kind = form.watch("kind");
  const Fields = kindFields[kind];
  return (
    <div className="grid max-w-xl gap-5">
      <SelectField label="Change" {...form.register("kind")} options={changeKindLabels} />
      <Fields form={form} currency={currency} />
    </div>
  );
}

type ChoiceProps = Pick<Props, "form"> & {
  name: "status" | "direction" | "by" | "units_by" | "action";
  label: string;
  options: Record<string, string>;
};

/** A choice of a few, in the form. */
const Choice = ({ form: { control }, name, label, options }: ChoiceProps) => (
  <Controller
    control={control}
    name={name}
    render={({ field }) => (
      <SegmentedControl
        label={label}
        value={field.value}
        options={Object.entries(options).map(([value, text]) => ({ value, label: text }))}
        onValueChange={field.onChange}
      />
    )}
  />
);

const Rounding = ({ form, currency }: Props) => (
  <SelectField
    label="Round to"
    {...form.register("rounding")}
    options={[
      ["none", "Don't round"],
      ["00", `Whole amounts (20.00 ${currency})`],
      ["95", `.95 (19.95 ${currency})`],
      ["99", `.99 (19.99 ${currency})`],
    ]}
  />
);

function PriceFields({ form, currency }: Props) {
  const by = form.watch("by");
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <Choice
          form={form}
          name="direction"
          label="Direction"
          options={{ increase: "Increase", decrease: "Decrease" }}
        />
        <Choice form={form} name="by" label="Percent or amount" options={{ percent: "Percent", amount: "Amount" }} />
      </div>
      <TextField
        label={by === "percent" ? "Percentage" : "Amount"}
        inputMode="decimal"
        unit={by === "percent" ? "%" : currency}
        {...registerField(form, "value")}
      />
      <Rounding form={form} currency={currency} />
      <SelectField
        label="Compare-at price"
        {...form.register("compare_at")}
        options={{ unchanged: "Leave as it is", previous: "Set to the price before this change", none: "Remove" }}
      />
    </>
  );
}

const CompareAtFields = ({ form, currency }: Props) => (
  <>
    <TextField
      label="Percent above the price"
      optional
      hint="Empty removes the compare-at price."
      inputMode="decimal"
      unit="%"
      {...registerField(form, "above")}
    />
    <Rounding form={form} currency={currency} />
  </>
);

const statusOptions = Object.fromEntries(
  ProductStatus.options.map((value) => [value, productStatusLabels[value].label]),
) as Record<ProductStatus, string>;

const StatusFields = ({ form }: Props) => <Choice form={form} name="status" label="Status" options={statusOptions} />;

const ScheduleFields = ({ form }: Props) => (
  <>
    <DateField
      label="Publish at"
      optional
      hint="For drafts only. Empty removes the time that is set."
      withTime
      {...form.register("publish_at")}
    />
    <DateField label="Unpublish at" optional withTime {...registerField(form, "unpublish_at")} />
  </>
);

const StockFields = ({ form }: Props) => (
  <>
    <Choice form={form} name="units_by" label="How stock changes" options={{ set: "Set to", add: "Add" }} />
    <TextField
      label="Units of each variation"
      hint="Variations without tracked stock are left as they are."
      {...registerField(form, "units")}
    />
  </>
);

const LowStockFields = ({ form }: Props) => (
  <TextField
    label="Low-stock level of each variation"
    optional
    hint="With fewer available units a variation is low in stock. Empty uses the shop's default."
    inputMode="numeric"
    {...registerField(form, "low_stock_level")}
  />
);

const MeasureFields = ({ form }: Props) => (
  <TextField
    label="Quantity of each variation"
    optional
    hint="Such as 500 g or 0.75 l: shown per kg or l. 250 g per 100 g is shown per 100 g. Empty removes the unit price."
    {...registerField(form, "measure")}
  />
);

function SafetyChangeFields({ form }: Props) {
  const error = form.formState.errors.safety?.message;
  return (
    <>
      <p className="text-sm text-muted">
        Replaces that of each product. What is empty is that of its brand, or of its product type.
      </p>
      <SafetyInputs register={(field) => registerField(form, `safety.${field}`)} />
      {error && <FieldError id="safety-error">{error}</FieldError>}
    </>
  );
}

const OriginFields = ({ form }: Props) => (
  <OriginSelect
    hint="Replaces that of each product. Empty is that of its brand, or of its product type."
    {...registerField(form, "country_of_origin")}
  />
);

const AddOrRemove = ({ form }: Pick<Props, "form">) => (
  <Choice form={form} name="action" label="Add or remove" options={{ add: "Add", remove: "Remove" }} />
);

function CategoryFields({ form }: Props) {
  const error = form.formState.errors.category_id?.message;
  return (
    <>
      <AddOrRemove form={form} />
      <div className="grid justify-items-start gap-1.5">
        <CategoryButton
          chosen={form.watch("category_id") ?? undefined}
          none="none"
          title="Select a category"
          onChoose={(id) => form.setValue("category_id", id ?? null, { shouldValidate: true })}
        />
        {error && <FieldError id="category-error">{error}</FieldError>}
      </div>
    </>
  );
}

function TagFields({ form }: Props) {
  const tags = useQuery(allTags()).data?.data ?? [];
  return (
    <>
      <AddOrRemove form={form} />
      <SelectField
        label="Tag"
        {...registerField(form, "tag_id")}
        placeholder="Select a tag"
        options={tags.map(({ id, name }) => [id, name])}
      />
    </>
  );
}

function TypeFields({ form }: Props) {
  const types = useQuery(productTypes()).data?.data ?? [];
  return (
    <SelectField
      label="Product type"
      {...registerField(form, "product_type_id")}
      placeholder="Select a product type"
      options={types.map(({ id, name }) => [id, name])}
    />
  );
}

const kindFields: Record<BulkChange["kind"], (props: Props) => React.ReactNode> = {
  price: PriceFields,
  compare_at: CompareAtFields,
  status: StatusFields,
  schedule: ScheduleFields,
  stock: StockFields,
  low_stock_level: LowStockFields,
  measure: MeasureFields,
  safety: SafetyChangeFields,
  country_of_origin: OriginFields,
  category: CategoryFields,
  tag: TagFields,
  type: TypeFields,
};
