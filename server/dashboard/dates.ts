const dayLength = 86_400_000;

/** The calendar day `days` days before or after a day, independent of clock changes. */
export const addDays = (day: string, count: number) => dayOf(Date.parse(`${day}T00:00:00Z`) + count * dayLength);

/** The same day of another year; the last of February for the 29th. */
export function addYears(day: string, count: number): string {
  const year = String(Number(day.slice(0, 4)) + count);
  return day.endsWith("-02-29") ? addDays(`${year}-03-01`, -1) : `${year}${day.slice(4)}`;
}

/** Number of days of a range, both ends included. */
export const countDays = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayLength + 1;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
