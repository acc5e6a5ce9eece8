import { redirect } from "react-router";
import { dashboardPaths } from "#web/dashboard-paths.ts";

/** Leads from `/admin`, where people look for a dashboard, to it. */
export const loader = () => redirect(dashboardPaths.home());
export const clientLoader = loader;
