import type { DashboardSummary } from "#contract/dashboard.ts";

/**
 * Compares a figure with the previous one. `percent` is null without a previous value; less than one percent is "same".
 */
export function compareFigures({ now, before }: { now: number; before: number }) {
  const percent = before > 0 ? Math.round(((now - before) / before) * 100) : null;
  const by = percent ?? now - before;
  return { direction: by > 0 ? "up" : by < 0 ? "down" : "same", percent } as const;
}
export type Change = ReturnType<typeof compareFigures>;

/** "+12%", "−3%", "±0%", or "New" without a previous value. */
export function formatChange({ direction, percent }: Change) {
  if (percent === null) return direction === "up" ? "New" : "–";
  return `${percent > 0 ? "+" : percent < 0 ? "−" : "±"}${Math.abs(percent)}%`;
}

/** New customers of the last seven days and the seven before; undefined for short periods. */
export function compareWeeks({ days, users }: Pick<DashboardSummary, "days" | "users">) {
  if (days.length === 7) return users;
  if (days.length < 14) return undefined;
  const sum = (from: number, to?: number) => days.slice(from, to).reduce((total, day) => total + day.users, 0);
  return { now: sum(-7), before: sum(-14, -7) };
}
