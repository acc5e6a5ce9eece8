import { requestEmail } from "#server/accounts/account-emails.ts";
import { insertAuditEntry } from "#server/accounts/audit/audit.sql.ts";
import { lockAdministrators } from "#server/accounts/customers/customers.sql.ts";
import { type OwnerProof, verifyOwner } from "#server/accounts/owner-proof.ts";
import type { Visitor } from "#server/accounts/sign-in/visitor.ts";
import { findUserById } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { deleteKeysOfUser } from "#server/platform/http/idempotency.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { anonymizeUser, lockUserForDeletion } from "./deletion.sql.ts";

interface DeletionRequest {
  userId: number;
  visitor: Visitor;
  requestId: string | undefined;
}

/**
 * Deletes an account permanently. Modules delete their data on `account.deleted`, in the same transaction. Throws
 * `bad_input` without the required password or code, `bad_credentials`, `code_wrong`, `too_many_requests` or
 * `last_admin`.
 */
export async function deleteAccount(app: App, proof: OwnerProof, { userId, visitor, requestId }: DeletionRequest) {
  const useProof = await verifyOwner(app, assertFound(await findUserById(app.db, userId)), proof, visitor);
  await inTransaction(app.db, async (tx) => {
    const admins = await lockAdministrators(tx);
    // Waits for orders being placed, which reference the account, so that they are anonymised too.
    const person = assertFound(await lockUserForDeletion(tx, userId));
    if (admins.length === 1 && admins[0] === userId) throw new Problem("last_admin");
    await useProof(tx);
    await app.events.emit(tx, "account.deleted", { userId });
    await anonymizeUser(tx, userId);
    await deleteKeysOfUser(tx, userId);
    await insertAuditEntry(tx, {
      actorId: userId,
      action: "user.deleted",
      entity: "user",
      entityId: String(userId),
      before: { role: person.role, account_status: person.account_status },
      after: { account_status: "deleted" },
      requestId,
    });
    if (person.email)
      await requestEmail(app, tx, { kind: "account_deleted", to: person.email, userId: null, tokenId: null });
    await invalidate(tx, `account:${userId}`, "users");
  });
}
