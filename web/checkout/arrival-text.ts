import { formatDeliveryDates } from "#web/ui/text/delivery-dates.ts";
import { arrivalAfterPayment } from "#words/arrival-after-payment.ts";
import { say } from "#words/say.ts";

type Days = { min_days: number; max_days: number };

/** When an order placed now arrives; one that awaits a transfer is packed when that has come, on a day nobody knows. */
export const arrivalText = (method: Days, now: number, awaitsTransfer: boolean) =>
  awaitsTransfer ? arrivalAfterPayment(method) : say("Arrives {dates}.", { dates: formatDeliveryDates(method, now) });
