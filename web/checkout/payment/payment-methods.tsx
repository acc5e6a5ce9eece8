import { useState } from "react";
import type { Order } from "#contract/orders/orders.ts";
import type { DemoOutcome, PaymentMethod, PaymentProvider } from "#contract/payments.ts";
import type { usePay } from "#web/checkout/checkout.queries.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { RadioCard } from "#web/ui/forms/radio-card.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { say, shopLocale, text } from "#words/say.ts";

type Props = { order: Order; begin: ReturnType<typeof usePay>["begin"]; isDemo: boolean; methods: PaymentMethod[] };

/** The payment methods of the shop. */
export function PaymentMethods({ order, begin, isDemo, methods }: Props) {
  const amount = formatMoney(order.totals.due, shopLocale());
  const [chosen, setProvider] = useState<PaymentProvider>();
  const [outcome, setOutcome] = useState<DemoOutcome>("approve");
  const provider = chosen ?? methods[0]?.provider;
  if (!provider)
    return (
      <Banner tone="warning" title={say("No payment methods available")}>
        {say("This shop hasn't set up any payment methods. Your order is saved. Please contact us.")}
      </Banner>
    );
  const words = { ...labels(amount)[provider] };
  return (
    <form
      aria-label={say("Payment")}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!begin.isPending) begin.mutate(provider === "demo" ? { provider, outcome } : { provider });
      }}
    >
      <fieldset className="grid gap-3">
        <legend className="mb-3 text-xl font-semibold">{say("How would you like to pay?")}</legend>
        {methods.map((method) => (
          <RadioCard
            key={method.provider}
            name="provider"
            value={method.provider}
            checked={provider === method.provider}
            onChange={() => setProvider(method.provider)}
            label={labels(amount)[method.provider].label}
            hint={labels(amount)[method.provider].hint}
          >
            {method.provider === "demo" && <Outcomes value={outcome} onChoose={setOutcome} />}
          </RadioCard>
        ))}
      </fieldset>
      <Button type="submit" look="primary" size="large" wide busy={begin.isPending}>
        {words.action}
      </Button>
      {isDemo && (
        <p className="text-center text-sm text-muted">
          {say("This is a demo shop. You won't be charged, and nothing will be shipped.")}
        </p>
      )}
    </form>
  );
}

type Words = { label: string; hint: string; action: string };

const labels = (amount: string): Record<PaymentProvider, Words> => ({
  stripe: {
    label: say("Card and other methods"),
    hint: say("Pay by card, wallet or bank. Enter your details in the next step."),
    action: say("Continue to card details"),
  },
  demo: {
    label: say("Demo card"),
    hint: say("A test card. You don't enter a number, and you aren't charged."),
    action: say("Pay {amount}", { amount }),
  },
  bank: {
    label: say("Bank transfer"),
    hint: say("Get our bank details and transfer the amount. We pack your order when it arrives."),
    action: say("Show bank details"),
  },
  cod: {
    label: say("Cash on delivery"),
    hint: say("Pay {amount} on delivery.", { amount }),
    action: say("Pay with cash on delivery"),
  },
});

const outcomes: { value: DemoOutcome; label: string; hint: string }[] = [
  { value: "approve", label: text("Approve"), hint: text("The payment succeeds right away.") },
  { value: "decline", label: text("Decline"), hint: text("The card is declined, and you can try again.") },
  {
    value: "confirm",
    label: text("Ask for confirmation"),
    hint: text("You confirm the payment in a second step, like 3D Secure."),
  },
  { value: "late", label: text("Approve after a delay"), hint: text("The payment takes a few seconds to succeed.") },
];

const Outcomes = ({ value, onChoose }: { value: DemoOutcome; onChoose: (outcome: DemoOutcome) => void }) => (
  <fieldset className="grid gap-2.5">
    <legend className="mb-2.5 text-sm font-medium">{say("What should the demo card do?")}</legend>
    {outcomes.map((one) => (
      <label
        key={one.value}
        className="flex min-h-6 cursor-pointer items-start gap-2.5 text-sm pointer-coarse:min-h-11"
      >
        <input
          type="radio"
          name="outcome"
          value={one.value}
          checked={value === one.value}
          onChange={() => onChoose(one.value)}
          className="mt-0.5 size-4.5 shrink-0"
        />
        <span>
          {say(one.label)}
          <span className="block text-muted">{say(one.hint)}</span>
        </span>
      </label>
    ))}
  </fieldset>
);
