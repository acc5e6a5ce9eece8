import { useState } from "react";
import { useForm } from "react-hook-form";
import { countries } from "#contract/formats/countries.ts";
import type { ShippingZone } from "#contract/shipping.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { setFieldErrors } from "#web/api/field-errors.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { ConcurrentEdits, useConcurrentEdits } from "#web/ui/forms/concurrent-edits.tsx";
import { FormFooter, FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { FieldError } from "#web/ui/forms/field.tsx";
import { MultiPicker } from "#web/ui/forms/multi-picker.tsx";
import { TextAreaField } from "#web/ui/forms/text-area-field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { closeDialog } from "#web/ui/overlay/dialog-store.ts";
import { countryName, sortCountries } from "#web/ui/text/country-names.ts";
import { useRefreshShipping } from "./shipping.queries.ts";

type Fields = { name: string; countries: string[]; postal_patterns: string };
const labels = { name: "Name", countries: "Countries", postal_patterns: "Postal codes" };

const toFields = (zone: ShippingZone | undefined, country: string | undefined): Fields => ({
  name: zone?.name ?? "",
  countries: zone?.countries ?? (country ? [country] : []),
  postal_patterns: zone?.postal_patterns.join(", ") ?? "",
});

type Props = {
  /** Undefined creates one, with this country. */
  zone?: ShippingZone;
  country?: string;
};

/** Creates or edits a shipping zone, in a dialog. */
export function ZoneForm({ zone, country }: Props) {
  const refresh = useRefreshShipping();
  const [version, setVersion] = useState(zone?.version ?? 0);
  const [problem, setProblem] = useState<string>();
  const form = useForm<Fields>({ defaultValues: toFields(zone, country) });
  const edits = useConcurrentEdits(form);
  const { errors, isSubmitting } = form.formState;
  const save = form.handleSubmit(async ({ postal_patterns, ...fields }) => {
    setProblem(undefined);
    if (fields.countries.length === 0) return form.setError("countries", { message: "Select at least one country." });
    const patterns = postal_patterns.split(/[,;\n]/).map((pattern) => pattern.trim());
    const body = { ...fields, postal_patterns: patterns.filter((pattern) => pattern !== "") };
    try {
      if (zone) await call("PUT /shipping/zones/:id", { params: { id: zone.id }, body: { ...body, version } });
      else await call("POST /shipping/zones", { body });
      await refresh();
      toast({ tone: "success", title: zone ? "Zone saved" : `${body.name} created` });
      closeDialog();
    } catch (error) {
      const { code, details } = error instanceof CallProblem ? error : {};
      if (code === "stale") {
        const current = details?.current as ShippingZone;
        setVersion(current.version);
        edits.merge(toFields(current, undefined));
      } else if (code === "name_taken") form.setError("name", { message: (error as Error).message });
      else setProblem(placeProblem(error));
    }
    return undefined;
  });
  const placeProblem = (error: unknown) => {
    const pattern = error instanceof CallProblem && error.errors.find(({ field }) => field.startsWith("postal_patterns"));
    if (!pattern) return setFieldErrors<Fields>(error, ["name"], form.setError);
    form.setError("postal_patterns", { message: pattern.message }, { shouldFocus: true });
    return undefined;
  };
  const chosen = form.watch("countries");
  const setCountries = (next: string[]) => {
    form.setValue("countries", next, { shouldDirty: true });
    form.clearErrors("countries");
  };
  return (
    <form noValidate className="grid gap-5" onSubmit={save}>
      <FormProblem problem={problem} />
      <ConcurrentEdits noun="zone" edits={edits} labels={labels} describe={describeField} />
      <TextField
        label="Name"
        hint="Only administrators see this."
        autoComplete="off"
        maxLength={60}
        error={errors.name?.message}
        {...form.register("name", { validate: (name) => name.trim() !== "" || "Name required" })}
      />
      <div className="grid gap-1.5">
        <MultiPicker
          label="Countries"
          items={countryItems}
          chosen={chosen.map((code) => countryItems.find((item) => countries[item.id] === code) ?? { id: -1, label: code })}
          onAdd={(id) => setCountries([...chosen, ...countries.slice(id, id + 1)])}
          onRemove={(id) => setCountries(chosen.filter((code) => code !== countries[id]))}
        />
        {errors.countries?.message && <FieldError id="countries-error">{errors.countries.message}</FieldError>}
      </div>
      <TextAreaField
        label="Postal codes"
        optional
        rows={2}
        hint="Limits the zone to these codes, such as 35* or 10115, separated by commas. Empty for whole countries."
        error={errors.postal_patterns?.message}
        {...form.register("postal_patterns")}
      />
      <FormFooter action={zone ? "Save zone" : "Create zone"} busy={isSubmitting} />
    </form>
  );
}

/** Countries by name; their ids are their places in the list of codes. */
const countryItems = sortCountries(countries).map((code) => ({
  id: countries.indexOf(code),
  label: countryName(code),
  hint: code,
}));

const describeField = (field: keyof Fields, value: unknown) =>
  field === "countries" ? (value as string[]).map(countryName).join(", ") : String(value) || "none";
