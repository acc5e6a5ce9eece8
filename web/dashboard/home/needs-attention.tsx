import { useLive } from "#web/api/live-store.ts";
import { useDashboardAccess } from "#web/api/session/permissions.ts";
import { useUnreadAlerts } from "#web/dashboard/alerts/alerts.queries.ts";
import { mayOpen } from "#web/dashboard/page-access.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { classes } from "#web/ui/layout/classes.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { CountBadge } from "#web/ui/text/badge.tsx";

/** What waits for the merchant, each with a link to its list. The figures are live; `lowStock` is that of the summary. */
export function NeedsAttention({ lowStock }: { lowStock: number | undefined }) {
  const orders = useLive(({ order_summary }) => order_summary);
  const reviews = useLive(({ review_summary }) => review_summary);
  const unread = useUnreadAlerts();
  const alerts = useLive(({ notification_summary }) => (notification_summary ? unread : undefined));
  const access = useDashboardAccess();
  const entries = [
    { label: "To ship", count: orders?.to_ship, to: dashboardPaths.orders({ view: "to_ship" }) },
    { label: "Returns requested", count: orders?.returns_open, to: dashboardPaths.returns({ status: "requested" }) },
    {
      label: "Refunds to send",
      count: orders?.refunds_to_send,
      to: dashboardPaths.orders({ view: "refunds_to_send" }),
    },
    { label: "On hold", count: orders?.on_hold, to: dashboardPaths.orders({ status: "on_hold" }) },
    {
      label: "Pending payment",
      count: orders?.pending_payment,
      to: dashboardPaths.orders({ status: "pending_payment" }),
    },
    { label: "Reviews", count: reviews?.pending, to: dashboardPaths.reviews({ view: "pending" }) },
    ...(reviews?.reported
      ? [{ label: "Reported reviews", count: reviews.reported, to: dashboardPaths.reviews({ view: "reported" }) }]
      : []),
    { label: "Alerts", count: alerts, to: dashboardPaths.alerts() },
    { label: "Low stock", count: lowStock, to: dashboardPaths.products({ stock: "low", status: "active" }) },
  ];
  return (
    <section aria-labelledby="needs-attention" className="grid gap-2">
      <h2 id="needs-attention" className="text-base font-semibold">
        Needs attention
      </h2>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-4">
        {entries
          .filter(({ to }) => mayOpen(to, access))
          .map(({ label, count, to }) => (
            <li key={label}>
              <ShopLink
                to={to}
                className={
                  "flex min-h-11 items-center justify-between gap-2 rounded-lg border border-hairline bg-surface px-3 " +
                  "text-sm hover:border-control"
                }
              >
                <span className={classes("min-w-0", !count && "text-muted")}>{label}</span>
                {count !== undefined && <CountBadge count={count} tone={count ? "accent" : "quiet"} />}
              </ShopLink>
            </li>
          ))}
      </ul>
    </section>
  );
}
