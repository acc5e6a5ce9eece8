import type { FieldErrors } from "react-hook-form";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { useEditor, useProductForm } from "#web/catalogue/editor/editor-context.ts";
import type { VariationFields } from "#web/catalogue/editor/product-fields.ts";
import { Checkbox, TextField } from "#web/ui/forms/fields/field.tsx";
import { shopWeightUnit } from "#web/ui/text/weight-format.ts";

type Errors = FieldErrors<VariationFields> | undefined;
type Props = { at: number; errors: Errors };

/** All fields of a product without options. */
export const SingleVariationFields = ({ at, errors }: Props) => (
  <div className="grid gap-5">
    <div className="grid gap-4 sm:grid-cols-3">
      <MoneyField at={at} field="price" label="Price" errors={errors} />
      <NumberField at={at} field="on_hand" label="In stock" errors={errors} />
      <CodeField at={at} field="sku" label="SKU" errors={errors} />
    </div>
    <AdvancedFields at={at} errors={errors} />
  </div>
);

/** The fields used less often. */
export const AdvancedFields = ({ at, errors, onSold }: Props & { onSold?: (isSold: boolean) => void }) => (
  <div className="grid gap-4">
    <div className="grid gap-4 sm:grid-cols-3">
      <MoneyField at={at} field="compare_at" label="Compare-at price" errors={errors} />
      <MoneyField at={at} field="cost" label="Cost" errors={errors} />
      <CodeField at={at} field="barcode" label="Barcode" errors={errors} />
      <NumberField at={at} field="weight" label={`Weight (${shopWeightUnit()})`} errors={errors} />
      <NumberField at={at} field="max_per_order" label="Max. per order" errors={errors} />
      <LowStockField at={at} errors={errors} />
      <MeasureField at={at} errors={errors} />
    </div>
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      <CheckboxField at={at} field="track_stock" label="Track inventory" />
      <CheckboxField at={at} field="allow_backorder" label="Continue selling when out of stock" />
      {onSold && <CheckboxField at={at} field="is_active" label="Active" onToggle={onSold} />}
    </div>
  </div>
);

type FieldProps<Name extends keyof VariationFields> = Props & {
  field: Name;
  label: string;
  labelHidden?: boolean;
  className?: string;
};

export function MoneyField({ at, field, errors, ...rest }: FieldProps<"price" | "compare_at" | "cost">) {
  const { register } = useProductForm();
  const { currency } = useEditor();
  return (
    <TextField
      {...rest}
      inputMode="decimal"
      maxLength={16}
      after={rest.labelHidden ? undefined : <span className="pe-2 text-xs">{currency}</span>}
      optional={field !== "price"}
      error={errors?.[field]?.message}
      {...register(`variations.${at}.${field}`)}
    />
  );
}

export function NumberField({
  at,
  field,
  errors,
  ...rest
}: FieldProps<"on_hand" | "low_stock_level" | "weight" | "max_per_order"> & { placeholder?: string }) {
  const { register } = useProductForm();
  return (
    <TextField
      {...rest}
      inputMode={field === "weight" ? "decimal" : "numeric"}
      maxLength={9}
      optional={field !== "on_hand"}
      error={errors?.[field]?.message}
      {...register(`variations.${at}.${field}`)}
    />
  );
}

/** With fewer available units the variation is low in stock; empty for the default of the shop. */
const LowStockField = (props: Props) => (
  <NumberField {...props} field="low_stock_level" label="Low-stock level" placeholder="Shop default" />
);

/** What the variation contains, for its unit price. */
function MeasureField({ at, errors }: Props) {
  const { register } = useProductForm();
  return (
    <TextField
      label="Quantity for the unit price"
      hint="Such as 500 g or 0.75 l: shown per kg or l. 250 g per 100 g is shown per 100 g."
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      optional
      className="sm:col-span-3"
      error={errors?.measure?.message}
      {...register(`variations.${at}.measure`)}
    />
  );
}

/** A code that is unique in the shop. */
export function CodeField({ at, field, errors, ...rest }: FieldProps<"sku" | "barcode">) {
  const { register } = useProductForm();
  return (
    <TextField
      {...rest}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={productLimits.sku}
      optional={!rest.labelHidden}
      error={errors?.[field]?.message}
      {...register(`variations.${at}.${field}`)}
    />
  );
}

type CheckboxProps = {
  at: number;
  field: "track_stock" | "allow_backorder" | "is_active";
  label: string;
  onToggle?: (on: boolean) => void;
};

function CheckboxField({ at, field, label, onToggle }: CheckboxProps) {
  const { register } = useProductForm();
  return (
    <Checkbox
      label={label}
      {...register(`variations.${at}.${field}`, { onChange: ({ target }) => onToggle?.(target.checked) })}
    />
  );
}
