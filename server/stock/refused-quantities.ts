import type { App } from "#server/platform/app.ts";
import { addRefusedQuantities, deleteRefusedQuantities, type RefusedQuantity } from "./refused-quantities.sql.ts";

const dayMs = 86_400_000;
const retentionDays = 365;

/** Records units that a shopper was refused. A failure is only logged, as the shopper gets the same answer. */
export async function recordRefusedQuantities(
  { db, now, log }: Pick<App, "db" | "now" | "log">,
  refused: RefusedQuantity[],
): Promise<void> {
  try {
    await addRefusedQuantities(db, now(), refused);
  } catch (error) {
    log.warn({ err: error }, "refused quantities were not recorded");
  }
}

/** The job that deletes them after a year. */
export function registerRefusedQuantitiesJob({ db, now, jobs }: App) {
  jobs.schedule("stock.refused_quantities", "23 3 * * *", async () => {
    await deleteRefusedQuantities(db, new Date(now().getTime() - retentionDays * dayMs));
  });
}
