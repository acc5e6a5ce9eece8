import { type UseFormReturn, useWatch } from "react-hook-form";
import type { Quote } from "#contract/checkout.ts";
import type { Money } from "#contract/money.ts";
import type { PaymentMethod } from "#contract/payments.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Checkbox } from "#web/ui/forms/fields/field.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { say } from "#words/say.ts";
import { AddressPart, type RenderAddressFields } from "./address-section.tsx";
import type { CheckoutDetails } from "./draft.ts";
import { type PaymentChoice, PaymentMethodFields } from "./payment/payment-method-fields.tsx";
import { NoPaymentMethods } from "./payment/payment-methods.tsx";

type Props = {
  form: UseFormReturn<CheckoutDetails>;
  methods: PaymentMethod[];
  /** Decides which of them are offered. */
  quote: Quote | undefined;
  due: Money | undefined;
  renderAddress: RenderAddressFields;
};

export function PaymentSection({ form, methods: all, quote, due, renderAddress }: Props) {
  const [provider, outcome, isSame] = useWatch({
    control: form.control,
    name: ["provider", "outcome", "billing_same"],
  });
  const methods = offeredMethods(all, quote);
  const choice = toPaymentChoice({ provider, outcome }, methods);
  return (
    <div className="grid gap-4">
      {!due ? (
        <Skeleton className="h-18 rounded" />
      ) : due.amount === 0 ? (
        <p className="text-sm text-muted">{say("There's nothing left to pay.")}</p>
      ) : choice ? (
        <PaymentMethodFields
          legend={<legend className="sr-only">{say("Payment method")}</legend>}
          methods={methods}
          value={choice}
          amount={formatMoney(due)}
          onChange={({ provider: chosen, outcome: what }) => {
            form.setValue("provider", chosen);
            form.setValue("outcome", what);
          }}
        />
      ) : (
        <NoPaymentMethods isOffered={all.length > 0} />
      )}
      <Checkbox label={say("Billing address is the same as the delivery address")} {...form.register("billing_same")} />
      {!isSame && (
        <fieldset className="grid gap-4">
          <legend className="mb-3 font-semibold">{say("Billing address")}</legend>
          <AddressPart form={form} part="billing" renderAddress={renderAddress} />
        </fieldset>
      )}
    </div>
  );
}

/** The methods that the shop offers for a quote; all until there is one. */
export const offeredMethods = (methods: PaymentMethod[], quote: Pick<Quote, "payment_providers"> | undefined) =>
  quote ? methods.filter(({ provider }) => quote.payment_providers.includes(provider)) : methods;

/** The chosen method, else the first; undefined if there is none. */
export function toPaymentChoice(
  { provider, outcome }: Pick<CheckoutDetails, "provider" | "outcome">,
  methods: PaymentMethod[],
): PaymentChoice | undefined {
  const chosen = methods.find((method) => method.provider === provider) ?? methods[0];
  return chosen && { provider: chosen.provider, outcome: outcome as PaymentChoice["outcome"] };
}
