import { sql } from "kysely";
import { deleteIdentities } from "#server/accounts/google/identities.sql.ts";
import { deleteTwoFactor } from "#server/accounts/two-factor/two-factor.sql.ts";
import type { User } from "#server/accounts/users.sql.ts";
import { findRow, findValue, listValues, type Tx } from "#server/platform/database/database.ts";

/** Locks an account, waiting for transactions that reference it. */
export const lockUserForDeletion = (tx: Tx, id: number) =>
  findRow<Pick<User, "id" | "email" | "role" | "account_status" | "email_verified_at">>(tx)`
    select id, email, role, account_status, email_verified_at from users where id = ${id} and deleted_at is null for update`;

/** The email of an account, if its owner has confirmed it. */
export const findConfirmedEmail = (tx: Tx, id: number) =>
  findValue<string>(
    tx,
  )`select email from users where id = ${id} and email is not null and email_verified_at is not null`;

export const listOtherStaff = (tx: Tx, id: number) =>
  listValues<number>(tx)`select id from users where role <> 'customer' and id <> ${id}`;

/** What belongs to one account. */
const ownTables = `sessions contact_emails list_preferences addresses customer_notes customer_tags
  staff_permissions`.split(/\s+/);

/** Deletes the personal data of an account. The row stays: orders, invoices and the audit log reference it. */
export async function anonymizeUser(tx: Tx, id: number) {
  await sql`
    delete from one_time_tokens
    where user_id = ${id}
      or lower(email) = (select lower(email) from users where id = ${id} and account_status <> 'provisional')`.execute(
    tx,
  );
  await deleteIdentities(tx, id);
  await deleteTwoFactor(tx, id);
  for (const table of ownTables) await sql`delete from ${sql.table(table)} where user_id = ${id}`.execute(tx);
  await sql`
    update users
    set username = 'deleted-' || id, email = null, fullname = null, password_hash = null, email_verified_at = null,
      last_seen_at = null, account_status = 'deleted', token_epoch = token_epoch + 1, updated_at = now(),
      deleted_at = now()
    where id = ${id}`.execute(tx);
}
