import { sql } from "kysely";
import type { Tx } from "#server/platform/database/database.ts";

/** Deletes the saved addresses of an account, and those that emails about its orders may go to. */
export async function deleteSavedAddresses(tx: Tx, userId: number) {
  for (const table of ["addresses", "contact_emails"])
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx);
}
