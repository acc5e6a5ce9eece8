const dayLength = 86_400_000;

/** The calendar day `days` days before or after a day, independent of clock changes. */
export const addDays = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayLength).toISOString().slice(0, 10);

/** All days of a range, both ends included. */
export function listDays(from: string, to: string): string[] {
  const count = (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayLength;
  return Array.from({ length: count + 1 }, (_, index) => addDays(from, index));
}
