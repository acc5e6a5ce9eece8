import { data } from "react-router";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { NotFoundPage } from "#web/shell/status-pages.tsx";

export const loader = () => data(null, { status: 404 });
export const clientLoader = () => null;

/** Shown at unknown addresses below /dashboard. */
export default function DashboardNotFound() {
  return <NotFoundPage home={dashboardPaths.home()} />;
}
