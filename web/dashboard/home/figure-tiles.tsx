import type { DashboardSummary } from "#contract/dashboard/dashboard.ts";
import { useLive } from "#web/api/live-store.ts";
import { countUnread } from "#web/api/live-updates.ts";
import { useAccess, useDashboardAccess } from "#web/api/session/permissions.ts";
import { type Change, compareFigures, conversionOf, formatChange } from "#web/dashboard/figures.ts";
import { mayOpen } from "#web/dashboard/page-access.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Sparkline } from "#web/ui/media/sparkline.tsx";
import { CountBadge } from "#web/ui/text/badge.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { formatShopNumber, shopLocale } from "#words/say.ts";

type Figure = { now: number; before: number };
type Tile = {
  label: string;
  figure: (summary: DashboardSummary) => Figure;
  unit: "money" | "count" | "share";
  to: (summary: DashboardSummary) => string;
  spark?: "revenue" | "orders" | "units" | "customers";
  /** Whether more of it is bad news. */
  isLoss?: boolean;
};

const soldOrders = ({ from, to }: DashboardSummary) => dashboardPaths.orders({ from, to, sold: true });
const tiles: Tile[] = [
  {
    label: "Revenue",
    figure: ({ revenue }) => revenue,
    unit: "money",
    to: ({ from, to }) => dashboardPaths.orders({ moved_from: from, moved_to: to }),
    spark: "revenue",
  },
  { label: "Orders", figure: ({ orders }) => orders, unit: "count", to: soldOrders, spark: "orders" },
  {
    label: "Average order",
    figure: (summary) => summary.average_order,
    unit: "money",
    to: ({ from, to }) => dashboardPaths.orders({ from, to, sold: true, sort: "-total" }),
  },
  { label: "Conversion", figure: conversionOf, unit: "share", to: () => dashboardPaths.live() },
  {
    label: "New customers",
    figure: ({ customers }) => customers,
    unit: "count",
    to: ({ from, to }) => dashboardPaths.users({ role: "customer", from, to }),
    spark: "customers",
  },
  {
    label: "Units sold",
    figure: ({ units }) => units,
    unit: "count",
    to: soldOrders,
    spark: "units",
  },
  {
    label: "Refunds",
    figure: ({ refunds }) => refunds,
    unit: "money",
    to: ({ from, to }) => dashboardPaths.orders({ refunded_from: from, refunded_to: to }),
    isLoss: true,
  },
];

/** The figures of the period, each leading to what it counts. */
export function FigureTiles({ summary }: { summary: DashboardSummary | undefined }) {
  const { notification_summary, user_summary: users } = useLive();
  const unread = countUnread(notification_summary, "new_user");
  const access = useDashboardAccess();
  return (
    <ul
      aria-label="Figures"
      className={
        "grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-hairline " +
        "bg-hairline sm:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-7"
      }
    >
      {tiles
        .filter(({ to }) => !summary || mayOpen(to(summary), access))
        .map((tile) => (
          <FigureTile
            key={tile.label}
            tile={tile}
            summary={summary}
            badge={tile.label === "New customers" ? unread : 0}
          />
        ))}
      {useAccess("customers") && (
        <li className="flex flex-col justify-center gap-1 bg-surface p-4 text-sm text-muted sm:col-span-2 lg:col-span-1 2xl:hidden">
          <p className="tabular-nums">
            {users ? (
              `${users.total === 1 ? "1 customer" : `${formatShopNumber(users.total)} customers`} in all`
            ) : (
              <Skeleton className="h-4 w-28" />
            )}
          </p>
          <p className="tabular-nums">{users ? `${formatShopNumber(users.online)} online now` : ""}</p>
        </li>
      )}
    </ul>
  );
}

type TileProps = { tile: Tile; summary: DashboardSummary | undefined; badge: number };

function FigureTile({ tile: { label, figure, unit, to, spark, isLoss = false }, summary, badge }: TileProps) {
  const found = summary && figure(summary);
  const show = (amount: number) => formatFigure(amount, unit, summary?.currency ?? "");
  return (
    <li className="relative flex min-w-0 flex-col gap-1 bg-surface p-4 transition-colors hover:bg-sunken/60">
      <h2 className="flex items-center justify-between gap-2 text-sm font-medium text-muted">
        {summary ? (
          <ShopLink to={to(summary)} className="truncate after:absolute after:inset-0">
            {label}
          </ShopLink>
        ) : (
          label
        )}
        {badge > 0 && (
          <>
            <CountBadge count={badge} aria-hidden="true" />
            <span className="sr-only">{badge} new</span>
          </>
        )}
      </h2>
      <div className="flex items-end justify-between gap-3">
        {found ? (
          <p className="text-xl font-semibold whitespace-nowrap tabular-nums md:text-2xl">{show(found.now)}</p>
        ) : (
          <Skeleton className="my-1 h-6 w-24" />
        )}
        {spark && summary && summary.days.length > 1 && (
          <span className="max-sm:hidden">
            <Sparkline values={summary.days.map((day) => day[spark])} />
          </span>
        )}
      </div>
      <p className="flex min-h-5 flex-wrap items-center gap-x-2 text-sm text-muted tabular-nums">
        {found &&
          Number.isNaN(found.now + found.before) &&
          (Number.isNaN(found.now) ? "No carts yet" : "No carts before")}
        {found && !Number.isNaN(found.now + found.before) && (
          <>
            <ChangeText change={compareFigures(found)} isLoss={isLoss} />
            <span className="truncate">from {show(found.before)}</span>
          </>
        )}
      </p>
    </li>
  );
}

function formatFigure(amount: number, unit: Tile["unit"], currency: string): string {
  if (unit === "money") return formatMoney({ amount, currency });
  if (unit === "count") return formatShopNumber(amount);
  if (Number.isNaN(amount)) return "–";
  return (amount / 1000).toLocaleString(shopLocale(), { style: "percent", maximumFractionDigits: 1 });
}

const ChangeText = ({ change, isLoss }: { change: Change; isLoss: boolean }) => (
  <span
    className={classes(
      "font-medium",
      change.direction === "same"
        ? "text-muted"
        : (change.direction === "up") === isLoss
          ? "text-danger"
          : "text-success",
    )}
  >
    {formatChange(change)}
  </span>
);
