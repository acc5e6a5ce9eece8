import { requestEmail } from "#server/accounts/account-emails.ts";
import { checkPassword } from "#server/accounts/change-password.ts";
import { insertAuditEntry, lockAdministrators } from "#server/accounts/customers/customers.sql.ts";
import { verifyCode } from "#server/accounts/recovery/sign-in-codes.ts";
import type { Visitor } from "#server/accounts/sign-in/visitor.ts";
import { findUserById, type User } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { deleteKeysOfUser } from "#server/platform/http/idempotency.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { text } from "#words/say.ts";
import { anonymizeUser, lockUserForDeletion } from "./deletion.sql.ts";

interface Proof {
  password?: string | undefined;
  code?: string | undefined;
}
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
export async function deleteAccount(app: App, proof: Proof, { userId, visitor, requestId }: DeletionRequest) {
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
      entityId: userId,
      before: { role: person.role, account_status: person.account_status },
      after: { account_status: "deleted" },
      requestId,
    });
    if (person.email)
      await requestEmail(app, tx, { kind: "account_deleted", to: person.email, userId: null, tokenId: null });
    await invalidate(tx, `account:${userId}`, "users");
  });
}

/** Checks that the caller owns the account. The returned function uses up the code. */
async function verifyOwner(
  app: App,
  person: User,
  { password, code }: Proof,
  visitor: Visitor,
): Promise<(tx: Tx) => Promise<void>> {
  if (person.password_hash === null && person.email) {
    if (!code) throw requiredProblem("code", text("Enter the code we sent you."));
    return verifyCode(app, { email: person.email, code }, visitor);
  }
  if (!password) throw requiredProblem("password", text("Password required"));
  await checkPassword(app.db, person, password, visitor.address);
  return async () => {};
}

const requiredProblem = (field: "password" | "code", message: string) =>
  new Problem("bad_input", { errors: [{ field, code: "required", message }] });
