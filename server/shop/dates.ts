import { shopLocale } from "#words/say.ts";

// Creating a formatter costs more than using it.
const calendars = new Map<string, Intl.DateTimeFormat>();

/** A date and time in the shop's locale: `8 March 2031 at 03:30`. */
export const formatDateTime = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(shopLocale(), { timeZone, dateStyle: "long", timeStyle: "short" }).format(at);

/** A span of days of the shop's time zone (`YYYY-MM-DD`), both included. */
export interface DaySpan {
  from: string;
  to: string;
  /** Time of day (`HH:MM:SS`) at which the last day ends; midnight by default. */
  until?: string | undefined;
  timezone: string;
}

/** The time of day (`HH:MM:SS`) of an instant in a time zone. */
export const localTime = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "medium" }).format(at);

/** The calendar day (`YYYY-MM-DD`) of an instant in a time zone. */
export function localDay(at: Date, timeZone: string): string {
  const known = calendars.get(timeZone) ?? new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  calendars.set(timeZone, known);
  return known.format(at);
}
