import { shopLocale } from "./say.ts";

const dayMs = 86_400_000;

/** Business days from an order, or its payment, until it is handed to the carrier, as the delivery page says. */
export const packingDays = 1;

/**
 * When an order confirmed at this time arrives: "Thu, Nov 26 – Mon, Nov 30". It is packed on the next business day; the days
 * of the method follow, without weekends.
 */
export function formatDeliveryDates(
  { min_days, max_days }: { min_days: number; max_days: number },
  from: string | number,
  timeZone: string,
  locale = shopLocale(),
): string {
  const first = startOfDay(new Date(from), timeZone);
  const format = new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
  const packed = addBusinessDays(first, packingDays);
  return format.formatRange(addBusinessDays(packed, min_days), addBusinessDays(packed, max_days));
}

/** The date in a time zone, as midnight UTC. */
function startOfDay(at: Date, timeZone: string): Date {
  const parts = new Intl.DateTimeFormat("en", {
    year: "numeric",
    month: "numeric",
    day: "numeric",
    timeZone,
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return new Date(Date.UTC(part("year"), part("month") - 1, part("day")));
}

function addBusinessDays(day: Date, count: number): Date {
  let at = day.getTime();
  let left = count;
  while (left > 0 || isWeekend(at)) {
    at += dayMs;
    if (!isWeekend(at)) left -= 1;
  }
  return new Date(at);
}

const isWeekend = (at: number) => [0, 6].includes(new Date(at).getUTCDay());
