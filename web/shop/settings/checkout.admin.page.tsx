import { decimalText } from "#contract/formats/currency-decimals.ts";
import type { AllSettings } from "#contract/shop/settings.ts";
import { Checkbox, TextAreaField, TextField } from "#web/ui/forms/fields/field.tsx";
import { registerField, registerToggle } from "#web/ui/forms/use-call-form.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { amountFromText } from "#web/ui/text/typed-amount.ts";
import {
  SettingsForm,
  type SettingsState,
  type SettingsValues,
  settingsPage,
  useSettingsForm,
} from "./settings-form.tsx";

export default settingsPage("checkout", CheckoutForm);

const labels = {
  hold_minutes: "Minutes until an unpaid order expires",
  bank_hold_hours: "Hours until an order by bank transfer expires",
  checkout_hold_minutes: "Minutes a cart reserves stock at checkout",
  low_stock_level: "Low-stock level",
  refund_without_stock: "Refund late payments automatically if items have sold out",
  coupon_back_on_cancel: "Make coupons usable again when an order is cancelled",
  return_address: "Return address",
  return_send_days: "Days to send an approved return",
  email_code_sign_up: "Let new customers check out with an email code",
  guest_checkout: "Let customers check out with an email alone",
  guest_order_max_amount: "Highest order total with an email alone",
  approve_reviews: "Publish reviews only after approval",
  session_days: "Days until customers sign in again",
};

const toFields = (
  { bank_hold_minutes, return_address, guest_order_max_amount: most, ...fields }: SettingsValues<"checkout">,
  currency: string,
) => ({
  ...fields,
  guest_order_max_amount: most === null ? "" : decimalText(most, currency),
  return_address: return_address ?? "",
  bank_hold_hours: bank_hold_minutes / 60,
});
type Fields = ReturnType<typeof toFields>;

const toBody = ({ bank_hold_hours, return_address, guest_order_max_amount, ...fields }: Fields, currency: string) => ({
  ...fields,
  guest_order_max_amount: amountFromText(guest_order_max_amount, currency),
  return_address: return_address.trim() || null,
  bank_hold_minutes: Math.round(bank_hold_hours * 60),
});

function CheckoutForm({ settings }: { settings: AllSettings }) {
  const { currency } = settings.localization;
  const state = useSettingsForm({
    group: "checkout",
    settings,
    toFields: (values) => toFields(values, currency),
    toBody: (fields) => toBody(fields, currency),
    labels,
    errorFields: { bank_hold_minutes: "bank_hold_hours" },
  });
  const { form, field } = state;
  return (
    <SettingsForm intro="What applies to carts, orders, reviews and customers' sessions." state={state}>
      <CardSection title="Reservations" hint="How long stock is reserved for customers who haven't paid.">
        <div className="grid gap-5 md:grid-cols-2">
          <NumberField field={field} name="hold_minutes" range={[5, 10_080]} hint="Its items go back on sale then." />
          <NumberField field={field} name="bank_hold_hours" range={[1, 720]} hint="Transfers take one to three days." />
          <NumberField
            field={field}
            name="checkout_hold_minutes"
            range={[0, 120]}
            hint="0 reserves nothing before the order is placed."
          />
        </div>
      </CardSection>
      <LowStockSection field={field} />
      <CardSection title="Refunds and coupons">
        <div className="grid gap-3">
          <Checkbox label={labels.refund_without_stock} {...form.register("refund_without_stock")} />
          <p className="text-sm text-muted">
            If a payment arrives after its order has expired and the items have sold out, the order waits on hold for
            your decision unless this is on.
          </p>
          <Checkbox label={labels.coupon_back_on_cancel} {...form.register("coupon_back_on_cancel")} />
          <p className="text-sm text-muted">Orders that were never confirmed always give their coupon back.</p>
        </div>
      </CardSection>
      <ReturnsSection field={field} />
      <ReviewsSection form={form} />
      <AccountsSection form={form} field={field} currency={currency} />
    </SettingsForm>
  );
}

type FieldProps = Pick<SettingsState<Fields>, "field">;

const AccountsSection = ({
  form,
  field,
  currency,
}: Pick<SettingsState<Fields>, "form" | "field"> & { currency: string }) => (
  <CardSection title="Customer accounts">
    <div className="grid gap-5">
      <div className="grid gap-3">
        <Checkbox
          label={labels.guest_checkout}
          {...registerToggle(form, "guest_checkout", ["guest_order_max_amount"])}
        />
        <p className="text-sm text-muted">
          Their orders join an account once its email is confirmed. Coupons limited per customer need that first. If
          this is off, customers sign in to order.
        </p>
      </div>
      {form.watch("guest_checkout") && (
        <TextField
          label={`${labels.guest_order_max_amount} in ${currency}`}
          optional
          inputMode="decimal"
          hint="Orders of more need a sign-in."
          {...registerField(form, "guest_order_max_amount", {
            validate: (text) =>
              text.trim() === "" || (amountFromText(text, currency) ?? 0) > 0 || "Enter an amount greater than 0.",
          })}
        />
      )}
      <div className="grid gap-3">
        <Checkbox label={labels.email_code_sign_up} {...form.register("email_code_sign_up")} />
        <p className="text-sm text-muted">
          If this is off, new customers sign up with a password. Existing customers can still get a code.
        </p>
      </div>
      <NumberField
        field={field}
        name="session_days"
        range={[1, 365]}
        hint="After this many days a session ends, even if it was used. Unused for 30 days it ends earlier."
      />
    </div>
  </CardSection>
);

const ReviewsSection = ({ form }: Pick<SettingsState<Fields>, "form">) => (
  <CardSection title="Reviews">
    <div className="grid gap-3">
      <Checkbox label={labels.approve_reviews} {...form.register("approve_reviews")} />
      <p className="text-sm text-muted">
        If this is off, reviews of customers who received the product are published at once, unless they contain a link
        or replace an earlier one.
      </p>
    </div>
  </CardSection>
);

const LowStockSection = ({ field }: FieldProps) => (
  <CardSection title="Low stock">
    <NumberField
      field={field}
      name="low_stock_level"
      range={[0, 100_000]}
      hint="Variations with fewer available units are listed as low, and staff are alerted. A variation can have its own level."
    />
  </CardSection>
);

const ReturnsSection = ({ field }: FieldProps) => (
  <CardSection title="Returns">
    <div className="grid gap-5">
      <p className="text-sm text-muted">
        Each product type says how many days customers have to return its products after delivery. Once you approve a
        return, its customer gets this address and the last day to send the items.
      </p>
      <TextAreaField
        optional
        rows={5}
        maxLength={600}
        hint="Without one, customers are told to ask you where to send the items."
        {...field("return_address")}
      />
      <NumberField field={field} name="return_send_days" range={[1, 90]} hint="From your approval." />
    </div>
  </CardSection>
);

type NumberProps = {
  field: SettingsState<Fields>["field"];
  name:
    | "hold_minutes"
    | "bank_hold_hours"
    | "checkout_hold_minutes"
    | "low_stock_level"
    | "session_days"
    | "return_send_days";
  range: [number, number];
  hint: string;
};

const NumberField = ({ field, name, range: [min, max], hint }: NumberProps) => (
  <TextField
    type="number"
    inputMode="numeric"
    min={min}
    max={max}
    hint={hint}
    {...field(name, {
      valueAsNumber: true,
      validate: (value) =>
        (Number.isInteger(value) && value >= min && value <= max) ||
        `Enter a whole number from ${min} to ${max.toLocaleString("en")}.`,
    })}
  />
);
