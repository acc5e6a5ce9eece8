import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import type { PricePreview as Preview } from "#contract/checkout.ts";
import { countryCodes } from "#contract/formats/countries.ts";
import { decimalText } from "#contract/formats/currency-decimals.ts";
import { pageQuery, query } from "#web/api/call.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button, ReadOnlyContext } from "#web/ui/forms/button.tsx";
import { SelectField, TextField } from "#web/ui/forms/fields/field.tsx";
import { notBlank, registerField } from "#web/ui/forms/use-call-form.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { countryName, sortCountries } from "#web/ui/text/country-name.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { SummaryRow } from "#web/ui/text/summary-list.tsx";
import { amountFromText } from "#web/ui/text/typed-amount.ts";
import { gramsFromText, shopWeightUnit } from "#web/ui/text/weight-format.ts";

type Fields = {
  country: string;
  region: string;
  postal_code: string;
  price: string;
  weight: string;
  tax_class: string;
};
type Props = { title: string; hint: string; taxClasses?: { id: number; name: string }[] };

const examplePrice = 5000;

/** What an example product would cost at an address, computed by the server as at the checkout. */
export function PricePreview({ title, hint, taxClasses = [] }: Props) {
  const { currency, country } = useSuspenseQuery(query("GET /shop", {})).data.data;
  const [fields, setFields] = useState<Fields>({
    country: country ?? "",
    region: "",
    postal_code: "",
    price: decimalText(examplePrice, currency),
    weight: "1",
    tax_class: "",
  });
  const form = useForm<Fields>({ defaultValues: fields });
  const { register, handleSubmit } = form;
  return (
    <CardSection title={title} hint={hint}>
      <div className="grid items-start gap-6 md:grid-cols-2">
        {/* It changes nothing. */}
        <ReadOnlyContext value={false}>
          <form noValidate aria-label={title} className="grid gap-4" onSubmit={handleSubmit((next) => setFields(next))}>
            <SelectField
              label="Country"
              {...registerField(form, "country", notBlank("Country required"))}
              placeholder="Select a country"
              options={sortCountries(countryCodes).map((code) => [code, countryName(code)])}
            />
            <div className="grid grid-cols-2 gap-4">
              <TextField label="Postal code" optional maxLength={20} {...register("postal_code")} />
              <TextField label="State code" optional maxLength={10} {...register("region")} />
              <PriceAndWeight form={form} currency={currency} />
            </div>
            {taxClasses.length > 0 && (
              <SelectField
                label="Tax class"
                {...register("tax_class")}
                placeholder="Default"
                options={taxClasses.map(({ id, name }) => [id, name])}
              />
            )}
            <Button type="submit" size="small" className="justify-self-start">
              Show prices
            </Button>
          </form>
        </ReadOnlyContext>
        {fields.country && <Result fields={fields} currency={currency} />}
      </div>
    </CardSection>
  );
}

type PriceProps = { form: UseFormReturn<Fields>; currency: string };

const PriceAndWeight = ({ form, currency }: PriceProps) => (
  <>
    <TextField
      label="Price"
      inputMode="decimal"
      unit={currency}
      {...registerField(form, "price", {
        validate: (text) => (amountFromText(text, currency) ?? -1) >= 0 || "Enter an amount.",
      })}
    />
    <TextField
      label="Weight"
      inputMode="decimal"
      unit={shopWeightUnit()}
      {...registerField(form, "weight", { validate: (text) => gramsFromText(text) !== null || "Enter a weight." })}
    />
  </>
);

function Result({ fields, currency }: { fields: Fields; currency: string }) {
  const example = {
    country: fields.country,
    ...(fields.postal_code.trim() ? { postal_code: fields.postal_code.trim() } : {}),
    ...(fields.region.trim() ? { region_code: fields.region.trim() } : {}),
    price_amount: amountFromText(fields.price, currency) ?? 0,
    weight_g: gramsFromText(fields.weight) ?? 0,
    ...(fields.tax_class ? { tax_class_id: Number(fields.tax_class) } : {}),
  };
  const { data, error } = useQuery(pageQuery("GET /checkout/preview", { query: example }));
  return (
    <div role="status" aria-label="Prices" className="grid gap-4">
      {error ? (
        <Banner tone="warning">
          {error.code === "no_delivery"
            ? `Nothing is shipped to ${[fields.postal_code.trim(), countryName(fields.country)].filter(Boolean).join(", ")}.`
            : error.message}
        </Banner>
      ) : data ? (
        <Prices preview={data.data} />
      ) : (
        <Skeleton className="h-48" />
      )}
    </div>
  );
}

function Prices({ preview: { methods, totals, shipping_method_id, prices_include_tax } }: { preview: Preview }) {
  const net = { ...totals.total, amount: totals.total.amount - totals.tax.amount };
  return (
    <>
      <ul
        aria-label="Shipping methods"
        className="grid divide-y divide-hairline rounded border border-hairline text-sm"
      >
        {methods.map(({ id, name, price, min_days, max_days }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 px-3 py-2">
            <span>
              {name} <span className="text-muted">{deliveryDays(min_days, max_days)}</span>
            </span>
            <span className="font-medium tabular-nums">{price.amount === 0 ? "Free" : formatMoney(price)}</span>
          </li>
        ))}
      </ul>
      <dl className="grid gap-2 text-sm">
        <SummaryRow label="Product" money={totals.subtotal} />
        <SummaryRow
          label={`Shipping (${methods.find(({ id }) => id === shipping_method_id)?.name ?? "none"})`}
          money={totals.shipping}
        />
        <SummaryRow label="Net" money={net} />
        <SummaryRow label={prices_include_tax ? "Tax, included" : "Tax, added"} money={totals.tax} />
        <SummaryRow label="Total" money={totals.total} isTotal />
      </dl>
    </>
  );
}

const deliveryDays = (from: number, to: number) => {
  const span = from === to ? String(to) : `${from}–${to}`;
  return to === 1 ? `${span} day` : `${span} days`;
};
