import { boughtTogether } from "#server/catalogue/catalogue.ts";
import type { House } from "#server/platform/house.ts";
import { inTransaction } from "#server/platform/transaction.ts";
import { listPairs } from "./together.sql.ts";

const days = 180;

/** Tells the catalogue once a night what is ordered together. */
export function togetherJob(house: House) {
  house.jobs.repeat("orders.together", "47 3 * * *", () => tellTogether(house));
}

/** What was ordered together in the last half year, told to the catalogue. */
export async function tellTogether(house: House) {
  const since = new Date(house.now().getTime() - days * 86_400_000);
  const pairs = await listPairs(house.db, since);
  await inTransaction(house.db, (tx) => boughtTogether(tx, pairs));
}
