import { Clock } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Order } from "#contract/orders.ts";
import type { DemoOutcome, Payment, PaymentProvider } from "#contract/payments.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatMoney } from "#web/ui/money-format.ts";
import { Notice } from "#web/ui/notice.tsx";
import { RadioCard } from "#web/ui/radio-card.tsx";
import { ShopLink } from "#web/ui/shop-link.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { useLocale } from "#web/ui/words.ts";
import { usePay } from "./checkout.queries.ts";
import type { PaymentStage } from "./payment-stage.ts";
import { spokenTime, timeWords } from "./time-left.ts";

type Props = { order: Order; payment: Payment | null; stage: PaymentStage; left: number | null; isDemo: boolean };

/** Paying an order that waits for it: what, how much, how long, and how. */
export function PaymentPanel({ order, payment, stage, left, isDemo }: Props) {
  const pay = usePay(order.id);
  const problem = pay.begin.error ?? pay.confirm.error;
  return (
    <div className="grid gap-6">
      <Head order={order} left={left} />
      <div role="alert" className="empty:hidden">
        {problem && problem.code !== "order_state" ? (
          <Notice tone="danger" title="The payment was not taken">
            {problem.message}
            {problem.status === 0 && " Press again when you are back online: it can't be charged twice."}
          </Notice>
        ) : (
          payment?.status === "failed" && (
            <Notice tone="danger" title="The payment was declined">
              {payment.failure_message ?? "The provider gave no reason."} Nothing was charged, and your items are still
              held. You can try again at once.
            </Notice>
          )
        )}
      </div>
      {stage === "processing" ? (
        <Working order={order} />
      ) : stage === "second_step" && payment ? (
        <SecondStep payment={payment} confirm={pay.confirm} />
      ) : (
        <Methods order={order} begin={pay.begin} isDemo={isDemo} />
      )}
      <p className="text-center text-sm text-muted">
        Changed your mind? You can{" "}
        <ShopLink to={paths.order(order.id)} className="text-link underline underline-offset-4">
          look at the order
        </ShopLink>{" "}
        and cancel it there.
      </p>
    </div>
  );
}

function Head({ order, left }: { order: Order; left: number | null }) {
  const locale = useLocale();
  return (
    <header className="grid gap-5">
      <h1 className="text-title">Pay order {order.number}</h1>
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-lg border border-hairline bg-surface p-5">
        <p>
          <span className="block text-sm text-muted">To pay</span>
          <span className="text-2xl font-semibold tabular-nums">{formatMoney(order.total, locale)}</span>
        </p>
        {left !== null && (
          <p className="flex items-center gap-2 text-sm">
            <Clock className="size-4 text-muted" aria-hidden="true" />
            <span aria-hidden="true" className="tabular-nums">
              Held for you for <strong className="font-semibold">{timeWords(left)}</strong>
            </span>
            <span className="sr-only" role="status">
              {spokenTime(left)}
            </span>
          </p>
        )}
      </div>
    </header>
  );
}

type Begin = ReturnType<typeof usePay>["begin"];

function Methods({ order, begin, isDemo }: { order: Order; begin: Begin; isDemo: boolean }) {
  const locale = useLocale();
  const [provider, setProvider] = useState<PaymentProvider>("demo");
  const [outcome, setOutcome] = useState<DemoOutcome>("approve");
  const amount = formatMoney(order.total, locale);
  const choice = (value: PaymentProvider) => ({
    name: "provider",
    value,
    checked: provider === value,
    onChange: () => setProvider(value),
  });
  return (
    <form
      aria-label="Payment"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!begin.isPending) begin.mutate(provider === "demo" ? { provider, outcome } : { provider });
      }}
    >
      <fieldset className="grid gap-3">
        <legend className="mb-3 text-xl font-semibold">How would you like to pay?</legend>
        <RadioCard
          {...choice("demo")}
          label="Demo card"
          hint="A pretended card: no number is asked for, and no money moves."
        >
          <Outcomes value={outcome} onChoose={setOutcome} />
        </RadioCard>
        <RadioCard {...choice("cod")} label="Cash on delivery" hint={`You pay ${amount} when it arrives.`} />
      </fieldset>
      <Button type="submit" look="primary" size="large" wide busy={begin.isPending}>
        {provider === "cod" ? `Order with cash on delivery` : `Pay ${amount}`}
      </Button>
      {isDemo && <p className="text-center text-sm text-muted">This is a demo shop. Nothing is charged or sent.</p>}
    </form>
  );
}

const outcomes: { value: DemoOutcome; label: string; hint: string }[] = [
  { value: "approve", label: "Approve", hint: "The payment goes through at once." },
  { value: "decline", label: "Decline", hint: "The card is refused, and you can try again." },
  { value: "confirm", label: "Ask me to confirm", hint: "A second step, as banks ask for it." },
  { value: "late", label: "Approve a little later", hint: "The answer takes some seconds to arrive." },
];

const Outcomes = ({ value, onChoose }: { value: DemoOutcome; onChoose: (outcome: DemoOutcome) => void }) => (
  <fieldset className="grid gap-2.5">
    <legend className="mb-2.5 text-sm font-medium">What should the demo card do?</legend>
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
          {one.label}
          <span className="block text-muted">{one.hint}</span>
        </span>
      </label>
    ))}
  </fieldset>
);

type Confirm = ReturnType<typeof usePay>["confirm"];

/** What a bank's own page would be: say yes or no to the amount. */
function SecondStep({ payment, confirm }: { payment: Payment; confirm: Confirm }) {
  const locale = useLocale();
  const answer = (approve: boolean) => confirm.mutate({ token: payment.client.token ?? "", approve });
  const busyWith = (approve: boolean) => confirm.isPending && confirm.variables?.approve === approve;
  return (
    <Card className="grid gap-5">
      <div className="grid gap-1">
        <h2 className="text-xl">Confirm the payment</h2>
        <p className="text-muted">
          The demo bank asks whether you want to pay{" "}
          <strong className="font-semibold text-ink">{formatMoney(payment.amount, locale)}</strong>.
        </p>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button
          look="primary"
          size="large"
          busy={busyWith(true)}
          disabled={busyWith(false)}
          onClick={() => answer(true)}
        >
          Confirm
        </Button>
        <Button size="large" busy={busyWith(false)} disabled={busyWith(true)} onClick={() => answer(false)}>
          Refuse
        </Button>
      </div>
    </Card>
  );
}

const Working = ({ order }: { order: Order }): ReactNode => (
  <Card className="grid justify-items-center gap-3 py-10 text-center">
    <Spinner className="text-2xl text-link" />
    <p role="status" className="text-lg font-semibold">
      Your payment is on its way
    </p>
    <p className="max-w-md text-muted">
      This takes a few seconds. You may leave this page: order {order.number} is confirmed as soon as the answer is
      here, and nothing is charged twice.
    </p>
  </Card>
);
