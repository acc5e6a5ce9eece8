import { lockOrder } from "#server/orders/orders.sql.ts";
import { note, system } from "#server/orders/status/transitions.ts";
import { refundDuplicatePayments } from "#server/payments/payments.ts";
import { text } from "#words/say.ts";
import type { Settling } from "./money.ts";

/** An order paid twice gets the second payment back at once; of a single payment that is too much a person decides. */
export async function returnOverpayment(
  { app, tx, order: { id, number, ...order }, funds }: Settling,
  { owed, isSold }: { owed: number; isSold: boolean },
) {
  if (await refundDuplicatePayments(app, tx, id, owed)) {
    const captured = order.paid_amount - order.refunded_amount - funds.pending_refunds - funds.cancelled_funds;
    const said = captured > 0 && captured <= owed ? duplicate.authorized : duplicate.paid;
    const now = await lockOrder(tx, id);
    if (now) await note(app, tx, now, system, { type: "payment_returned", text: said, isPublic: true });
  } else if (isSold) {
    const says = `More was paid for order ${number} than is owed for it. Refund what is too much.`;
    await app.events.emit(tx, "payment.alert_raised", { key: `surplus:${id}`, orderId: id, says });
  }
}

const duplicate = {
  paid: text("This order was paid twice. We're refunding the second payment."),
  authorized: text("We've received your payment. Your other payment authorization won't be charged."),
};
