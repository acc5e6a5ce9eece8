import { type RawBuilder, sql } from "kysely";
import { type Db, findValue, getValue, type Tx } from "#server/platform/database/database.ts";

/** The secret of a reader, which only their emails have, of 64 hexadecimal digits. */
const secretOf = (reader: RawBuilder<unknown>) =>
  sql`encode(sha256((select key from unsubscribe_key) || sha256(convert_to(${reader}, 'UTF8'))), 'hex')`;

const customer = (userId: number) => sql`${`customer ${userId}`}::text`;
const visitor = (email: string) => sql`'visitor ' || lower(${email}::text)`;

/** The secret of a customer, or of an address without an account. */
export const getSecret = (db: Db | Tx, reader: { userId: number } | { email: string }) =>
  getValue<string>(db)`
    select ${secretOf("userId" in reader ? customer(reader.userId) : visitor(reader.email))}`;

/** The address of an email of a template that waits for somebody without an account, by the hash of their secret. */
export const findWaitingVisitor = (tx: Tx, unsubscribeHash: Buffer, template: string) =>
  findValue<string>(tx)`
    select recipient from email_outbox
    where unsubscribe_hash = ${unsubscribeHash} and template = ${template} and user_id is null
      and sent_at is null and dropped_at is null
    limit 1`;
