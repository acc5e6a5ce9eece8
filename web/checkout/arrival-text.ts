import type { Order } from "#contract/orders/orders.ts";
import { formatDeliveryDates } from "#web/ui/text/delivery-dates.ts";
import { arrivalAfterPayment } from "#words/arrival-after-payment.ts";
import { say } from "#words/say.ts";

type Days = { min_days: number; max_days: number };

/** When an order placed now arrives; one that awaits a transfer is packed when that has come, on a day nobody knows. */
export const arrivalText = (method: Days, now: number, awaitsTransfer: boolean) =>
  awaitsTransfer ? arrivalAfterPayment(method) : say("Arrives {dates}.", { dates: formatDeliveryDates(method, now) });

/** When an order arrives, until something of it is shipped: the dates of its confirmation or, unpaid, those of paying now. */
export function orderArrival(order: Order, now: number): string | undefined {
  const { shipping_method: method, fulfilment_status, confirmed_at, status, payments } = order;
  if (!method || fulfilment_status !== "unfulfilled" || status === "cancelled") return undefined;
  if (confirmed_at) return say("Arrives {dates}.", { dates: formatDeliveryDates(method, confirmed_at) });
  return status === "pending_payment" ? arrivalText(method, now, payments.at(-1)?.provider === "bank") : undefined;
}
