import { eraseUnused } from "#server/accounts/accounts.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { retainedFrom } from "#server/shop/shop.ts";
import { listUnusedAccounts } from "./unused-accounts.sql.ts";

/** Each in a transaction of its own; the rest follow the next night. */
const mostOfANight = 50_000;

export const registerUnusedAccountsJob = (app: App) =>
  app.jobs.schedule("orders.delete-unused-accounts", "27 4 * * *", () => deleteUnusedAccounts(app));

/** Deletes accounts of people who entered an email at the checkout and didn't order. Throws after the last if any failed. */
export async function deleteUnusedAccounts(app: App) {
  const before = await retainedFrom(app, "guest_account_days");
  const failed: unknown[] = [];
  for (const id of await listUnusedAccounts(app.db, before, mostOfANight))
    await inTransaction(app.db, (tx) => eraseUnused(app, tx, id)).catch((error) => failed.push(error));
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} unused accounts could not be deleted`);
}
