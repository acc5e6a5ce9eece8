// Making one of these costs more than asking it.
const calendars = new Map<string, Intl.DateTimeFormat>();

/** The day (`YYYY-MM-DD`) an instant falls on in a time zone. */
export function dayOf(at: Date, timeZone: string): string {
  const known = calendars.get(timeZone) ?? new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  calendars.set(timeZone, known);
  return known.format(at);
}
