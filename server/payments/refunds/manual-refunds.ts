import { isSentByHand } from "#contract/payments.ts";
import type { PaymentRow } from "#server/payments/payments.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { formatMoney } from "#server/shop/shop.ts";
import type { RefundRow } from "./refunds.sql.ts";

const came = { bank: "it came by bank transfer", cod: "it was paid in cash on delivery" } as const;

/** Tells administrators to send a refund of a payment no provider sends: our books have it as sent from here on. */
export async function tellToSend(
  app: App,
  tx: Tx,
  { provider, order_id: orderId, order_number }: PaymentRow,
  { id, amount, currency }: RefundRow,
) {
  if (!isSentByHand(provider)) return;
  await app.events.emit(tx, "payment.alert_raised", {
    key: `send_by_hand:${id}`,
    orderId,
    says: `Send back ${formatMoney(amount, currency)} of order ${order_number} by hand: ${came[provider]}.`,
  });
}
