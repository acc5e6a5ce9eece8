import type { DashboardSummary } from "#contract/dashboard.ts";
import { useLive } from "#web/api/live-store.ts";
import { countUnread } from "#web/api/live-updates.ts";
import { CountBadge } from "#web/ui/text/badge.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { shopLocale } from "#words/say.ts";
import { FigureTile } from "./figure-tile.tsx";
import { compareFigures, compareWeeks } from "./figures.ts";

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
