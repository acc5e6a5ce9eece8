import { shownDeadline } from "#words/deadline.ts";
import { shopLocale } from "#words/say.ts";

/** The shop's time zone (IANA), used for all dates and times. */
let timeZone = "UTC";
export const shopTimeZone = () => timeZone;
export const setShopTimeZone = (zone: string) => void (timeZone = zone);

/** The day of an instant: "21 Nov 2026". */
export const formatDay = (iso: string, locale = shopLocale()) => format(iso, locale, { dateStyle: "medium" });

/** The day of an instant: "21 November 2026". */
export const formatFullDay = (iso: string, locale = shopLocale()) => format(iso, locale, { dateStyle: "long" });

/** Day and time of an instant. */
export const formatMoment = (iso: string, locale = shopLocale()) =>
  format(iso, locale, { dateStyle: "medium", timeStyle: "short" });

/** Day and time until which something can be done. */
export const formatDeadline = (iso: string, locale = shopLocale()) =>
  formatMoment(shownDeadline(iso, timeZone).toISOString(), locale);

/** The time of day of an instant. */
export const formatTime = (iso: string, locale = shopLocale()) => format(iso, locale, { timeStyle: "short" });

// Creating a formatter is expensive.
const formats = new Map<string, Intl.DateTimeFormat>();

function format(iso: string, locale: string, style: Intl.DateTimeFormatOptions) {
  const key = `${locale} ${timeZone} ${style.dateStyle} ${style.timeStyle}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...style, timeZone });
  formats.set(key, known);
  return known.format(new Date(iso));
}

const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** The time since an instant: "5 minutes ago", or "now" within a minute. */
export function formatAgo(iso: string, now: number, locale = shopLocale()) {
  const seconds = (Date.parse(iso) - now) / 1000;
  const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  return unit ? words.format(Math.round(seconds / unit[1]), unit[0]) : words.format(0, "second");
}
