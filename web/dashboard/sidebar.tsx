import { FolderTree, LayoutDashboard, List, Package, Plus, Scale, ShoppingBag, Users } from "lucide-react";
import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { useLive } from "#web/api/live-store.ts";
import { countUnread } from "#web/api/live-updates.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { classes } from "#web/ui/layout/classes.ts";
import { usePanels } from "#web/ui/overlay/panels.ts";
import { CountBadge } from "#web/ui/text/badge.tsx";

/** The dashboard's menu: icons, or with labels when open; rows of icons on phones. */
export function Sidebar() {
  const open = usePanels((flags) => flags.dashboardSideSidebarIsOpen);
  const orders = useLive(({ notification_summary }) => countUnread(notification_summary, "new_order"));
  const users = useLive(({ notification_summary }) => countUnread(notification_summary, "new_user"));
  return (
    <nav
      id="dashboard-menu"
      aria-label="Dashboard"
      className={classes(
        "border-hairline bg-surface p-2 transition-[width] duration-(--calm) max-md:border-b md:sticky md:top-14 md:h-[calc(100dvh-3.5rem)] md:shrink-0 md:border-e",
        open ? "md:w-56" : "max-md:hidden md:w-22",
      )}
    >
      <ul className="grid grid-cols-4 gap-1 sm:grid-cols-7 md:grid-cols-1">
        <Item to={dashboardPaths.home()} icon={<LayoutDashboard />} open={open}>
          Dashboard
        </Item>
        <Item to={dashboardPaths.orders()} icon={<ShoppingBag />} open={open} unread={orders} unreadWords="new">
          Orders
        </Item>
        <Item to={dashboardPaths.users()} icon={<Users />} open={open} unread={users} unreadWords="new">
          Users
        </Item>
        <Item to={dashboardPaths.categories()} icon={<FolderTree />} open={open}>
          Category
        </Item>
        {open ? (
          <ProductItems />
        ) : (
          <Item to={dashboardPaths.products()} icon={<Package />} open={open}>
            Products
          </Item>
        )}
        <Item to={dashboardPaths.reconciliation()} icon={<Scale />} open={open}>
          Reconciliation
        </Item>
      </ul>
    </nav>
  );
}

/** The product links under a heading, or inline on phones. */
const ProductItems = () => (
  <li className="max-md:contents">
    <span
      id="dashboard-menu-products"
      className="flex min-h-11 items-center gap-x-3 px-3 text-sm text-muted max-md:hidden [&_svg]:size-4.5"
    >
      <Package aria-hidden="true" />
      Products
    </span>
    <ul aria-labelledby="dashboard-menu-products" className="max-md:contents md:grid md:gap-1 md:ps-7.5">
      <Item to={dashboardPaths.products()} icon={<List />} open end>
        All Products
      </Item>
      <Item to={dashboardPaths.newProduct()} icon={<Plus />} open end>
        Add Product
      </Item>
    </ul>
  </li>
);

type ItemProps = {
  to: string;
  icon: ReactNode;
  open: boolean;
  /** Whether it is current only at this exact URL. */
  end?: boolean;
  unread?: number;
  unreadWords?: string;
  children: string;
};

const Item = ({ to, icon, open, end = false, unread = 0, unreadWords, children }: ItemProps) => (
  <li>
    <NavLink
      to={to}
      end={end}
      prefetch="intent"
      className={classes(
        "relative flex min-h-11 items-center gap-x-3 rounded text-muted transition-colors hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-semibold aria-[current]:text-ink [&_svg]:size-4.5",
        "max-md:flex-col max-md:justify-center max-md:gap-y-1 max-md:px-1 max-md:py-2.5 max-md:text-xs",
        open ? "md:px-3 md:text-sm" : "md:flex-col md:justify-center md:gap-y-1 md:px-1 md:py-2.5 md:text-xs",
      )}
    >
      <span aria-hidden="true">{icon}</span>
      {children}
      {unread > 0 && (
        <CountBadge
          count={unread}
          aria-hidden="true"
          className={classes(
            "max-md:absolute max-md:start-1/2 max-md:top-0.5 max-md:ms-1",
            open ? "md:ms-auto" : "md:absolute md:start-1/2 md:top-0.5 md:ms-1",
          )}
        />
      )}
      <span className="sr-only">{unread > 0 ? `, ${unread} ${unreadWords}` : ""}</span>
    </NavLink>
  </li>
);
