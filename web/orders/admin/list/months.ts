/** The first and last day of a month (`YYYY-MM`); undefined for anything else. */
export function daysOfMonth(month: string): { from: string; to: string } | undefined {
  const [, year, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (!year || !number) return undefined;
  // Day 0 of the next month.
  const last = new Date(Date.UTC(Number(year), Number(number), 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}` };
}

/** The first and last day of the quarter of a month (`YYYY-MM`); undefined for anything else. */
export function daysOfQuarter(month: string): { from: string; to: string } | undefined {
  if (!daysOfMonth(month)) return undefined;
  const [year = "", number = "1"] = month.split("-");
  const first = Number(number) - ((Number(number) - 1) % 3);
  const monthAt = (at: number) => daysOfMonth(`${year}-${String(at).padStart(2, "0")}`);
  const [start, end] = [monthAt(first), monthAt(first + 2)];
  return start && end && { from: start.from, to: end.to };
}

/** The month (`YYYY-MM`) before that of a day (`YYYY-MM-DD`). */
export function monthBefore(day: string): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, "0")}`;
}
