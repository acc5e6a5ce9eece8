import { requestEmail } from "#server/accounts/account-emails.ts";
import { lockAdministrators } from "#server/accounts/customers/customers.sql.ts";
import { type Actor, lockCustomerAccount } from "#server/accounts/customers/customers.ts";
import { type OwnerProof, verifyOwner } from "#server/accounts/owner-proof.ts";
import { eraseProvisionalOf } from "#server/accounts/provisional/erase.ts";
import type { Visitor } from "#server/accounts/sign-in/visitor.ts";
import { findUserById } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, fieldProblem, Problem } from "#server/platform/http/problem.ts";
import { say } from "#words/say.ts";
import { lockUserForDeletion } from "./deletion.sql.ts";
import { eraseAccount } from "./erase-account.ts";

interface DeletionRequest {
  userId: number;
  visitor: Visitor;
  requestId: string | undefined;
}

/**
 * Deletes an account permanently, with the provisional ones of its confirmed email. Modules delete their data on
 * `account.deleted`, in the same transaction. Throws `bad_input` without the required password or code,
 * `bad_credentials`, `code_wrong`, `too_many_requests` or `last_admin`.
 */
export async function deleteAccount(app: App, proof: OwnerProof, { userId, visitor, requestId }: DeletionRequest) {
  const useProof = await verifyOwner(app, assertFound(await findUserById(app.db, userId)), proof, visitor);
  await inTransaction(app.db, async (tx) => {
    const admins = await lockAdministrators(tx);
    // Waits for orders being placed, which reference the account, so that they are anonymized too.
    const person = assertFound(await lockUserForDeletion(tx, userId));
    if (admins.length === 1 && admins[0] === userId) throw new Problem("last_admin");
    await useProof(tx);
    await eraseWithProvisional(app, tx, person, { actorId: userId, requestId });
    if (person.email) await sendGoodbye(app, tx, person.email);
  });
}

/**
 * Deletes the account of a customer who asked the shop to. Throws `not_found`, `staff_account`, and `bad_input` unless the
 * confirmation is the username, or the email of an account without one.
 */
export const eraseCustomer = (app: App, id: number, confirmation: string, actor: Actor) =>
  inTransaction(app.db, async (tx) => {
    const customer = await lockCustomerAccount(tx, id, actor);
    const name = customer.username ?? customer.email ?? "";
    if (confirmation.toLowerCase() !== name.toLowerCase())
      throw fieldProblem("confirmation", "custom", say("Enter {name} to confirm.", { name }));
    await eraseWithProvisional(app, tx, customer, actor);
    // Whoever owns the email of a provisional account may have another one, which stays.
    if (customer.email && customer.account_status !== "provisional") await sendGoodbye(app, tx, customer.email);
  });

type Erased = Parameters<typeof eraseProvisionalOf>[2] & Parameters<typeof eraseAccount>[2];

/** Orders placed with the email alone are of the same person. They come first: some move here, and are anonymized too. */
async function eraseWithProvisional(app: App, tx: Tx, person: Erased, actor: Parameters<typeof eraseAccount>[3]) {
  await eraseProvisionalOf(app, tx, person, actor);
  await eraseAccount(app, tx, person, actor);
}

const sendGoodbye = (app: App, tx: Tx, email: string) =>
  requestEmail(app, tx, { kind: "account_deleted", to: email, userId: null, tokenId: null });
