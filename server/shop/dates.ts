import { shopLocale } from "#words/say.ts";

// Making one of these costs more than asking it.
const calendars = new Map<string, Intl.DateTimeFormat>();

/** A moment in a time zone as the shop's locale writes it: `8 March 2031 at 03:30`. */
export const formatDateTime = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(shopLocale(), { timeZone, dateStyle: "long", timeStyle: "short" }).format(at);

/** The day (`YYYY-MM-DD`) an instant falls on in a time zone. */
export function localDay(at: Date, timeZone: string): string {
  const known = calendars.get(timeZone) ?? new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  calendars.set(timeZone, known);
  return known.format(at);
}
