import { type RawBuilder, sql } from "kysely";
import { type Db, findValue, getValue, type Tx } from "#server/platform/database/database.ts";

/** The secret of a reader, which only their emails have, of 64 hexadecimal digits. */
const secretOf = (reader: RawBuilder<unknown>) =>
  sql`encode(sha256((select key from unsubscribe_key) || sha256(convert_to(${reader}, 'UTF8'))), 'hex')`;

const customer = (userId: number) => sql`${`customer ${userId}`}::text`;
const visitor = (email: RawBuilder<unknown>) => sql`'visitor ' || lower(${email})`;

/** The secret of a customer, or of an address without an account. */
export const getSecret = (db: Db | Tx, reader: { userId: number } | { email: string }) =>
  getValue<string>(db)`
    select ${secretOf("userId" in reader ? customer(reader.userId) : visitor(sql`${reader.email}::text`))}`;

/** The address with a secret: of these, or of an email of a template that waits for one without an account. */
export const findVisitor = (tx: Tx, secret: string, emails: string[], template: string) =>
  findValue<string>(tx)`
    select email
    from (
      select unnest(${emails}::text[]) as email
      union
      select recipient from email_outbox
      where user_id is null and template = ${template} and sent_at is null and dropped_at is null
    ) known
    where ${secretOf(visitor(sql`email`))} = ${secret}
    limit 1`;
