import type { UseFormReturn } from "react-hook-form";
import { CouponKind } from "#contract/coupons.ts";
import { DateField } from "#web/ui/forms/fields/date-field.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { SegmentedControl } from "#web/ui/forms/fields/segmented-control.tsx";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import type { CouponFields } from "./coupon-fields.ts";
import { couponKindLabels } from "./coupon-labels.ts";

type Props = { form: UseFormReturn<CouponFields> };

/** The code, and what it gives. */
export function CodeAndValue({ form, currency }: Props & { currency: string }) {
  const { setValue, watch } = form;
  const kind = watch("kind");
  return (
    <div className="grid gap-5">
      <TextField
        label="Code"
        hint="Customers enter it in their cart. Codes aren't case-sensitive."
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        {...registerField(form, "code")}
      />
      <div className="grid gap-1.5">
        <span aria-hidden="true" className="text-sm font-medium">
          Kind of discount
        </span>
        <SegmentedControl
          label="Kind of discount"
          value={kind}
          options={CouponKind.options.map((value) => ({ value, label: couponKindLabels[value] }))}
          onValueChange={(value) => setValue("kind", value, { shouldDirty: true })}
        />
      </div>
      {kind === "free_shipping" ? (
        <p className="text-sm text-muted">
          Takes off the price of the cheapest shipping method, so faster methods cost the difference.
        </p>
      ) : (
        <TextField
          key={kind}
          label={kind === "percent" ? "Percentage" : "Amount"}
          inputMode="decimal"
          unit={kind === "percent" ? "%" : currency}
          {...registerField(form, "value")}
          className="max-w-48"
        />
      )}
    </div>
  );
}

/** When it can be used. */
export const Schedule = ({ form }: Props) => (
  <div className="grid gap-4">
    <DateField label="Start" optional withTime {...registerField(form, "starts_at")} />
    <DateField label="End" optional withTime {...registerField(form, "ends_at")} />
  </div>
);

/** The minimum of an order, and how often it can be used. */
export const Limits = ({ form, currency }: Props & { currency: string }) => (
  <div className="grid gap-4">
    <TextField
      label="Minimum order value"
      optional
      inputMode="decimal"
      unit={currency}
      {...registerField(form, "minimum")}
    />
    <TextField
      label="Total uses"
      optional
      inputMode="numeric"
      hint="Unlimited if empty."
      {...registerField(form, "max_uses")}
    />
    <TextField
      label="Uses per customer"
      optional
      inputMode="numeric"
      hint="Unlimited if empty."
      {...registerField(form, "max_per_user")}
    />
  </div>
);
