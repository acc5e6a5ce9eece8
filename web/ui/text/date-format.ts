/** A day as people of `locale` write it: "21 Nov 2026". `iso` is an instant. */
export const formatDay = (iso: string, locale = "en") =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(new Date(iso));

/** The same in full, "21 November 2026", and in UTC: server and browser name the same day. */
export function formatFullDay(iso: string, locale = "en") {
  const format = fullDays.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  fullDays.set(locale, format);
  return format.format(new Date(iso));
}

// A page has a dozen reviews, and making one of these costs as much as drawing one of them.
const fullDays = new Map<string, Intl.DateTimeFormat>();

/** Day and time of an instant, in the time zone of the one who reads. */
export const formatMoment = (iso: string, locale = "en") =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));

/** The time of day of an instant, in the time zone of the one who reads. */
export const formatTime = (iso: string, locale = "en") =>
  new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(new Date(iso));

const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** How long ago an instant was: "5 minutes ago"; under a minute it is "now". */
export function formatAgo(iso: string, now: number, locale = "en") {
  const seconds = (Date.parse(iso) - now) / 1000;
  const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  return unit ? words.format(Math.round(seconds / unit[1]), unit[0]) : words.format(0, "second");
}
