import { data, redirectDocument, useLocation } from "react-router";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { NotFoundPage } from "./status-pages.tsx";

export const loader = () => data(null, { status: 404 });
/** The server may redirect the path; it renders this page if it does not. */
export const clientLoader = ({ request: { url } }: { request: Request }) =>
  isDashboardPath(new URL(url).pathname) ? null : redirectDocument(url);

export default function NotFound() {
  return <NotFoundPage home={isDashboardPath(useLocation().pathname) ? dashboardPaths.home() : "/"} />;
}

const isDashboardPath = (path: string) => path.startsWith("/dashboard/");
