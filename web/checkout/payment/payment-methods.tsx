import { useState } from "react";
import type { Order } from "#contract/orders/orders.ts";
import type { PaymentMethod } from "#contract/payments.ts";
import type { usePay } from "#web/checkout/checkout.queries.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { say } from "#words/say.ts";
import { methodLabels, type PaymentChoice, PaymentMethodFields, toPaymentRequest } from "./payment-method-fields.tsx";

type Props = { order: Order; begin: ReturnType<typeof usePay>["begin"]; isDemo: boolean; methods: PaymentMethod[] };

/** Chooses the payment method of a placed order again; the last one tried is the default. */
export function PaymentMethods({ order, begin, isDemo, methods }: Props) {
  const amount = formatMoney(order.totals.due);
  const [chosen, setChosen] = useState<PaymentChoice>();
  const tried = methods.find(({ provider }) => provider === order.payments.at(-1)?.provider);
  const provider = chosen?.provider ?? tried?.provider ?? methods[0]?.provider;
  if (!provider) return <NoPaymentMethods />;
  const choice = { provider, outcome: chosen?.outcome ?? "approve" };
  return (
    <form
      aria-label={say("Payment")}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!begin.isPending) begin.mutate(toPaymentRequest(choice));
      }}
    >
      <PaymentMethodFields
        legend={
          <legend className="mb-3 text-xl font-semibold">
            {methods.length === 1 ? say("Payment method") : say("How would you like to pay?")}
          </legend>
        }
        methods={methods}
        value={choice}
        amount={amount}
        onChange={setChosen}
      />
      <Button type="submit" look="primary" size="large" wide busy={begin.isPending}>
        {methodLabels(amount)[provider].action}
      </Button>
      {isDemo && <DemoNote />}
    </form>
  );
}

/** `isOffered`: other orders can be paid. */
export const NoPaymentMethods = ({ isOffered = false }: { isOffered?: boolean }) => (
  <Banner tone="warning" title={say("No payment methods available")}>
    {isOffered
      ? say("No payment method is available for this delivery. Choose another address, or change your cart.")
      : say("This shop hasn't set up any payment methods. Your order is saved. Contact us to pay.")}
  </Banner>
);

export const DemoNote = () => (
  <p className="text-center text-sm text-muted">
    {say("This is a demo shop. You won't be charged, and nothing will be shipped.")}
  </p>
);
