import type { Payment } from "#contract/payments.ts";
import type { usePay } from "#web/checkout/checkout.queries.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { sayWith } from "#web/ui/text/say-with.ts";
import { say } from "#words/say.ts";

type Confirm = ReturnType<typeof usePay>["confirm"];

/** The demo bank's confirmation page. */
export function DemoConfirmation({ payment, confirm }: { payment: Payment; confirm: Confirm }) {
  const answer = (approve: boolean) => confirm.mutate({ token: payment.client.token ?? "", approve });
  const busyWith = (approve: boolean) => confirm.isPending && confirm.variables?.approve === approve;
  return (
    <Card className="grid gap-5">
      <div className="grid gap-1">
        <h2 className="text-xl">{say("Confirm payment")}</h2>
        <p className="text-muted">
          {sayWith("The demo bank asks you to confirm a payment of {amount}.", {
            amount: <strong className="font-semibold text-ink">{formatMoney(payment.amount)}</strong>,
          })}
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
          {say("Confirm")}
        </Button>
        <Button size="large" busy={busyWith(false)} disabled={busyWith(true)} onClick={() => answer(false)}>
          {say("Reject")}
        </Button>
      </div>
    </Card>
  );
}
