import type { ReactNode } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { AccountNavigation } from "#web/accounts/menu/account-navigation.tsx";
import { isStaff, useSession } from "#web/api/session/session.ts";
import { paths } from "#web/paths.ts";
import { Protected } from "#web/shell/protected.tsx";
import { VerifyNotice } from "./verify-notice.tsx";

/** Layout of the account pages: navigation at the side or, on small screens, above. */
export default function AccountLayout() {
  return (
    <Protected>
      <CustomerPages>
        <div
          className={
            "page-width grid min-h-[calc(100dvh-4rem)] content-start gap-6 py-6 " +
            "md:grid-cols-[13rem_minmax(0,1fr)] md:gap-12 md:py-10"
          }
        >
          <AccountNavigation />
          {/* Resets the page's own width, as pages come from several modules. */}
          <div className="min-w-0 [&>main]:max-w-none [&>main]:p-0">
            <VerifyNotice />
            <Outlet />
          </div>
        </div>
      </CustomerPages>
    </Protected>
  );
}

/** Sends administrators from the pages that only customers have to those of the dashboard. */
function CustomerPages({ children }: { children: ReactNode }) {
  const worksHere = useSession(isStaff);
  const { pathname } = useLocation();
  const to = worksHere ? dashboardPageOf(pathname) : undefined;
  return to ? <Navigate to={to} replace /> : children;
}

/** The page of the dashboard that shows what an account page shows to customers; undefined if there is none. */
function dashboardPageOf(pathname: string) {
  const page = pathname.slice(paths.account().length);
  if (/^\/(orders|reviews)(\/|$)/.test(page)) return paths.dashboard() + page;
  return /^\/(wishlist|addresses)(\/|$)/.test(page) ? paths.dashboard() : undefined;
}
