import { packingDays } from "./delivery-dates.ts";
import { formatShopNumber, say, sayCount } from "./say.ts";

/** When an order arrives that is prepared once its payment has: the day of that isn't known, so no dates. */
export function arrivalAfterPayment({ min_days, max_days }: { min_days: number; max_days: number }) {
  const [from, to] = [packingDays + min_days, packingDays + max_days];
  const days =
    from === to
      ? formatShopNumber(to)
      : say("{from} to {to}", { from: formatShopNumber(from), to: formatShopNumber(to) });
  return sayCount(
    "Arrives {days} business day after your payment.",
    "Arrives {days} business days after your payment.",
    to,
    { days },
  );
}
