import { setBoughtTogether } from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { listPairs } from "./bought-together.sql.ts";

const days = 180;

/** Tells the catalogue once a night what is ordered together. */
export function boughtTogetherJob(app: App) {
  app.jobs.schedule("orders.together", "47 3 * * *", () => updateBoughtTogether(app));
}

/** What was ordered together in the last half year, told to the catalogue. */
export async function updateBoughtTogether(app: App) {
  const since = new Date(app.now().getTime() - days * 86_400_000);
  const pairs = await listPairs(app.db, since);
  await inTransaction(app.db, (tx) => setBoughtTogether(tx, pairs));
}
