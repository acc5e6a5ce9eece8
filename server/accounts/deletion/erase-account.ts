import { insertAccountChange } from "#server/accounts/audit/audit.sql.ts";
import { lockTags } from "#server/accounts/customers/tags.sql.ts";
import type { User } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { eraseKeysOfUser } from "#server/platform/http/idempotency.ts";
import { anonymizeUser, findConfirmedEmail, listOtherStaff } from "./deletion.sql.ts";

/**
 * Deletes a locked account with the data of all modules; not the provisional ones with its email. What is stored of its
 * confirmed email alone stays if it `isMerged`, as its owner has another account.
 */
export async function eraseAccount(
  app: App,
  tx: Tx,
  { id: userId, role, account_status }: Pick<User, "id" | "role" | "account_status">,
  actor: { actorId: number | null; requestId: string | undefined },
  { isMerged = false } = {},
) {
  // A tag that many customers lose at the moment is recorded first, so that this erases its record too.
  await lockTags(tx, { ofMany: false });
  const email = isMerged ? undefined : await findConfirmedEmail(tx, userId);
  await app.events.emit(tx, "account.deleted", { userId, email });
  await anonymizeUser(tx, userId);
  await eraseKeysOfUser(tx, userId, await listOtherStaff(tx, userId));
  const change = { before: { role, account_status }, after: { account_status: "deleted" } };
  await insertAccountChange(tx, actor, { id: userId, action: "user.deleted", ...change });
}
