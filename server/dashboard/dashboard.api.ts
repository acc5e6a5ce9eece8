import type { App } from "#server/platform/app.ts";
import { getLiveFigures } from "./live-figures.ts";
import { getDashboardSummary } from "./summary.ts";

/** The dashboard's figures: one call for a period, and those that change while one watches. */
export function dashboardRoutes(app: App) {
  getLiveFigures(app);
  app.handle("GET /dashboard/summary", async ({ query }) => ({
    data: await getDashboardSummary(app.db, { days: query.days, now: app.now() }),
  }));
}
