import type { ReactNode } from "react";
import type { DemoOutcome, OfferedProvider, PaymentMethod } from "#contract/payments.ts";
import { RadioCard } from "#web/ui/forms/fields/radio-card.tsx";
import { say, text } from "#words/say.ts";

export interface PaymentChoice {
  provider: OfferedProvider;
  outcome: DemoOutcome;
}
type Props = {
  legend: ReactNode;
  methods: PaymentMethod[];
  value: PaymentChoice;
  /** The amount due, formatted. */
  amount: string;
  onChange: (choice: PaymentChoice) => void;
};

/** The choice among the payment methods of the shop; a single one is shown without a choice. */
export const PaymentMethodFields = ({ legend, methods, value, amount, onChange }: Props) => (
  <fieldset className="grid gap-3">
    {legend}
    {methods.length === 1 && <OnlyMethod {...{ value, amount, onChange }} />}
    {methods.length > 1 &&
      methods.map(({ provider }) => (
        <RadioCard
          key={provider}
          name="provider"
          value={provider}
          checked={value.provider === provider}
          onChange={() => onChange({ ...value, provider })}
          label={methodLabels(amount)[provider].label}
          hint={methodLabels(amount)[provider].hint}
        >
          {provider === "demo" && (
            <Outcomes value={value.outcome} onChoose={(outcome) => onChange({ ...value, outcome })} />
          )}
        </RadioCard>
      ))}
  </fieldset>
);

const OnlyMethod = ({ value, amount, onChange }: Pick<Props, "value" | "amount" | "onChange">) => (
  <div className="rounded border border-hairline bg-surface">
    <p className="grid gap-0.5 p-4 text-sm">
      <span className="font-medium">{methodLabels(amount)[value.provider].label}</span>
      <span className="text-muted">{methodLabels(amount)[value.provider].hint}</span>
    </p>
    {value.provider === "demo" && (
      <div className="border-t border-hairline p-4">
        <Outcomes value={value.outcome} onChoose={(outcome) => onChange({ ...value, outcome })} />
      </div>
    )}
  </div>
);

/** The body of a payment request. */
export const toPaymentRequest = ({ provider, outcome }: PaymentChoice) =>
  provider === "demo" ? { provider, outcome } : { provider };

/** Texts of each method; `action` is the button that pays, and `next` says what follows ordering. */
export const methodLabels = (
  amount: string,
): Record<OfferedProvider, { label: string; hint: string; action: string; next?: string }> => ({
  stripe: {
    label: say("Card and other methods"),
    hint: say("Pay by card, wallet or bank. Enter your details in the next step."),
    action: say("Continue to card details"),
    next: say("You'll enter your card details in the next step. Your items are reserved until then."),
  },
  demo: {
    label: say("Demo card"),
    hint: say("A test card. You don't enter a number, and you aren't charged."),
    action: say("Pay {amount}", { amount }),
  },
  bank: {
    label: say("Bank transfer"),
    hint: say("Transfer the amount to our bank account. We pack your order when it arrives."),
    action: say("Show bank details"),
    next: say("You'll see our bank details in the next step, and how long your items are reserved."),
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
    hint: text("You'll confirm the payment in a second step, like 3D Secure."),
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
