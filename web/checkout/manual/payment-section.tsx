import type { UseFormReturn } from "react-hook-form";
import type { CartCoupon } from "#contract/cart.ts";
import type { ManualPayment } from "#contract/orders/manual-orders.ts";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { RadioCard } from "#web/ui/forms/fields/radio-card.tsx";
import { SegmentedControl } from "#web/ui/forms/fields/segmented-control.tsx";
import { notBlank, registerField } from "#web/ui/forms/use-call-form.ts";
import { discountOptions, type ManualOrderValues, readDiscount } from "./manual-order-values.ts";

type Props = { form: UseFormReturn<ManualOrderValues> };

const discountLabels: Record<ManualOrderValues["discount"], string> = {
  none: "None",
  percent: "Percentage",
  fixed: "Amount",
  coupon: "Coupon",
};

const examples = {
  percent: "Enter a percentage from 0.01% to 100%.",
  fixed: "Enter an amount greater than 0.",
};

/** A discount on this order, or a coupon. */
export function DiscountFields({ form, currency, coupon }: Props & { currency: string; coupon: CartCoupon | null }) {
  const kind = form.watch("discount");
  return (
    <div className="grid grid-cols-1 gap-4">
      <SegmentedControl
        label="Discount"
        value={kind}
        options={discountOptions.map((value) => ({ value, label: discountLabels[value] }))}
        onValueChange={(value) => form.setValue("discount", value, { shouldDirty: true })}
      />
      {kind === "coupon" && (
        <TextField
          label="Coupon code"
          autoCapitalize="characters"
          hint={coupon?.message}
          {...registerField(form, "code", notBlank("Enter a coupon code."))}
        />
      )}
      {(kind === "percent" || kind === "fixed") && (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-[10rem_1fr]">
          <TextField
            label={discountLabels[kind]}
            inputMode="decimal"
            unit={kind === "percent" ? "%" : currency}
            {...registerField(form, "value", {
              validate: (value: string) => readDiscount({ discount: kind, value }, currency) !== null || examples[kind],
            })}
          />
          <TextField
            label="Reason"
            maxLength={200}
            hint="Shown to the customer."
            {...registerField(form, "reason", notBlank("Enter a reason."))}
          />
        </div>
      )}
    </div>
  );
}

const payments: Record<ManualPayment, { label: string; hint: string }> = {
  link: { label: "Payment link", hint: "The customer gets an email with a link to pay." },
  bank_transfer: { label: "Bank transfer", hint: "The customer gets the bank details by email." },
  cash: { label: "Paid in cash", hint: "The order is recorded as paid." },
};

/** How the order is paid. */
export const PaymentFields = ({ form }: Props) => (
  <fieldset className="grid gap-3">
    <legend className="sr-only">Payment</legend>
    {Object.entries(payments).map(([value, { label, hint }]) => (
      <RadioCard key={value} value={value} label={label} hint={hint} {...form.register("payment")} />
    ))}
  </fieldset>
);
