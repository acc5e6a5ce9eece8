import { registerUser } from "#server/accounts/registration.ts";
import { findUserById, lockUserByEmail } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, fieldProblem } from "#server/platform/http/problem.ts";
import { say } from "#words/say.ts";

/**
 * The customer of an order that staff place: the account with this id, else with this email, created without a password if
 * there is none. Throws `not_found`, and `bad_input` for an account of the staff.
 */
export async function getOrderCustomer(
  app: App,
  tx: Tx,
  { id, email, fullname }: { id?: number | undefined; email?: string | undefined; fullname: string },
): Promise<{ id: number }> {
  const known = id === undefined ? await lockUserByEmail(tx, email ?? "") : assertFound(await findUserById(tx, id));
  if (known && known.role !== "customer")
    throw fieldProblem("email", "custom", say("This account belongs to your staff."));
  if (known) return known;
  // Nothing welcomes somebody who has not signed up: the emails of the order are the first they get.
  return registerUser(app, tx, { email, fullname, password_hash: null });
}
