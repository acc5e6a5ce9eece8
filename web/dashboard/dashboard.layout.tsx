import { Lock, ShieldCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import { SetUpTwoFactor } from "#web/accounts/profile/two-factor.tsx";
import { useLive } from "#web/api/live-store.ts";
import { useDashboardAccess } from "#web/api/session/permissions.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { useSignOut } from "#web/api/session/sign-out.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { ErrorPage } from "#web/shell/error-page.tsx";
import { Protected } from "#web/shell/protected.tsx";
import { EmptyState } from "#web/ui/feedback/loaded.tsx";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { useUndoCount } from "#web/ui/feedback/undo.ts";
import { Button, ReadOnlyContext } from "#web/ui/forms/button.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { MayOpenContext } from "#web/ui/layout/shop-link.tsx";
import { useSmallScreen } from "#web/ui/layout/small-screen.ts";
import { togglePanel } from "#web/ui/overlay/panels.ts";
import { mayChange, mayOpen } from "./page-access.ts";
import { Sidebar, sidebarStorage } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import "./dashboard.css";

/** The dashboard, for administrators and staff. Its document is empty: it is rendered in the browser. */
export default function DashboardLayout() {
  return (
    <Protected roles={["admin", "staff"]}>
      <Dashboard />
    </Protected>
  );
}

function Dashboard() {
  useEnglish();
  return useProfile().data?.must_set_up_two_factor ? <TwoFactorRequired /> : <DashboardFrame />;
}

/** In place of the dashboard, for those who must set up two-factor authentication first. */
function TwoFactorRequired() {
  const signOut = useSignOut();
  return (
    <main className="grid min-h-dvh content-center bg-page">
      <PageHead title="Two-factor authentication" hidden />
      <EmptyState
        level={1}
        icon={<ShieldCheck />}
        title="Set up two-factor authentication"
        action={
          <>
            <SetUpTwoFactor look="primary" />
            <Button look="ghost" onClick={signOut}>
              Logout
            </Button>
          </>
        }
      >
        This shop requires it for everyone who works in the dashboard. You need an authenticator app on your phone.
      </EmptyState>
    </main>
  );
}

function DashboardFrame() {
  const small = useSmallScreen();
  const access = useDashboardAccess();
  useSidebarState(small);
  useNewOrderToasts();
  return (
    <MayOpenContext value={(path) => mayOpen(path, access)}>
      <div className="min-h-dvh bg-page">
        <a href="#content" className="skip-link">
          Skip to content
        </a>
        <TopBar />
        <div className="md:flex">
          <Sidebar />
          <div id="content" tabIndex={-1} className="min-w-0 flex-1">
            <AllowedPage />
          </div>
        </div>
      </div>
    </MayOpenContext>
  );
}

/** The page, unless the user may not see it; without the controls that change something if they may only see it. */
function AllowedPage() {
  const { pathname } = useLocation();
  const access = useDashboardAccess();
  const undoCount = useUndoCount();
  if (!mayOpen(pathname, access))
    return (
      <main className="p-4 md:p-6">
        <PageHead title="No permission" hidden />
        <EmptyState level={1} icon={<Lock />} title="You don't have permission to see this page">
          Ask an administrator of the shop if you need it for your work.
        </EmptyState>
      </main>
    );
  return (
    <ReadOnlyContext value={!mayChange(pathname, access)}>
      <Outlet key={undoCount} />
    </ReadOnlyContext>
  );
}

/** Above this width the sidebar is open unless it was closed. */
const roomy = "(min-width: 1280px)";

/** The sidebar starts closed on small screens, and on wide ones as it was left there. */
function useSidebarState(small: boolean) {
  useEffect(() => {
    const left = sidebarStorage.read() ?? (matchMedia(roomy).matches ? "open" : "closed");
    togglePanel("dashboardSideSidebarIsOpen", !small && left === "open");
  }, [small]);
}

/** The dashboard is in English: sets the document's language while it is open. */
function useEnglish() {
  useEffect(() => {
    const { documentElement: html } = document;
    const { lang, dir } = html;
    Object.assign(html, { lang: "en", dir: "ltr" });
    return () => void Object.assign(html, { lang, dir });
  }, []);
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <ErrorPage error={error} home={dashboardPaths.home()} />;
}

/** Shows a toast for orders placed while the dashboard is open, except on the list of orders, where they appear. */
function useNewOrderToasts() {
  const navigate = useNavigate();
  const latest = useLive(({ notification_summary }) => notification_summary?.latest);
  const lastId = useRef<number>(undefined);
  useEffect(() => {
    if (!latest) return;
    const before = lastId.current;
    lastId.current = Math.max(before ?? 0, ...latest.map(({ notification_id }) => notification_id));
    const orders = latest.filter(
      ({ type, notification_id }) => type === "new_order" && notification_id > (before ?? 0),
    );
    const [first] = orders;
    // The first summary holds orders placed before the dashboard was opened.
    if (before === undefined || !first || location.pathname === dashboardPaths.orders()) return;
    const path = orders.length === 1 && first.link ? first.link : dashboardPaths.orders();
    toast({
      title: orders.length === 1 ? first.title : `${orders.length} new orders`,
      action: { label: "Show", onClick: () => void navigate(path) },
    });
  }, [latest, navigate]);
}
