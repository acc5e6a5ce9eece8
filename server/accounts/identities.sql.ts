import { sql } from "kysely";
import type { Tx } from "#server/platform/db.ts";

/** The account a person of this provider belongs to. */
export async function findIdentity(tx: Tx, provider: string, subject: string): Promise<number | undefined> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from user_identities where provider = ${provider} and subject = ${subject}`.execute(tx);
  return rows[0]?.user_id;
}

/** Notes who an account is to a provider. */
export const insertIdentity = (
  tx: Tx,
  { userId, provider, subject, email }: { userId: number; provider: string; subject: string; email: string | null },
) =>
  sql`
    insert into user_identities (user_id, provider, subject, email)
    values (${userId}, ${provider}, ${subject}, ${email})
    on conflict (provider, subject) do nothing`.execute(tx);
