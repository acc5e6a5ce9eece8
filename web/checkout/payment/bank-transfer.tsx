import { formatIban } from "#contract/formats/iban.ts";
import type { Money } from "#contract/money.ts";
import type { Payment } from "#contract/payments.ts";
import { CopyButton } from "#web/ui/forms/copy-button.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { formatDeadline } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { say } from "#words/say.ts";

type Props = {
  payment: Payment;
  /** The outstanding amount after a partial transfer. */
  rest?: Money;
  /** When the order expires; null if it doesn't. */
  until: string | null;
};

/** Bank transfer details with copy buttons. */
export function BankTransfer({ payment: { client, amount }, rest, until }: Props) {
  const money = formatMoney(rest ?? amount);
  const parts = [
    { name: say("Recipient"), value: client.account_holder },
    { name: say("IBAN"), value: client.iban && formatIban(client.iban), copied: client.iban?.replaceAll(" ", "") },
    { name: say("BIC"), value: client.bic },
    { name: say("Bank"), value: client.bank_name },
    { name: say("Amount"), value: money },
    { name: say("Reference"), value: client.reference },
  ];
  return (
    <Card className="grid gap-5">
      <div className="grid gap-1">
        <h2 className="text-xl">
          {rest
            ? say("Transfer the remaining {amount}", { amount: money })
            : say("Transfer {amount}", { amount: money })}
        </h2>
        <p className="text-muted">
          {rest
            ? say("Use the same reference as before. We continue with your order when the remaining amount arrives.")
            : say("Use this exact reference so that we can match your payment. We'll email you when it arrives.")}
          {until && !rest && ` ${say("Your items are reserved until {until}.", { until: formatDeadline(until) })}`}
        </p>
      </div>
      <ul aria-label={say("Transfer")} className="grid divide-y divide-hairline border-y border-hairline">
        {parts.flatMap(({ name, value, copied = value }) =>
          value && copied
            ? [
                <li key={name} className="flex min-h-14 items-center justify-between gap-3">
                  <p className="min-w-0 py-2">
                    <span className="block text-sm text-muted">{name}</span>
                    <bdi className="font-medium break-words tabular-nums">{value}</bdi>
                  </p>
                  <CopyButton name={name} text={copied} />
                </li>,
              ]
            : [],
        )}
      </ul>
    </Card>
  );
}
