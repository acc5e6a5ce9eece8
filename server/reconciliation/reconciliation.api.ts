import type { App } from "#server/platform/app.ts";
import { reconcileNightly, reconcileNow } from "./reconciliation.ts";

/** The reconciliation on demand, and the nightly one. */
export function reconciliationRoutes(app: App) {
  app.answer("GET /reconciliation", () => reconcileNow(app));
  app.jobs.schedule("reconciliation.nightly", "43 2 * * *", () => reconcileNightly(app));
}
