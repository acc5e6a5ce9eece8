import { sql } from "kysely";
import type { Tx } from "#server/platform/database/database.ts";
import { forgetIdentities } from "./identities.sql.ts";
import type { Person } from "./people.sql.ts";

/** An account with a lock that waits for whoever refers to it at the moment. */
export async function lockPerson(
  tx: Tx,
  id: number,
): Promise<Pick<Person, "id" | "email" | "role" | "account_status"> | undefined> {
  const { rows } = await sql<Pick<Person, "id" | "email" | "role" | "account_status">>`
    select id, email, role, account_status from users where id = ${id} and deleted_at is null for update`.execute(tx);
  return rows[0];
}

/** Leaves of an account its row, which orders, papers and the audit trail refer to, without who it was. */
export async function forgetPerson(tx: Tx, id: number) {
  await sql`
    delete from one_time_tokens
    where user_id = ${id} or lower(email) = (select lower(email) from users where id = ${id})`.execute(tx);
  await sql`delete from sessions where user_id = ${id}`.execute(tx);
  await forgetIdentities(tx, id);
  await sql`delete from addresses where user_id = ${id}`.execute(tx);
  await sql`
    update users
    set username = 'deleted-' || id, email = null, fullname = null, password_hash = null, email_verified_at = null,
      last_seen_at = null, account_status = 'deleted', token_epoch = token_epoch + 1, updated_at = now(), deleted_at = now()
    where id = ${id}`.execute(tx);
}
