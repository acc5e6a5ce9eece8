import { LayoutDashboard, Scale, ShoppingBag } from "lucide-react";
import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { useLive } from "#web/api/live-store.ts";
import { paths } from "#web/paths.ts";
import { CountBadge } from "#web/ui/badge.tsx";
import { classes } from "#web/ui/classes.ts";
import { useScreenFlags } from "#web/ui/screen-flags.ts";
import { unreadOf } from "./badges.ts";

/** The dashboard's menu: a rail of icons, or unfolded with words at their side. On a phone a row that can be folded away. */
export function Sidebar() {
  const open = useScreenFlags((flags) => flags.dashboardSideSidebarIsOpen);
  const orders = useLive(({ notification_summary }) => unreadOf(notification_summary, "new_order"));
  return (
    <nav
      id="dashboard-menu"
      aria-label="Dashboard"
      className={classes(
        "border-hairline bg-surface p-2 transition-[width] duration-(--calm) max-md:border-b md:sticky md:top-14 md:h-[calc(100dvh-3.5rem)] md:shrink-0 md:border-e",
        open ? "md:w-56" : "max-md:hidden md:w-22",
      )}
    >
      <ul className="flex gap-1 md:grid">
        <Item to={paths.dashboardHome()} icon={<LayoutDashboard />} open={open}>
          Dashboard
        </Item>
        <Item to={paths.dashboardOrders()} icon={<ShoppingBag />} open={open} unread={orders} unreadWords="new">
          Orders
        </Item>
        <Item to={paths.dashboardLedger()} icon={<Scale />} open={open}>
          Ledger
        </Item>
      </ul>
    </nav>
  );
}

type ItemProps = {
  to: string;
  icon: ReactNode;
  open: boolean;
  unread?: number;
  unreadWords?: string;
  children: string;
};

const Item = ({ to, icon, open, unread = 0, unreadWords, children }: ItemProps) => (
  <li className="max-md:flex-1">
    <NavLink
      to={to}
      prefetch="intent"
      className={classes(
        "relative flex min-h-11 items-center gap-x-3 rounded text-muted transition-colors hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-semibold aria-[current]:text-ink [&_svg]:size-4.5",
        open ? "px-3 text-sm" : "flex-col justify-center gap-y-1 px-1 py-2.5 text-xs",
      )}
    >
      <span aria-hidden="true">{icon}</span>
      {children}
      {unread > 0 && (
        <CountBadge
          count={unread}
          aria-hidden="true"
          className={open ? "ms-auto" : "absolute start-1/2 top-0.5 ms-1"}
        />
      )}
      <span className="sr-only">{unread > 0 ? `, ${unread} ${unreadWords}` : ""}</span>
    </NavLink>
  </li>
);
