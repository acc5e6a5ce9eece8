import { formatDeliveryDates as formatDates } from "#words/delivery-dates.ts";
import { shopTimeZone } from "./date-format.ts";

/** When an order confirmed at this time arrives, in the shop's time zone: "Thu, Nov 26 – Mon, Nov 30". */
export const formatDeliveryDates = (
  method: { min_days: number; max_days: number },
  from: string | number,
  locale?: string,
) => formatDates(method, from, shopTimeZone(), locale);
