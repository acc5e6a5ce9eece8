import type { DashboardSummary } from "#contract/dashboard.ts";

/**
 * How a figure stands against the one before it. `percent` is null where there is nothing to compare with; what comes to no
 * whole percent is the same.
 */
export function changeOf({ now, before }: { now: number; before: number }) {
  const percent = before > 0 ? Math.round(((now - before) / before) * 100) : null;
  const by = percent ?? now - before;
  return { direction: by > 0 ? "up" : by < 0 ? "down" : "same", percent } as const;
}
export type Change = ReturnType<typeof changeOf>;

/** "+12%", "−3%", "±0%", or "new" where there was nothing before. */
export function changeWords({ direction, percent }: Change) {
  if (percent === null) return direction === "up" ? "new" : "–";
  return `${percent > 0 ? "+" : percent < 0 ? "−" : "±"}${Math.abs(percent)}%`;
}

/** New customers of the last seven days beside the seven before; undefined where the period is too short to know. */
export function weekOfCustomers({ days, users }: Pick<DashboardSummary, "days" | "users">) {
  if (days.length === 7) return users;
  if (days.length < 14) return undefined;
  const sum = (from: number, to?: number) => days.slice(from, to).reduce((total, day) => total + day.users, 0);
  return { now: sum(-7), before: sum(-14, -7) };
}
