import { decimalText } from "#contract/formats/currency-decimals.ts";
import { formatNumber } from "#words/numbers.ts";
import { shopLocale } from "#words/say.ts";

/** Formats minor units in the shop's locale: `€5.00`, `¥490`, as the pages do. */
export const formatMoney = (amount: number, currency: string): string =>
  formatNumber(shopLocale(), currency as Uppercase<string>, decimalText(amount, currency));

const formatters = new Map<string, Intl.NumberFormat>();

/** Formats parts per million in the shop's locale: `10%`, `8.875%`; in German `10 %`. */
export function formatPercent(ppm: number): string {
  const key = `${shopLocale()} %`;
  const formatter =
    formatters.get(key) ?? new Intl.NumberFormat(shopLocale(), { style: "percent", maximumFractionDigits: 4 });
  formatters.set(key, formatter);
  return formatter.format(ppm / 1_000_000);
}

// Creating a formatter costs more than using it.
const calendars = new Map<string, Intl.DateTimeFormat>();

/** The name of a country in the shop's language. */
export const countryName = (code: string) => new Intl.DisplayNames(shopLocale(), { type: "region" }).of(code) ?? code;

/** A day in the shop's locale: `8 March 2031`. */
export const formatDay = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(shopLocale(), { timeZone, dateStyle: "long" }).format(at);

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

/** Day and time (`YYYY-MM-DD HH:MM:SS`) in a time zone, as spreadsheets read them. */
export const localMoment = (at: Date, timeZone: string): string =>
  `${localDay(at, timeZone)} ${localTime(at, timeZone)}`;

/** The calendar day (`YYYY-MM-DD`) of an instant in a time zone. */
export function localDay(at: Date, timeZone: string): string {
  const known = calendars.get(timeZone) ?? new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  calendars.set(timeZone, known);
  return known.format(at);
}
