import { sold } from "#server/catalogue/catalogue.ts";
import type { House } from "#server/platform/house.ts";
import { inTransaction } from "#server/platform/transaction.ts";
import { listSales } from "./figures.sql.ts";

const days = 30;

/** Tells the catalogue once a night what was sold in the last 30 days. */
export function popularityJob(house: House) {
  house.jobs.repeat("orders.popularity", "41 3 * * *", () => tellSales(house));
}

/** Units of each product sold in the last 30 days, told to the catalogue. */
export async function tellSales(house: House) {
  const since = new Date(house.now().getTime() - days * 86_400_000);
  const sales = await listSales(house.db, since);
  await inTransaction(house.db, (tx) => sold(tx, sales));
}
