import type { App } from "#server/platform/app.ts";
import { demandRoutes } from "./demand.ts";
import { registerLiveFigures } from "./live-figures.ts";
import { registerLiveFloor } from "./live-floor.ts";
import { listSetupSteps } from "./setup.ts";
import { getDashboardSummary } from "./summary.ts";

/** Dashboard endpoints: figures of a period, and live figures. */
export function dashboardRoutes(app: App) {
  registerLiveFigures(app);
  registerLiveFloor(app);
  demandRoutes(app);
  app.handle("GET /dashboard/setup", async () => ({ data: await listSetupSteps(app) }));
  app.handle("GET /dashboard/summary", async ({ query }) => ({
    data: await getDashboardSummary(app.db, { ...query, now: app.now() }),
  }));
}
