import { redirect } from "react-router";
import { dashboardPaths } from "#web/dashboard-paths.ts";

/** Leads from `/admin`, where people look for a dashboard, to it. */
const toDashboard = () => redirect(dashboardPaths.home());
export const loader = () => toDashboard();
export const clientLoader = () => toDashboard();
