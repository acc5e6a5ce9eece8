const minuteMs = 60_000;

/**
 * The instant to show as a deadline: one at the first moment of a day is the last minute of the day before, so that
 * "by December 3 at 00:00" isn't read as all of December 3.
 */
export function shownDeadline(iso: string, timeZone: string): Date {
  const [at, before] = [new Date(iso), new Date(Date.parse(iso) - minuteMs)];
  const format = new Intl.DateTimeFormat("en", { timeZone, dateStyle: "short" });
  return format.format(at) === format.format(before) ? at : before;
}
