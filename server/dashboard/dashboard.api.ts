import type { House } from "#server/platform/house.ts";
import { liveFigures } from "./live-figures.ts";
import { dashboardSummary } from "./summary.ts";

/** The dashboard's figures: one call for a period, and those that change while one watches. */
export function dashboardRoutes(house: House) {
  liveFigures(house);
  house.handle("GET /dashboard/summary", async ({ query }) => ({
    data: await dashboardSummary(house.db, { days: query.days, now: house.now() }),
  }));
}
