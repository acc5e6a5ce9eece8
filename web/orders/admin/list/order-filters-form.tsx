import { useSuspenseQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { decimalText } from "#contract/formats/currency-decimals.ts";
import { query as queryOf } from "#web/api/call.ts";
import { useProductItems } from "#web/api/picker-items.ts";
import {
  fulfilmentStatusLabels,
  orderStatusLabels,
  paymentStatusLabels,
  providerLabels,
} from "#web/orders/order-labels.tsx";
import { FormFooter } from "#web/ui/forms/dialog-form.tsx";
import { CountrySelect } from "#web/ui/forms/fields/country-select.tsx";
import { DateField } from "#web/ui/forms/fields/date-field.tsx";
import { SelectField, TextField } from "#web/ui/forms/fields/field.tsx";
import { MultiPicker } from "#web/ui/forms/fields/multi-picker.tsx";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { amountFromText } from "#web/ui/text/typed-amount.ts";
import type { OrdersListQuery } from "./orders-list-address.ts";

type Props = { query: OrdersListQuery; onApply: (filters: OrdersListQuery) => void };

/** The filters of the order list, in a dialog. */
export function OrderFiltersForm({ query, onApply }: Props) {
  const closeDialog = useCloseDialog();
  const { currency } = useSuspenseQuery(queryOf("GET /shop", {})).data.data;
  const { data: methods } = useSuspenseQuery(queryOf("GET /shipping/methods", {})).data;
  const [product, setProduct] = useState(query.product_id);
  const [errors, setErrors] = useState<AmountErrors>({});
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readFilters(new FormData(event.currentTarget), currency);
    setErrors(read.errors);
    if (Object.keys(read.errors).length > 0) return;
    onApply({ ...read.filters, product_id: product });
    closeDialog();
  };
  return (
    <form noValidate className="grid gap-5" onSubmit={apply}>
      <div className="grid gap-4 sm:grid-cols-2">
        <StateFields query={query} />
        <Choice
          label="Shipping method"
          name="shipping_method"
          options={methods.map(({ id, name }) => [String(id), name])}
          chosen={query.shipping_method}
        />
        <CountrySelect name="country" defaultValue={query.country} />
        <TotalFields query={query} currency={currency} errors={errors} />
        <TextField label="SKU" name="sku" maxLength={100} defaultValue={query.sku} />
        <Choice label="Sold" name="sold" options={[["true", "Sold"]]} chosen={query.sold ? "true" : ""} />
        <DateField label="Paid or refunded from" name="moved_from" defaultValue={query.moved_from} />
        <DateField label="Paid or refunded until" name="moved_to" defaultValue={query.moved_to} />
        <DateField label="Refunded from" name="refunded_from" defaultValue={query.refunded_from} />
        <DateField label="Refunded until" name="refunded_to" defaultValue={query.refunded_to} />
      </div>
      <ProductChoice chosen={product} onChoose={setProduct} />
      <FormFooter action="Show orders" busy={false} />
    </form>
  );
}

/** Date, status, payment and fulfillment. */
const StateFields = ({ query }: Pick<Props, "query">) => (
  <>
    <DateField label="From" name="from" defaultValue={query.from} />
    <DateField label="Until" name="to" defaultValue={query.to} />
    <Choice label="Status" name="status" options={labelsOf(orderStatusLabels)} chosen={query.status} />
    <Choice
      label="Payment status"
      name="payment_status"
      options={labelsOf(paymentStatusLabels)}
      chosen={query.payment_status}
    />
    <Choice
      label="Payment method"
      name="payment_method"
      options={Object.entries(providerLabels)}
      chosen={query.payment_method}
    />
    <Choice
      label="Fulfillment"
      name="fulfilment_status"
      options={labelsOf(fulfilmentStatusLabels)}
      chosen={query.fulfilment_status}
    />
  </>
);

type AmountErrors = { total_min?: string; total_max?: string };
type TotalProps = Pick<Props, "query"> & { currency: string; errors: AmountErrors };

const TotalFields = ({ query, currency, errors }: TotalProps) =>
  (
    [
      ["total_min", "Total from"],
      ["total_max", "Total up to"],
    ] as const
  ).map(([name, label]) => {
    const value = query[name];
    return (
      <TextField
        key={name}
        label={label}
        inputMode="decimal"
        name={name}
        defaultValue={value === undefined ? "" : decimalText(value, currency)}
        error={errors[name]}
        unit={currency}
      />
    );
  });

type ChoiceProps = {
  label: string;
  name: string;
  options: readonly (readonly [string, string])[];
  chosen: string | number | undefined;
};

const Choice = ({ label, name, options, chosen }: ChoiceProps) => (
  <SelectField label={label} name={name} defaultValue={chosen ?? ""} placeholder="Any" options={options} />
);

const labelsOf = (labels: Record<string, { label: string }>) =>
  Object.entries(labels).map(([value, { label }]) => [value, label] as const);

type ProductProps = { chosen: number | undefined; onChoose: (id: number | undefined) => void };

/** One product, found by name or SKU. */
function ProductChoice({ chosen, onChoose }: ProductProps) {
  const [name, setName] = useState("");
  const found = useProductItems({ name }, name.length > 1);
  const current = useProductItems({ id: [chosen ?? 0] }, chosen !== undefined);
  const known = [...current, ...found].find(({ id }) => id === chosen);
  return (
    <MultiPicker
      label="Product"
      items={found}
      chosen={chosen === undefined ? [] : [known ?? { id: chosen, label: `No. ${chosen}` }]}
      onAdd={onChoose}
      onRemove={() => onChoose(undefined)}
      onSearch={setName}
    />
  );
}

/** The filters of a submitted form; amounts that can't be read are errors. */
function readFilters(form: FormData, currency: string) {
  const field = (name: string) => String(form.get(name) ?? "").trim() || undefined;
  const errors: AmountErrors = {};
  const amount = (name: "total_min" | "total_max") => {
    const written = field(name);
    const value = written === undefined ? undefined : amountFromText(written, currency);
    if (value === null || (value ?? 0) < 0) errors[name] = "Enter an amount, such as 49.90.";
    return value ?? undefined;
  };
  const shippingMethod = field("shipping_method");
  const filters = {
    from: field("from"),
    to: field("to"),
    status: field("status"),
    payment_status: field("payment_status"),
    payment_method: field("payment_method"),
    fulfilment_status: field("fulfilment_status"),
    shipping_method: shippingMethod === undefined ? undefined : Number(shippingMethod),
    country: field("country"),
    sku: field("sku"),
    sold: field("sold"),
    moved_from: field("moved_from"),
    moved_to: field("moved_to"),
    refunded_from: field("refunded_from"),
    refunded_to: field("refunded_to"),
    total_min: amount("total_min"),
    total_max: amount("total_max"),
  };
  // Its selects offer valid values only, and the address is parsed again.
  return { filters: filters as OrdersListQuery, errors };
}
