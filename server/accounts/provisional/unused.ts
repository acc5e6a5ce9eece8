import { lockUserForDeletion } from "#server/accounts/deletion/deletion.sql.ts";
import { eraseAccount } from "#server/accounts/deletion/deletion.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";

/**
 * Deletes a provisional account for which `isUnused` is true once the account is locked, as an order may be placed
 * meanwhile. Does nothing if it has joined another account.
 */
export async function eraseUnused(app: App, tx: Tx, userId: number, isUnused: () => Promise<boolean>): Promise<void> {
  const person = await lockUserForDeletion(tx, userId);
  if (person?.account_status !== "provisional" || !(await isUnused())) return;
  await eraseAccount(app, tx, person, { actorId: null, requestId: undefined });
}
