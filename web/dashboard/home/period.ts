import type { SummaryQuery } from "#contract/dashboard/dashboard.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { queryText } from "#web/paths.ts";
import { shopTimeZone } from "#web/ui/text/date-format.ts";

export const periodNames = ["today", "7", "30", "90", "custom"] as const;
export type PeriodName = (typeof periodNames)[number];
/** A period of days of the shop's time zone, both included, and what it is compared with. */
export interface Period {
  name: PeriodName;
  from: string;
  to: string;
  compare: SummaryQuery["compare"];
}

export type Days = Pick<Period, "from" | "to">;
/** The days that the fields show, and those of the URL. */
export interface ShownDays {
  typed: Days;
  applied: Days;
}

/** What is typed stays until the URL has other days. */
export function followPeriod(shown: ShownDays, { from, to }: Days): ShownDays {
  const { applied } = shown;
  if (applied.from === from && applied.to === to) return shown;
  return { typed: { from, to }, applied: { from, to } };
}

const usual: PeriodName = "30";
const isDay = (text: string | null) => text !== null && /^\d{4}-\d\d-\d\d$/.test(text);

/** Parses the URL of the dashboard's home; invalid values are ignored. */
export function parsePeriod(search: URLSearchParams, now: Date): Period {
  const compare = search.get("compare") === "year" ? "year" : "previous";
  const [from, to] = [search.get("from"), search.get("to")];
  const wanted = search.get("period");
  const name = periodNames.find((one) => one === wanted && one !== "custom") ?? usual;
  if (wanted === null && isDay(from) && isDay(to) && (from as string) <= (to as string))
    return { name: "custom", from: from as string, to: to as string, compare };
  return { name, ...daysOf(name, now), compare };
}

function daysOf(name: PeriodName, now: Date) {
  const to = new Intl.DateTimeFormat("en-CA", { timeZone: shopTimeZone(), dateStyle: "short" }).format(now);
  const length = name === "today" ? 1 : Number(name);
  return { from: new Date(Date.parse(to) - (length - 1) * 86_400_000).toISOString().slice(0, 10), to };
}

/** URL of the dashboard's home; default values are left out. */
export const periodPath = ({ name, from, to, compare }: Period) =>
  dashboardPaths.home() +
  queryText({
    ...(name === "custom" ? { from, to } : { period: name === usual ? undefined : name }),
    compare: compare === "previous" ? undefined : compare,
  });
