import { type UseFormReturn, useController } from "react-hook-form";
import { type ShippingZone, ShippingZoneForm } from "#contract/shipping.ts";
import { call } from "#web/api/call.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { CountriesPicker } from "#web/ui/forms/fields/countries-picker.tsx";
import { FieldError, TextAreaField, TextField } from "#web/ui/forms/fields/field.tsx";
import { ConcurrentEdits, useVersionedForm } from "#web/ui/forms/unsaved/versioned-form.tsx";
import { notBlank, registerField } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { countryName } from "#web/ui/text/country-name.ts";
import { listCountryGroups, takenCountries } from "./country-groups.ts";
import { refreshShipping, useZones } from "./shipping.queries.ts";

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
  const state = useZoneForm({ zone, country });
  const { form } = state;
  return (
    <DialogForm state={state} action={zone ? "Save zone" : "Create zone"} record={zone?.id ?? country}>
      <ConcurrentEdits what="this zone" edits={state.edits} labels={labels} describe={describeField} />
      <TextField
        label="Name"
        hint="Only staff see this."
        maxLength={60}
        {...registerField(form, "name", notBlank("Name required"))}
      />
      <CountriesField form={form} id={zone?.id} />
      <TextAreaField
        label="Postal codes"
        optional
        rows={2}
        hint="Limits the zone to these codes, such as 35* or 10115, separated by commas. Empty for whole countries."
        {...registerField(form, "postal_patterns", {
          validate: (text) => readPatterns(text).every(isPattern) || "Enter postal codes, or their beginnings with *.",
        })}
      />
    </DialogForm>
  );
}

const readPatterns = (text: string) =>
  text
    .split(/[,;\n]/)
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== "");
const isPattern = (pattern: string) => ShippingZoneForm.shape.postal_patterns.safeParse([pattern]).success;

function useZoneForm({ zone, country }: Props) {
  const closeDialog = useCloseDialog();
  return useVersionedForm<Fields, ShippingZone>({
    start: toFields(zone, country),
    version: zone?.version ?? 0,
    toFields: (saved) => toFields(saved, undefined),
    errorFields: ["name", "countries"],
    errorCodes: { name_taken: "name" },
    send: async ({ postal_patterns, ...fields }, version) => {
      const body = { ...fields, postal_patterns: readPatterns(postal_patterns) };
      const reply = await (zone
        ? call("PUT /shipping/zones/:id", { params: { id: zone.id }, body: { ...body, version } })
        : call("POST /shipping/zones", { body }));
      await refreshShipping();
      toastDone(reply, zone ? "Zone saved" : `${body.name} created`);
      closeDialog();
    },
  });
}

function CountriesField({ form: { control }, id }: { form: UseFormReturn<Fields>; id: number | undefined }) {
  const { field, fieldState, formState } = useController({
    control,
    name: "countries",
    rules: { validate: (codes) => codes.length > 0 || "Select at least one country." },
  });
  const zones = useZones().data ?? [];
  return (
    <div className="grid gap-1.5">
      <CountriesPicker
        label="Countries"
        chosen={field.value}
        saved={formState.defaultValues?.countries}
        onChange={field.onChange}
        groups={listCountryGroups(takenCountries(zones, id))}
      />
      {fieldState.error?.message && <FieldError id="countries-error">{fieldState.error.message}</FieldError>}
    </div>
  );
}

const describeField = (field: keyof Fields, value: unknown) =>
  field === "countries" ? (value as string[]).map(countryName).join(", ") : String(value) || "none";
