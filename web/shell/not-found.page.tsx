import { redirectDocument, useLocation } from "react-router";
import { bestSellers } from "#web/api/best-sellers.ts";
import { pageData } from "#web/api/page-data.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { ShopLinks } from "./shop-links.tsx";
import { NotFoundPage } from "./status-pages.tsx";

const page = pageData({
  critical: () => [],
  deferred: ({ url }) => (isDashboardPath(url.pathname) ? [] : [bestSellers()]),
  status: () => 404,
});
export const loader = page.loader;
/** The server may redirect the path; it renders this page if it does not. */
export const clientLoader = ({ request: { url } }: { request: Request }) =>
  isDashboardPath(new URL(url).pathname) ? null : redirectDocument(url);

export default function NotFound() {
  return isDashboardPath(useLocation().pathname) ? (
    <NotFoundPage home={dashboardPaths.home()} />
  ) : (
    <NotFoundPage more={<ShopLinks />} />
  );
}

const isDashboardPath = (path: string) => path.startsWith("/dashboard/");
