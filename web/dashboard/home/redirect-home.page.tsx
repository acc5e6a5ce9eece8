import { redirect } from "react-router";
import { dashboardPaths } from "#web/dashboard-paths.ts";

export const loader = () => redirect(dashboardPaths.home(), 301);
export const clientLoader = () => redirect(dashboardPaths.home());
