import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { Quote } from "#contract/checkout.ts";
import type { Order } from "#contract/orders/orders.ts";
import { useCustomerSearch } from "#web/api/picker-items.ts";
import type { RenderAddressFields } from "#web/checkout/address-section.tsx";
import { QuoteTotals } from "#web/checkout/order-summary.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { SelectField, TextAreaField, TextField } from "#web/ui/forms/fields/field.tsx";
import { MultiPicker } from "#web/ui/forms/fields/multi-picker.tsx";
import { RadioCard } from "#web/ui/forms/fields/radio-card.tsx";
import { PageForm } from "#web/ui/forms/page-form.tsx";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { localeName } from "#web/ui/text/locale-name.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { ItemsSection } from "./items-section.tsx";
import type { ManualOrderValues } from "./manual-order-values.ts";
import { DiscountFields, PaymentFields } from "./payment-section.tsx";
import { useManualOrder } from "./use-manual-order.ts";

type Props = {
  country: string;
  currency: string;
  customerId: number | undefined;
  /** Of the shop. */
  languages: readonly string[];
  renderAddress: RenderAddressFields;
  onPlaced: (order: Order) => void;
};

/** The form of an order that staff create for a customer, with live totals. */
export function ManualOrderForm({ renderAddress, onPlaced, languages, ...start }: Props) {
  const { form, save, quote, problem, chooseCustomer, removeCustomer } = useManualOrder(start, onPlaced);
  const hasItems = form.watch("lines").length > 0;
  const priced = hasItems ? quote.data : undefined;
  return (
    <PageForm label="Order" form={form} save={save} leaves>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-1 gap-5">
          <CardSection title="Items">
            <ItemsSection form={form} priced={priced?.lines ?? []} />
          </CardSection>
          <CardSection title="Customer">
            <CustomerSection form={form} onCustomer={(id) => void chooseCustomer(id)} onRemove={removeCustomer} />
            {languages.length > 1 && (
              <SelectField
                label="Language of emails"
                {...form.register("language")}
                options={[
                  ["", "The customer's, or the shop's"],
                  ...languages.map((one) => [one, localeName(one)] as const),
                ]}
              />
            )}
          </CardSection>
          <CardSection title="Shipping address">
            <Address form={form} renderAddress={renderAddress} />
          </CardSection>
          <CardSection title="Discount">
            <DiscountFields form={form} currency={start.currency} coupon={priced?.coupon ?? null} />
          </CardSection>
        </div>
        <div className="grid grid-cols-1 gap-5">
          {priced && priced.methods.length > 0 && (
            <CardSection title="Shipping method">
              <ShippingMethods form={form} quote={priced} />
            </CardSection>
          )}
          <CardSection title="Payment">
            <PaymentFields form={form} />
          </CardSection>
          <CardSection title="Note">
            <TextAreaField label="Note" labelHidden rows={2} maxLength={500} {...form.register("note")} />
          </CardSection>
          <CardSection title="Total">
            <div className="grid gap-4">
              {!hasItems && <p className="text-sm text-muted">Add a product to see the total.</p>}
              {hasItems && quote.error && <QuoteProblem quote={quote} />}
              {hasItems && !quote.error && <QuoteTotals quote={priced} stale={quote.isPlaceholderData} />}
              <FormProblem title="Couldn't create order" problem={problem} />
              <Button type="submit" look="primary" busy={form.formState.isSubmitting}>
                Create order
              </Button>
            </div>
          </CardSection>
        </div>
      </div>
    </PageForm>
  );
}

type FormProps = { form: UseFormReturn<ManualOrderValues> };

function Address({ form, renderAddress }: FormProps & Pick<Props, "renderAddress">) {
  const [country, company] = form.watch(["address.country", "address.company"]);
  return renderAddress({
    register: (name, rules?: { validate: (text: string) => boolean | string }) =>
      form.register(`address.${name}`, rules),
    errors: form.formState.errors.address ?? {},
    section: "shipping",
    country,
    company,
    idOf: (name) => `order-${name}`,
  });
}

function ShippingMethods({ form, quote }: FormProps & { quote: Quote }) {
  const selected = form.watch("method");
  const chosen = quote.methods.find(({ id }) => String(id) === selected)?.id ?? quote.shipping_method_id;
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">Shipping method</legend>
      {quote.methods.map(({ id, name, price }) => (
        <RadioCard
          key={id}
          name="method"
          value={String(id)}
          checked={chosen === id}
          onChange={() => form.setValue("method", String(id), { shouldDirty: true })}
          label={name}
          aside={price.amount === 0 ? "Free" : formatMoney(price)}
        />
      ))}
    </fieldset>
  );
}

const QuoteProblem = ({ quote: { error, refetch } }: { quote: ReturnType<typeof useManualOrder>["quote"] }) =>
  error && "code" in error && error.code === "no_delivery" ? (
    <Banner tone="warning" role="alert">
      {error.message}
    </Banner>
  ) : (
    <ErrorNotice onRetry={() => void refetch()}>{error?.message}</ErrorNotice>
  );

type CustomerSectionProps = {
  form: UseFormReturn<ManualOrderValues>;
  onCustomer: (id: number) => void;
  onRemove: () => void;
};

/** The customer of the order: an account, or an email address. */
function CustomerSection({ form, onCustomer, onRemove }: CustomerSectionProps) {
  const [search, setSearch] = useState("");
  const customer = form.watch("customer");
  const { data: found = [] } = useCustomerSearch(search);
  const choose = (id: number) => {
    form.setValue("customer", found.find((one) => one.id === id) ?? null, { shouldDirty: true });
    form.clearErrors("email");
    onCustomer(id);
  };
  return (
    <div className="grid gap-4">
      <MultiPicker
        label="Customers"
        chosen={customer ? [customer] : []}
        items={customer ? [] : found}
        onSearch={setSearch}
        onAdd={choose}
        onRemove={onRemove}
      />
      {!customer && (
        <TextField
          label="Email of a new customer"
          type="email"
          hint="An account is created. The customer signs in to it with a code."
          {...registerField(form, "email", { validate: (text, { customer: chosen }) => isNamed(text, chosen) })}
        />
      )}
    </div>
  );
}

const isNamed = (email: string, customer: ManualOrderValues["customer"]) =>
  customer !== null || email.trim() !== "" || "Search for a customer or enter an email address.";
