import { LayoutDashboard, List, Package, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { storedText } from "#web/api/browser-storage.ts";
import { useLive } from "#web/api/live-store.ts";
import { countUnread } from "#web/api/live-updates.ts";
import { useDashboardAccess } from "#web/api/session/permissions.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { classes } from "#web/ui/layout/classes.ts";
import { usePanels } from "#web/ui/overlay/panels.ts";
import { CountBadge } from "#web/ui/text/badge.tsx";
import { mayOpen } from "./page-access.ts";
import { pageGroups } from "./pages.tsx";
import { SidebarFlyout } from "./sidebar-flyout.tsx";

/** "open" or "closed": how the sidebar was left on a wide screen. */
export const sidebarStorage = storedText(() => localStorage, "dashboard-sidebar");

/** The dashboard's menu in groups: icons, or with labels when open; one bar that scrolls sideways on phones. */
export function Sidebar() {
  const open = usePanels((flags) => flags.dashboardSideSidebarIsOpen);
  const access = useDashboardAccess();
  const unread = useUnread();
  const groups = pageGroups
    .slice(1)
    .map(({ name, pages }) => ({ name, items: pages.filter(({ icon, to }) => icon && mayOpen(to, access)) }))
    .filter(({ items }) => items.length > 0);
  const toGroup = ({ name, items }: (typeof groups)[number]) => (
    <Group key={name} name={name} hasHeading={open && !isPinned({ name })}>
      {items.map(({ label, to, icon }) =>
        label === "Products" ? (
          <ProductItems key={label} open={open} />
        ) : (
          <Item key={label} to={to} icon={icon} {...unread[label]} open={open}>
            {label}
          </Item>
        ),
      )}
    </Group>
  );
  return (
    <nav
      id="dashboard-menu"
      aria-label="Dashboard"
      className={classes(
        "border-hairline bg-surface transition-[width] duration-(--calm) max-md:scroller max-md:border-b",
        "max-md:p-1 md:sticky md:top-14 md:flex md:h-[calc(100dvh-3.5rem)] md:shrink-0 md:flex-col md:border-e",
        "md:p-2",
        open ? "md:w-56" : "max-md:hidden md:w-26",
      )}
    >
      <div className="contents md:block md:min-h-0 md:grow md:overflow-y-auto">
        <ul className="contents md:grid md:gap-0.5">
          <Item to={dashboardPaths.home()} icon={<LayoutDashboard />} open={open}>
            Dashboard
          </Item>
        </ul>
        {groups.filter((group) => !isPinned(group)).map(toGroup)}
      </div>
      {groups.filter(isPinned).map(toGroup)}
    </nav>
  );
}

/** The number that is new or waits, by the label of the page. */
function useUnread(): Partial<Record<string, { unread: number; unreadWords: string }>> {
  const orders = useLive(({ notification_summary }) => countUnread(notification_summary, "new_order"));
  const users = useLive(({ notification_summary }) => countUnread(notification_summary, "new_user"));
  const reviews = useLive(({ review_summary }) => (review_summary?.pending ?? 0) + (review_summary?.reported ?? 0));
  return {
    Orders: { unread: orders, unreadWords: "new" },
    Users: { unread: users, unreadWords: "new" },
    Reviews: { unread: reviews, unreadWords: "to check" },
  };
}

/** Whether a group stays at the bottom of the window while the others scroll. */
const isPinned = ({ name }: { name: string }) => name === "Settings";

type GroupProps = { name: string; hasHeading: boolean; children: ReactNode };

/** Items under a heading, or below a line that stands for it. */
const Group = ({ name, hasHeading, children }: GroupProps) => (
  <div className="contents md:mt-1 md:block md:border-t md:border-hairline md:pt-1">
    {hasHeading && (
      <h2 id={`menu-${name}`} className="px-3 py-1 text-xs font-medium text-muted max-md:hidden">
        {name}
      </h2>
    )}
    <ul aria-label={name} className="contents md:grid md:gap-0.5">
      {children}
    </ul>
  </div>
);

const productPages = [
  { label: "All Products", to: dashboardPaths.products(), icon: <List /> },
  { label: "Add Product", to: dashboardPaths.newProduct(), icon: <Plus /> },
];

/** The product pages: under a heading, in a fly-out of the folded menu, or inline on phones. */
function ProductItems({ open }: { open: boolean }) {
  const access = useDashboardAccess();
  const pages = productPages.filter(({ to }) => mayOpen(to, access));
  return open ? (
    <li className="max-md:contents">
      <span
        id="dashboard-menu-products"
        className="flex min-h-7.5 items-center gap-x-3 px-3 text-sm text-muted max-md:hidden [&_svg]:size-4.5"
      >
        <Package />
        Products
      </span>
      <ul aria-labelledby="dashboard-menu-products" className="max-md:contents md:grid md:gap-0.5 md:ps-7.5">
        {pages.map(({ label, ...item }) => (
          <Item key={label} {...item} open end>
            {label}
          </Item>
        ))}
      </ul>
    </li>
  ) : (
    <SidebarFlyout
      label="Products"
      icon={<Package />}
      className={itemLook(false)}
      path={dashboardPaths.products()}
      pages={pages}
    />
  );
}

type ItemProps = {
  to: string;
  icon: ReactNode;
  open: boolean;
  /** Whether it is current only at this exact URL. */
  end?: boolean;
  unread?: number | undefined;
  unreadWords?: string | undefined;
  children: string;
};

const Item = ({ to, icon, open, end = false, unread = 0, unreadWords, children }: ItemProps) => (
  <li className="max-md:min-w-13 max-md:flex-1">
    <NavLink to={to} end={end} prefetch="intent" className={itemLook(open)}>
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

const itemLook = (open: boolean) =>
  classes(
    "relative flex items-center gap-x-3 rounded text-muted transition-colors hover:bg-sunken",
    "hover:text-ink aria-[current]:bg-sunken aria-[current]:font-semibold aria-[current]:text-ink",
    "[&_svg]:size-4.5",
    "max-md:min-h-14 max-md:flex-col max-md:gap-y-0.5 max-md:px-0.5 max-md:pt-2 max-md:pb-1",
    "max-md:text-center max-md:text-[0.6875rem] max-md:leading-tight",
    open
      ? "md:min-h-7.5 md:px-3 md:text-sm pointer-coarse:md:min-h-11"
      : "md:min-h-11 md:flex-col md:justify-center md:gap-y-1 md:px-0.5 md:py-2.5 md:text-xs",
  );
