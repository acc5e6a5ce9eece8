import { redirect } from "react-router";
import { paths } from "#web/paths.ts";

export const loader = () => redirect(paths.dashboardHome(), 301);
export const clientLoader = () => redirect(paths.dashboardHome());
