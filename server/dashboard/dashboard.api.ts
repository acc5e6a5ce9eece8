import type { App } from "#server/platform/app.ts";
import { demandRoutes } from "./demand.ts";
import { listDuties } from "./legal.ts";
import { registerLiveFigures } from "./live-figures.ts";
import { registerLiveVisitors } from "./live-visitors.ts";
import { listSetupSteps } from "./setup.ts";
import { getDashboardSummary } from "./summary.ts";

/** Dashboard endpoints: figures of a period, and live figures. */
export function dashboardRoutes(app: App) {
  registerLiveFigures(app);
  registerLiveVisitors(app);
  demandRoutes(app);
  app.answer("GET /settings/legal", () => listDuties(app));
  app.answer("GET /dashboard/setup", () => listSetupSteps(app));
  app.answer("GET /dashboard/summary", ({ query }) => getDashboardSummary(app.db, { ...query, now: app.now() }));
}
