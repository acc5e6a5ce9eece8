import { useEffect, useRef } from "react";
import { NavLink, Outlet, useLocation } from "react-router";
import { useDashboardAccess } from "#web/api/session/permissions.ts";
import { dashboardPaths, type SettingsPage, settingsPages } from "#web/dashboard-paths.ts";

const pages = Object.entries(settingsPages) as [SettingsPage, string][];

/** The settings with their own menu: a column on wide screens, a row that scrolls on phones. */
export default function SettingsLayout() {
  const { isAdmin } = useDashboardAccess();
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  // On phones the current page may be outside of the row.
  useEffect(() => {
    menu.current
      ?.querySelector(`[href="${pathname}"]`)
      ?.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });
  }, [pathname]);
  return (
    <div className="mx-auto grid max-w-[72rem] grid-cols-1 gap-5 p-4 md:p-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-8">
      <nav ref={menu} aria-label="Settings" className="lg:sticky lg:top-20 lg:self-start">
        <ul className="scroller flex gap-1 lg:grid">
          {pages
            .filter(([page]) => page !== "staff" || isAdmin)
            .map(([page, name]) => (
              <li key={page}>
                <NavLink
                  to={dashboardPaths.settings(page)}
                  prefetch="intent"
                  className={
                    "flex min-h-9 items-center rounded px-3 text-sm whitespace-nowrap text-muted transition-colors " +
                    "hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-semibold " +
                    "aria-[current]:text-ink pointer-coarse:min-h-11"
                  }
                >
                  {name}
                </NavLink>
              </li>
            ))}
        </ul>
      </nav>
      <Outlet />
    </div>
  );
}
