import { shopTimeZone } from "./date-format.ts";

/** An instant as the value of a `datetime-local` field in the shop's time zone: `2026-11-24T09:30`. */
export function localInputValue(iso: string | null, timeZone = shopTimeZone()): string {
  if (iso === null) return "";
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  const [year = "", ...others] = format.format(new Date(iso)).replace(" ", "T").split("-");
  return [year.padStart(4, "0"), ...others].join("-");
}

/**
 * The instant of a `datetime-local` value in the shop's time zone; null if it is empty. Throws for an incomplete one, which
 * `DateField` doesn't let through. A time that the change to daylight saving time leaves out is an hour later, and one of a
 * year past 9999 the last there is, which the server refuses.
 */
export function instantOfInput(value: string, timeZone = shopTimeZone()): string | null {
  if (value === "") return null;
  if (hasLongYear(value)) return new Date(lastTime).toISOString();
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value) ? Date.parse(`${value}:00Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) throw new RangeError(`"${value}" is not a date and time.`);
  // The offset is that of the result, which the first guess may miss by a change of daylight saving time.
  const guess = asUtc - offsetAt(asUtc, timeZone);
  const instant = asUtc - offsetAt(guess, timeZone);
  const isLeftOut = localInputValue(new Date(instant).toISOString(), timeZone) !== value;
  return new Date(isLeftOut ? Math.max(guess, instant) : instant).toISOString();
}

/** Whether a date has a year of more than four digits, as browsers let people type. */
export const hasLongYear = (value: string) => /^\d{5,}-/.test(value);

/** The last time that JavaScript has. */
const lastTime = 8_640_000_000_000_000;

/**
 * Says which time is used instead of one that the change to daylight saving time leaves out; undefined for others, and
 * for a value whose year is still being typed: 0002, 0020.
 */
export function leftOutText(value: string, timeZone = shopTimeZone()): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value) || Number(value.slice(0, 4)) < firstYear) return undefined;
  const used = localInputValue(instantOfInput(value, timeZone), timeZone);
  const [, time] = value.split("T");
  return used === value ? undefined : `The clocks skip ${time} that day: ${used.split("T")[1]} is used.`;
}

/** No time zone skipped times for daylight saving before it. */
const firstYear = 1900;

/** Whether the time of one field is before that of another; true if either is empty. */
export function isBefore(start: string, end: string, timeZone = shopTimeZone()): boolean {
  const [from, to] = [instantOfInput(start, timeZone), instantOfInput(end, timeZone)];
  return from === null || to === null || Date.parse(from) < Date.parse(to);
}

/** Milliseconds that the zone is ahead of UTC at an instant. */
const offsetAt = (instant: number, timeZone: string) =>
  Date.parse(`${localInputValue(new Date(instant).toISOString(), timeZone)}:00Z`) -
  Math.floor(instant / 60_000) * 60_000;
