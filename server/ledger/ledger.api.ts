import { userId } from "#server/platform/auth/caller.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { ledgerReport, proveByNight } from "./ledger.ts";
import { mendFinding } from "./mending.ts";

/** Calls about the books, and their proof each night. */
export function ledgerRoutes(app: App) {
  app.handle("GET /ledger", async () => ({ data: await ledgerReport(app) }));
  app.handle("POST /ledger/:finding/mend", async ({ params }, { caller }) => {
    await inTransaction(app.db, (tx) => mendFinding(app, tx, params.finding, userId(caller)));
    return { data: await ledgerReport(app) };
  });
  app.jobs.schedule("ledger.prove", "43 2 * * *", () => proveByNight(app));
}
