import { useSuspenseQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { type FieldErrors, set, type UseFormReturn, useFieldArray } from "react-hook-form";
import type { ShippingZone, ZoneMethod } from "#contract/shipping.ts";
import { call, query } from "#web/api/call.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { Button, IconButton } from "#web/ui/forms/button.tsx";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { Checkbox, TextField } from "#web/ui/forms/fields/field.tsx";
import { ConcurrentEdits, useVersionedForm } from "#web/ui/forms/unsaved/versioned-form.tsx";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { shopWeightUnit } from "#web/ui/text/weight-format.ts";
import { emptyRate, type MethodFields, methodFieldLabels, toMethodBody, toMethodFields } from "./method-fields.ts";
import { refreshShipping } from "./shipping.queries.ts";

type Props = {
  zone: ShippingZone;
  /** Undefined creates one at the end. */
  method?: ZoneMethod;
  position: number;
};

/** Creates or edits a shipping method with its rates, in a dialog. */
export function MethodForm(props: Props) {
  const { currency } = useSuspenseQuery(query("GET /shop", {})).data.data;
  const state = useMethodForm(props, currency);
  const { form } = state;
  return (
    <DialogForm
      state={state}
      action={props.method ? "Save method" : "Create method"}
      record={props.method?.id ?? props.zone.id}
    >
      <ConcurrentEdits what="this shipping method" edits={state.edits} labels={methodFieldLabels} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" hint="Customers see this." maxLength={60} {...registerField(form, "name")} />
        <TextField label="Carrier" optional maxLength={60} {...form.register("carrier")} />
        <TextField
          label="Earliest day"
          hint="Business days after packing, which is counted as the next business day."
          inputMode="numeric"
          {...registerField(form, "min_days")}
        />
        <TextField label="Latest day" inputMode="numeric" {...registerField(form, "max_days")} />
      </div>
      <Checkbox label="Offered at the checkout" {...form.register("is_active")} />
      <Rates form={form} currency={currency} />
    </DialogForm>
  );
}

function useMethodForm({ zone, method, position }: Props, currency: string) {
  const closeDialog = useCloseDialog();
  return useVersionedForm<MethodFields, ZoneMethod>({
    start: toMethodFields(method, currency),
    version: method?.version ?? 0,
    toFields: (saved) => toMethodFields(saved, currency),
    errorFields: ["name", "carrier", "min_days", "max_days"],
    resolver: (fields) => {
      const read = toMethodBody(fields, currency);
      return "errors" in read ? { values: {}, errors: toNestErrors(read.errors) } : { values: fields, errors: {} };
    },
    send: async (fields, version) => {
      const read = toMethodBody(fields, currency);
      if ("errors" in read) return;
      const body = { ...read.body, zone_id: zone.id, position };
      const reply = await (method
        ? call("PUT /shipping/methods/:id", { params: { id: method.id }, body: { ...body, version } })
        : call("POST /shipping/methods", { body }));
      await refreshShipping();
      toastDone(reply, method ? "Shipping method saved" : `${body.name} created`);
      closeDialog();
    },
  });
}

/** Errors by path as react-hook-form nests them. */
function toNestErrors(errors: Record<string, string>): FieldErrors<MethodFields> {
  const nested: FieldErrors<MethodFields> = {};
  for (const [path, message] of Object.entries(errors)) set(nested, path, { type: "invalid", message });
  return nested;
}

/** The rates of a method; the cheapest that applies is charged. */
function Rates({ form, currency }: { form: UseFormReturn<MethodFields>; currency: string }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "rates" });
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-medium">Rates</legend>
      <p className="text-sm text-muted">
        The cheapest rate that applies is charged. Leave a limit empty for no limit. Both ends are included.
      </p>
      {fields.map(({ id }, at) => (
        <div
          key={id}
          role="group"
          aria-label={`Rate ${at + 1}`}
          className="relative grid grid-cols-2 gap-3 rounded border border-hairline p-3 pe-12"
        >
          <RateField form={form} at={at} name="price" label={`Price (${currency})`} className="col-span-2" />
          <RateField form={form} at={at} name="min_subtotal" label={`Order from (${currency})`} />
          <RateField form={form} at={at} name="max_subtotal" label={`Order to (${currency})`} />
          <RateField form={form} at={at} name="min_weight" label={`Weight from (${shopWeightUnit()})`} />
          <RateField form={form} at={at} name="max_weight" label={`Weight to (${shopWeightUnit()})`} />
          {fields.length > 1 && (
            <span className="absolute inset-e-2 top-2">
              <IconButton label={`Remove rate ${at + 1}`} icon={<X />} size="small" onClick={() => remove(at)} />
            </span>
          )}
        </div>
      ))}
      <Button size="small" className="justify-self-start" onClick={() => append(emptyRate)}>
        <Plus />
        Add rate
      </Button>
    </fieldset>
  );
}

type RateFieldProps = {
  form: UseFormReturn<MethodFields>;
  at: number;
  name: keyof typeof emptyRate;
  label: string;
  className?: string;
};

const RateField = ({ form, at, name, ...field }: RateFieldProps) => (
  <TextField
    inputMode="decimal"
    optional={name !== "price"}
    error={form.formState.errors.rates?.[at]?.[name]?.message}
    {...field}
    {...form.register(`rates.${at}.${name}`)}
  />
);
