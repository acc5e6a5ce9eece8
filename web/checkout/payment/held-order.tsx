import { SearchCheck } from "lucide-react";
import type { Order } from "#contract/orders/orders.ts";
import type { Payment } from "#contract/payments.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { say } from "#words/say.ts";
import { BankTransfer } from "./bank-transfer.tsx";
import { Outcome } from "./payment-outcome.tsx";

type Props = { order: Order; payment: Payment | null; message: { title: string; says: string } };

/** The order is on hold; the rest of a bank transfer can still be sent. */
export function HeldOrder({ order, payment, message: { title, says } }: Props) {
  const canTransfer = order.outstanding.amount > 0 && payment?.provider === "bank" && payment.client.iban !== undefined;
  return (
    <div className="grid gap-6">
      <Outcome icon={<SearchCheck className="text-muted" />} title={title}>
        <p className="text-muted">{says}</p>
        <div className="mt-4">
          <ButtonLink to={paths.order(order.id)} label={say("View order")} />
        </div>
      </Outcome>
      {canTransfer && <BankTransfer payment={payment} rest={order.outstanding} until={order.expires_at} />}
    </div>
  );
}
