import type { UseFormReturn } from "react-hook-form";
import { countryCodes } from "#contract/formats/countries.ts";
import type { TaxClass, TaxRate } from "#contract/taxes.ts";
import { call } from "#web/api/call.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { DateField } from "#web/ui/forms/fields/date-field.tsx";
import { Checkbox, SelectField, TextField } from "#web/ui/forms/fields/field.tsx";
import { ConcurrentEdits, useVersionedForm } from "#web/ui/forms/unsaved/versioned-form.tsx";
import { notBlank, registerField } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { countryName, sortCountries } from "#web/ui/text/country-name.ts";
import { readPercent } from "./tax-percent.ts";
import { refreshTaxes } from "./taxes.queries.ts";

/** Instead of others in this place, beside the regular rate on the same price, or on the price with it. */
type Charged = "regular" | "additional" | "compound";
const chargedLabels: Record<Charged, string> = {
  regular: "As the regular rate of the place",
  additional: "Beside the regular rate, on the same price",
  compound: "On top of the regular rate, on the price with it",
};

interface Fields {
  tax_class_id: string;
  country: string;
  region: string;
  postal_prefix: string;
  name: string;
  percent: string;
  includes_shipping: boolean;
  charged: Charged;
  valid_from: string;
  valid_to: string;
}
const labels: Record<keyof Fields, string> = {
  tax_class_id: "Tax class",
  country: "Country",
  region: "State or province",
  postal_prefix: "Postal codes",
  name: "Name",
  percent: "Rate",
  includes_shipping: "Applies to shipping",
  charged: "Charged",
  valid_from: "First day",
  valid_to: "Last day",
};

const toFields = (rate: TaxRate | undefined, classId: number, country: string): Fields => ({
  tax_class_id: String(rate?.tax_class_id ?? classId),
  country: rate?.country ?? country,
  region: rate?.region ?? "",
  postal_prefix: rate?.postal_prefix ?? "",
  name: rate?.name ?? "VAT",
  percent: rate ? String(rate.rate_ppm / 10_000) : "",
  includes_shipping: rate?.includes_shipping ?? true,
  charged: rate?.compound ? "compound" : rate?.additional ? "additional" : "regular",
  valid_from: rate?.valid_from ?? "",
  valid_to: rate?.valid_to ?? "",
});

const toBody = ({ percent, tax_class_id, charged, ...fields }: Fields) => ({
  ...fields,
  tax_class_id: Number(tax_class_id),
  rate_ppm: readPercent(percent) ?? 0,
  compound: charged === "compound",
  additional: charged === "additional",
  region: fields.region.trim() || null,
  postal_prefix: fields.postal_prefix.trim() || null,
  name: fields.name.trim(),
  valid_from: fields.valid_from || null,
  valid_to: fields.valid_to || null,
});

type Props = {
  classes: TaxClass[];
  /** Undefined creates one, in this country. */
  rate?: TaxRate;
  country?: string;
};

/** Creates or edits a tax rate, in a dialog. */
export function TaxRateForm(props: Props) {
  const { classes, rate } = props;
  const state = useTaxRateForm(props);
  const describe = (field: keyof Fields, value: unknown) => {
    if (field === "tax_class_id") return classes.find(({ id }) => id === Number(value))?.name ?? "another class";
    if (field === "charged") return chargedLabels[value as Charged];
    if (typeof value === "boolean") return value ? "Yes" : "No";
    return field === "country" ? countryName(String(value)) : String(value) || "none";
  };
  const { form } = state;
  return (
    <DialogForm state={state} action={rate ? "Save rate" : "Create rate"} record={rate?.id ?? props.country}>
      <ConcurrentEdits what="this tax rate" edits={state.edits} labels={labels} describe={describe} />
      <div className="grid gap-4 sm:grid-cols-2">
        <PlaceAndRate form={form} classes={classes} />
        <Limits form={form} />
      </div>
      <Checkbox label="Applies to shipping" {...form.register("includes_shipping")} />
      <SelectField
        label={labels.charged}
        hint="Several rates of a place are each shown and printed, such as a state's and a county's."
        {...form.register("charged")}
        options={Object.entries(chargedLabels)}
      />
    </DialogForm>
  );
}

type PartProps = { form: UseFormReturn<Fields> };

const PlaceAndRate = ({ form, classes }: PartProps & { classes: TaxClass[] }) => (
  <>
    <SelectField
      label={labels.country}
      {...form.register("country")}
      options={sortCountries(countryCodes).map((code) => [code, countryName(code)])}
    />
    <SelectField
      label={labels.tax_class_id}
      {...form.register("tax_class_id")}
      options={classes.map(({ id, name }) => [id, name])}
    />
    <TextField
      label={labels.percent}
      inputMode="decimal"
      unit="%"
      {...registerField(form, "percent", {
        validate: (text) => readPercent(text) !== undefined || "Enter a percentage from 0 to 100, such as 8.875.",
      })}
    />
    <TextField
      label={labels.name}
      hint="On invoices and in carts."
      maxLength={60}
      {...registerField(form, "name", notBlank("Name required"))}
    />
  </>
);

/** The places and days a rate is limited to. */
const Limits = ({ form }: PartProps) => (
  <>
    <TextField
      label={labels.region}
      optional
      hint="Its short code, such as ON."
      maxLength={10}
      {...registerField(form, "region")}
    />
    <TextField
      label={labels.postal_prefix}
      optional
      hint="How they begin, such as 35."
      maxLength={15}
      {...registerField(form, "postal_prefix")}
    />
    <DateField label={labels.valid_from} optional {...form.register("valid_from")} />
    <DateField
      label={labels.valid_to}
      optional
      {...registerField(form, "valid_to", {
        validate: (to, { valid_from: from }) => !to || !from || from <= to || "The last day can't be before the first.",
      })}
    />
  </>
);

function useTaxRateForm({ classes, rate, country = "DE" }: Props) {
  const closeDialog = useCloseDialog();
  const defaultId = classes.find((one) => one.is_default)?.id ?? 0;
  return useVersionedForm<Fields, TaxRate>({
    start: toFields(rate, defaultId, country),
    version: rate?.version ?? 0,
    toFields: (saved) => toFields(saved, defaultId, country),
    errorFields: ["name", "region", "postal_prefix", "valid_to"],
    send: async (fields, version) => {
      const body = toBody(fields);
      const reply = await (rate
        ? call("PUT /tax/rates/:id", { params: { id: rate.id }, body: { ...body, version } })
        : call("POST /tax/rates", { body }));
      await refreshTaxes();
      toastDone(reply, rate ? "Tax rate saved" : `Tax rate of ${countryName(body.country)} created`);
      closeDialog();
    },
  });
}
