import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { forgetKeysOf } from "#server/platform/http/idempotency.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { changed, inTransaction } from "#server/platform/database/transaction.ts";
import { text } from "#words/say.ts";
import { checkCode } from "./codes.ts";
import { lockAdministrators, writeAudit } from "./customers.sql.ts";
import { forgetPerson, lockPerson } from "./leaving.sql.ts";
import { write } from "./letters.ts";
import { mustKnowPassword } from "./own-account.ts";
import { type Person, personById } from "./people.sql.ts";

interface Proof {
  password?: string | undefined;
  code?: string | undefined;
}
interface Leaver {
  userId: number;
  /** The network address of who asks. */
  address: string;
  requestId: string | undefined;
}

/**
 * Deletes an account for good: what it kept of a person is gone with the answer, and the rooms above forget theirs in the
 * same transaction. Throws `bad_input` without the proof that its kind of account needs, `bad_credentials`, `code_wrong`,
 * `too_many_requests`, `last_admin`.
 */
export async function deleteAccount(app: App, proof: Proof, { userId, address, requestId }: Leaver) {
  const useProof = await proven(app, assertFound(await personById(app.db, userId)), proof, address);
  await inTransaction(app.db, async (tx) => {
    const admins = await lockAdministrators(tx);
    // Orders under way hold on to the account: whatever is being ordered is waited for, and forgotten with the rest.
    const person = assertFound(await lockPerson(tx, userId));
    if (admins.length === 1 && admins[0] === userId) throw new Problem("last_admin");
    await useProof(tx);
    await app.events.emit(tx, "account.deleted", { userId });
    await forgetPerson(tx, userId);
    await forgetKeysOf(tx, userId);
    await writeAudit(tx, {
      actorId: userId,
      action: "user.deleted",
      entityId: userId,
      before: { role: person.role, account_status: person.account_status },
      after: { account_status: "deleted" },
      requestId,
    });
    if (person.email) await write(app, tx, { kind: "account_deleted", to: person.email, userId: null, tokenId: null });
    await changed(tx, `account:${userId}`, "users");
  });
}

/** Checks that whoever asks is the owner. What comes back uses the proof up. */
async function proven(
  app: App,
  person: Person,
  { password, code }: Proof,
  address: string,
): Promise<(tx: Tx) => Promise<void>> {
  if (person.password_hash === null && person.email) {
    if (!code) throw missing("code", text("Type the code we sent you."));
    return checkCode(app, { email: person.email, code }, address);
  }
  if (!password) throw missing("password", text("Password required"));
  await mustKnowPassword(app.db, person, password, address);
  return async () => {};
}

const missing = (field: "password" | "code", message: string) =>
  new Problem("bad_input", { errors: [{ field, code: "required", message }] });
