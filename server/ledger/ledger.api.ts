import { userId } from "#server/platform/caller.ts";
import type { House } from "#server/platform/house.ts";
import { inTransaction } from "#server/platform/transaction.ts";
import { ledgerReport, proveByNight } from "./ledger.ts";
import { mendFinding } from "./mending.ts";

/** Calls about the books, and their proof each night. */
export function ledgerRoutes(house: House) {
  house.handle("GET /ledger", async () => ({ data: await ledgerReport(house) }));
  house.handle("POST /ledger/:finding/mend", async ({ params }, { caller }) => {
    await inTransaction(house.db, (tx) => mendFinding(house, tx, params.finding, userId(caller)));
    return { data: await ledgerReport(house) };
  });
  house.jobs.repeat("ledger.prove", "43 2 * * *", () => proveByNight(house));
}
