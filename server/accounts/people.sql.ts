import { sql } from "kysely";
import type { AccountStatus, Profile, Role } from "#contract/accounts.ts";
import type { Db, Tx } from "#server/platform/db.ts";

export interface Person extends Profile {
  role: Role;
  account_status: AccountStatus;
  token_epoch: number;
  password_hash: string | null;
}

/** The account that signs in by this username or e-mail. */
export async function personByName(db: Db, name: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select id, fullname, email, username, role, account_status, token_epoch, password_hash
    from users
    where (lower(username) = lower(${name}) or lower(email) = lower(${name})) and deleted_at is null
    order by lower(username) = lower(${name}) desc nulls last
    limit 1`.execute(db);
  return rows[0];
}

export async function personById(db: Db | Tx, id: number): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select id, fullname, email, username, role, account_status, token_epoch, password_hash
    from users
    where id = ${id} and deleted_at is null`.execute(db);
  return rows[0];
}

export interface NewPerson {
  username?: string | undefined;
  email?: string | undefined;
  fullname?: string | undefined;
  role?: Role;
  password_hash: string;
}

export async function insertPerson(tx: Tx, person: NewPerson): Promise<Person> {
  const { rows } = await sql<Person>`
    insert into users (username, email, fullname, role, password_hash)
    values (${person.username ?? null}, ${person.email ?? null}, ${person.fullname || null}, ${person.role ?? "customer"}, ${person.password_hash})
    returning id, fullname, email, username, role, account_status, token_epoch, password_hash`.execute(tx);
  return rows[0] as Person;
}

/** A changed e-mail is no longer a verified one. */
export async function updateProfile(
  db: Db,
  { id, fullname, email, username }: Profile,
): Promise<Pick<Profile, keyof Profile> | undefined> {
  const { rows } = await sql<Profile>`
    update users
    set fullname = ${fullname}, username = ${username}, email = ${email}, updated_at = now(),
      email_verified_at = case when lower(email) is not distinct from lower(${email}) then email_verified_at end
    where id = ${id} and deleted_at is null
    returning id, fullname, email, username`.execute(db);
  return rows[0];
}

/** Keeps the new hash and ends every access token given out before; returns the new epoch. */
export async function replacePassword(tx: Tx, id: number, hash: string) {
  await sql`
    update users set password_hash = ${hash}, token_epoch = token_epoch + 1, updated_at = now()
    where id = ${id}`.execute(tx);
}

/** Ends every access token of the account; whoever still holds a refresh token gets a new one. */
export const raiseEpoch = (tx: Tx, id: number) =>
  sql`update users set token_epoch = token_epoch + 1 where id = ${id}`.execute(tx);

export async function administratorIds(db: Db | Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users
    where role = 'admin' and account_status = 'active' and deleted_at is null
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}
