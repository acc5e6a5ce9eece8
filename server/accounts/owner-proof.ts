import { verifyCode } from "#server/accounts/recovery/sign-in-codes.ts";
import type { Visitor } from "#server/accounts/sign-in/visitor.ts";
import type { User } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { fieldProblem, Problem } from "#server/platform/http/problem.ts";
import { text } from "#words/say.ts";
import { checkPassword } from "./change-password.ts";

/** What proves that the caller owns the account: its password, or a fresh code when it has none. */
export interface OwnerProof {
  password?: string | undefined;
  code?: string | undefined;
}

/**
 * Checks that the caller owns the account. The returned function uses up the code, in the caller's transaction. Throws
 * `bad_input` without the required password or code, `bad_credentials`, `code_wrong`, `too_many_requests`, or
 * `email_not_confirmed` for a provisional account.
 */
export async function verifyOwner(
  app: App,
  person: User,
  { password, code }: OwnerProof,
  visitor: Pick<Visitor, "address" | "device">,
): Promise<(tx: Tx) => Promise<void>> {
  if (person.account_status === "provisional") throw new Problem("email_not_confirmed");
  if (person.password_hash === null && person.email) {
    if (!code) throw fieldProblem("code", "required", text("Enter the code we sent you."));
    return verifyCode(app, { email: person.email, code }, visitor);
  }
  if (!password) throw fieldProblem("password", "required", text("Password required"));
  await checkPassword(app.db, person, password, visitor.address);
  return async () => {};
}
