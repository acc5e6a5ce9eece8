import type { ReactNode } from "react";
import type { DashboardSummary } from "#contract/dashboard.ts";
import { useLive } from "#web/api/live-store.ts";
import { countUnread } from "#web/api/live-updates.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { Sparkline } from "#web/ui/media/sparkline.tsx";
import { CountBadge } from "#web/ui/text/badge.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { shopLocale } from "#words/say.ts";
import { type Change, compareFigures, compareWeeks, formatChange } from "./figures.ts";

/** The four live figures. */
export function FigureTiles({ summary }: { summary: DashboardSummary | undefined }) {
  const locale = shopLocale();
  const { order_summary: orders, user_summary: users, new_customers: fresh, notification_summary } = useLive();
  const unreadUsers = countUnread(notification_summary, "new_user");
  const count = (figure: number | undefined) => figure?.toLocaleString(locale);
  const week = summary && compareWeeks(summary);
  const spark = (of: "revenue" | "orders" | "users") => summary?.days.map((day) => day[of]);
  return (
    <ul aria-label="Figures" className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <FigureTile
        label="Revenue today"
        figure={orders ? formatMoney(orders.today.revenue, locale) : undefined}
        change={
          orders
            ? compareFigures({ now: orders.today.revenue.amount, before: orders.yesterday.revenue.amount })
            : undefined
        }
        against={orders && `${formatMoney(orders.yesterday.revenue, locale)} by this time yesterday`}
        spark={spark("revenue")}
      />
      <FigureTile
        label="Orders today"
        figure={count(orders?.today.count)}
        change={orders ? compareFigures({ now: orders.today.count, before: orders.yesterday.count }) : undefined}
        against={orders && `${count(orders.yesterday.count)} by this time yesterday`}
        spark={spark("orders")}
      />
      <FigureTile
        label="Users"
        figure={count(users?.total)}
        against={users && `${count(users.new_today)} new today · ${count(users.online)} online`}
        spark={spark("users")}
        badge={
          unreadUsers > 0 && (
            <>
              <CountBadge count={unreadUsers} aria-hidden="true" />
              <span className="sr-only">{unreadUsers} new</span>
            </>
          )
        }
      />
      <FigureTile
        label="New customers (7 days)"
        figure={count(fresh?.count_7d)}
        change={week ? compareFigures(week) : undefined}
        against={week && `${count(week.before)} in the previous 7 days`}
        spark={spark("users")?.slice(-7)}
      />
    </ul>
  );
}

type TileProps = {
  label: string;
  /** Undefined until loaded. */
  figure: string | undefined;
  change?: Change | undefined;
  /** The value compared with: "€120.00 by this time yesterday". */
  against?: ReactNode;
  spark?: number[] | undefined;
  badge?: ReactNode;
};

/** A figure with its change and history. */
const FigureTile = ({ label, figure, change, against, spark, badge }: TileProps) => (
  <li className="flex flex-col gap-1 rounded-lg border border-hairline bg-surface p-4 md:p-5">
    <h2 className="flex items-center justify-between gap-2 text-sm font-medium text-muted">
      {label}
      {badge}
    </h2>
    <div className="flex items-end justify-between gap-3">
      {figure === undefined ? (
        <Skeleton className="my-1 h-6 w-24" />
      ) : (
        <p key={figure} className="text-2xl font-semibold tabular-nums">
          {figure}
        </p>
      )}
      {spark && <Sparkline values={spark} />}
    </div>
    <p className="flex min-h-5 flex-wrap items-center gap-x-2 text-sm text-muted tabular-nums">
      {change && <ChangeText change={change} />}
      {against}
    </p>
  </li>
);

/** Increases are good for every figure shown this way. */
export const ChangeText = ({ change }: { change: Change }) => (
  <span
    className={classes(
      "font-medium",
      change.direction === "up" ? "text-success" : change.direction === "down" ? "text-danger" : "text-muted",
    )}
  >
    {formatChange(change)}
  </span>
);
