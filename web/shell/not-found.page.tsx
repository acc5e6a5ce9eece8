import { data, useLocation } from "react-router";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { NotFoundPage } from "./status-pages.tsx";

export const loader = () => data(null, { status: 404 });
export const clientLoader = () => null;

export default function NotFound() {
  const isDashboard = useLocation().pathname.startsWith("/dashboard/");
  return <NotFoundPage home={isDashboard ? dashboardPaths.home() : "/"} />;
}
