import type { App } from "#server/platform/app.ts";
import { liveFigures } from "./live-figures.ts";
import { dashboardSummary } from "./summary.ts";

/** The dashboard's figures: one call for a period, and those that change while one watches. */
export function dashboardRoutes(app: App) {
  liveFigures(app);
  app.handle("GET /dashboard/summary", async ({ query }) => ({
    data: await dashboardSummary(app.db, { days: query.days, now: app.now() }),
  }));
}
