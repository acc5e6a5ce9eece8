import { useQuery } from "@tanstack/react-query";
import { type UseFormReturn, useForm } from "react-hook-form";
import type { LackingData } from "#contract/catalogue/product-form.ts";
import { decimalText } from "#contract/formats/currency-decimals.ts";
import { StockStatus } from "#contract/stock.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Checkbox, SelectField, TextField } from "#web/ui/forms/fields/field.tsx";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { amountFromText } from "#web/ui/text/typed-amount.ts";
import { stockLabels } from "./product-status.ts";
import { allTags, catalogueUsage, type ProductListFilters, productTypes, shopInfo } from "./products.queries.ts";

type Props = { query: ProductListFilters; onApply: (filters: ProductListFilters) => void };

const noFilters: ProductListFilters = {
  type: undefined,
  tag: undefined,
  brand: undefined,
  stock: undefined,
  price_min: undefined,
  price_max: undefined,
  scheduled: undefined,
  no_image: undefined,
  lacking: undefined,
};

/** On sale without data that the law asks for. */
export const lackingLabels: Record<LackingData, string> = {
  any: "Lacking legal data",
  unit_price: "Lacking unit price",
  manufacturer: "Lacking manufacturer",
  responsible_person: "Lacking responsible person",
};

interface Fields {
  type: string;
  tag: string;
  brand: string;
  stock: StockStatus | "";
  price_min: string;
  price_max: string;
  scheduled: boolean;
  no_image: boolean;
  lacking: LackingData | "";
}

/** Further filters of the product list, in a dialog. */
export function ProductFiltersForm({ query, onApply }: Props) {
  const closeDialog = useCloseDialog();
  const currency = useQuery(shopInfo()).data?.data.currency ?? "EUR";
  const form = useForm<Fields>({ values: toFields(query, currency), resetOptions: { keepDirtyValues: true } });
  const { register, handleSubmit } = form;
  const apply = (filters: ProductListFilters) => {
    closeDialog();
    onApply(filters);
  };
  return (
    <form noValidate onSubmit={handleSubmit((fields) => apply(toFilters(fields, currency)))} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Choices form={form} />
        <PriceRange form={form} currency={currency} />
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <Checkbox label="Scheduled to be published or unpublished" {...register("scheduled")} />
        <Checkbox label="Without an image" {...register("no_image")} />
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={() => apply(noFilters)}>Clear filters</Button>
        <Button type="submit" look="primary">
          Show products
        </Button>
      </div>
    </form>
  );
}

function toFields(query: ProductListFilters, currency: string): Fields {
  const money = (amount: number | undefined) => (amount === undefined ? "" : decimalText(amount, currency));
  return {
    type: String(query.type ?? ""),
    tag: String(query.tag ?? ""),
    brand: query.brand ?? "",
    stock: query.stock ?? "",
    price_min: money(query.price_min),
    price_max: money(query.price_max),
    scheduled: query.scheduled ?? false,
    no_image: query.no_image ?? false,
    lacking: query.lacking ?? "",
  };
}

const toFilters = (fields: Fields, currency: string): ProductListFilters => ({
  type: Number(fields.type) || undefined,
  tag: Number(fields.tag) || undefined,
  brand: fields.brand || undefined,
  stock: fields.stock || undefined,
  price_min: amountFromText(fields.price_min, currency) ?? undefined,
  price_max: amountFromText(fields.price_max, currency) ?? undefined,
  scheduled: fields.scheduled || undefined,
  no_image: fields.no_image || undefined,
  lacking: fields.lacking || undefined,
});

type FieldsProps = { form: UseFormReturn<Fields> };

function Choices({ form: { register } }: FieldsProps) {
  const types = useQuery(productTypes()).data?.data ?? [];
  const tags = useQuery(allTags()).data?.data ?? [];
  const brands = useQuery(catalogueUsage()).data?.data.brands ?? [];
  const named = (rows: { id: number; name: string }[]) => rows.map(({ id, name }) => [id, name] as const);
  const choices = [
    { field: "type", label: "Type", options: named(types) },
    { field: "tag", label: "Tag", options: named(tags) },
    { field: "brand", label: "Brand", options: brands.map(({ brand }) => [brand, brand] as const) },
    { field: "stock", label: "Stock", options: Object.entries(stockLabels) },
    { field: "lacking", label: "Legal data", options: Object.entries(lackingLabels) },
  ] as const;
  return choices.map(({ field, label, options }) => (
    // Remounts when the options are loaded, as a select ignores a value without an option.
    <SelectField
      key={`${field} ${options.length}`}
      label={label}
      {...register(field)}
      placeholder="Any"
      options={options}
    />
  ));
}

function PriceRange({ form, currency }: FieldsProps & { currency: string }) {
  const validate = (text: string) =>
    text.trim() === "" || (amountFromText(text, currency) ?? -1) >= 0 || "Enter an amount, such as 20.";
  return (
    <>
      <TextField
        label={`Price from (${currency})`}
        optional
        inputMode="decimal"
        {...registerField(form, "price_min", { validate })}
      />
      <TextField
        label={`Price up to (${currency})`}
        optional
        inputMode="decimal"
        {...registerField(form, "price_max", { validate })}
      />
    </>
  );
}
