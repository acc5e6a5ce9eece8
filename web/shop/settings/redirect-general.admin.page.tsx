import { redirect } from "react-router";
import { dashboardPaths } from "#web/dashboard-paths.ts";

export const loader = () => redirect(dashboardPaths.settings(), 301);
export const clientLoader = () => redirect(dashboardPaths.settings());
