import { sql } from "kysely";
import type { AccountStatus, Profile, Role } from "#contract/accounts/accounts.ts";
import type { PermissionArea, Permissions } from "#contract/resources/permissions.ts";
import {
  type Db,
  findRow,
  findValue,
  getRow,
  hasRows,
  isAffected,
  listRows,
  listValues,
  mapRows,
  type Tx,
} from "#server/platform/database/database.ts";

export interface User extends Omit<Profile, "email_verified" | "has_password"> {
  role: Role;
  account_status: AccountStatus;
  token_epoch: number;
  permissions: Permissions;
  password_hash: string | null;
  email_verified_at: string | null;
}

const permissionsColumn = sql`
  coalesce((select jsonb_object_agg(area, access) from staff_permissions where user_id = users.id), '{}')
    as permissions`;

const userColumns = sql`id, fullname, email, username, role, account_status, token_epoch, password_hash,
  email_verified_at, ${permissionsColumn},
  coalesce((select must_set_up_two_factor from caller_accounts where id = users.id), false) as must_set_up_two_factor`;

/** The account with this username or email; a provisional one is nobody's yet, so it is found by its id only. */
export const findUserByName = (db: Db, name: string) =>
  findRow<User>(db)`
    select ${userColumns}
    from users
    where (lower(username) = lower(${name}) or lower(email) = lower(${name})) and deleted_at is null
      and account_status <> 'provisional'
    order by lower(username) = lower(${name}) desc nulls last
    limit 1`;

/** The account with this email, no provisional one. */
export const findUserByEmail = (db: Db | Tx, email: string) =>
  findRow<User>(db)`
    select ${userColumns}
    from users
    where lower(email) = lower(${email}) and deleted_at is null and account_status <> 'provisional'`;

/** The account with an email, no provisional one, locked until the transaction ends. */
export const lockUserByEmail = (tx: Tx, email: string) =>
  findRow<User>(tx)`
    select ${userColumns}
    from users
    where lower(email) = lower(${email}) and deleted_at is null and account_status <> 'provisional'
    for no key update`;

export const findUserById = (db: Db | Tx, id: number) =>
  findRow<User>(db)`
    select ${userColumns}
    from users
    where id = ${id} and deleted_at is null`;

/** The account with an id, locked until the transaction ends. */
export const lockUserById = (tx: Tx, id: number) =>
  findRow<User>(tx)`
    select ${userColumns}
    from users
    where id = ${id} and deleted_at is null
    for no key update`;

export interface NewUser {
  username?: string | undefined;
  email?: string | undefined;
  fullname?: string | undefined;
  role?: Role;
  account_status?: AccountStatus;
  password_hash: string | null;
  /** Whether the email is verified. */
  verified?: boolean;
}

export const insertUser = (tx: Tx, newcomer: NewUser) =>
  getRow<User>(tx)`
    insert into users (username, email, fullname, role, account_status, password_hash, email_verified_at)
    values (${newcomer.username ?? null}, ${newcomer.email ?? null}, ${newcomer.fullname || null},
      ${newcomer.role ?? "customer"}, ${newcomer.account_status ?? "active"}, ${newcomer.password_hash},
      case when ${Boolean(newcomer.verified && newcomer.email)}::boolean then now() end)
    returning ${userColumns}`;

/** Updates name, username and email; a changed email is unverified. */
export const updateProfile = (
  tx: Tx,
  { id, fullname, email, username }: Pick<User, "id" | "fullname" | "email" | "username">,
) =>
  findRow<User>(tx)`
    update users
    set fullname = ${fullname}, username = ${username}, email = ${email}, updated_at = now(),
      email_verified_at = case when lower(email) is not distinct from lower(${email}) then email_verified_at end
    where id = ${id} and deleted_at is null
    returning ${userColumns}`;

/** Names an account that has no name yet, as it was typed for an order. */
export const setMissingName = (tx: Tx, id: number, fullname: string) =>
  sql`update users set fullname = ${fullname} where id = ${id} and coalesce(fullname, '') = ''`.execute(tx);

/** Marks an address as verified; false if the account's address has changed. */
export const verifyEmail = (tx: Tx, id: number, email: string) =>
  isAffected(tx)`
    update users set email_verified_at = coalesce(email_verified_at, now()), updated_at = now()
    where id = ${id} and lower(email) = lower(${email}) and deleted_at is null`;

/** Replaces the address with a verified one; false if the account is deleted. */
export const replaceEmail = (tx: Tx, id: number, email: string) =>
  isAffected(tx)`
    update users set email = ${email}, email_verified_at = now(), updated_at = now()
    where id = ${id} and deleted_at is null`;

/** Notes that an address may be written to about the account's orders; false if the account is deleted. */
export const insertContactEmail = (tx: Tx, id: number, email: string) =>
  hasRows(tx)`
    with owner as (select id from users where id = ${id} and deleted_at is null),
    noted as (insert into contact_emails (user_id, email) select id, ${email} from owner on conflict do nothing)
    select 1 from owner`;

/** The addresses that emails about an account's orders may go to, as their owners have confirmed. */
export const listContactEmails = (tx: Tx, id: number) =>
  listRows<{ email: string; confirmed_at: string }>(tx)`
    select email, confirmed_at from contact_emails where user_id = ${id} order by email`;

/** Sets or clears the password hash and revokes all access tokens. */
export const replacePassword = (tx: Tx, id: number, hash: string | null) =>
  sql`
    update users set password_hash = ${hash}, token_epoch = token_epoch + 1, updated_at = now()
    where id = ${id}`.execute(tx);

/** Revokes all access tokens of the account; refresh tokens stay valid. */
export const revokeAccessTokens = (tx: Tx, id: number) =>
  sql`update users set token_epoch = token_epoch + 1 where id = ${id}`.execute(tx);

/** Whether anybody ever had an account. */
export const hasUsers = (db: Db) => hasRows(db)`select from users limit 1`;

/** Ids of the active administrators. */
export const listAdministratorIds = (db: Db | Tx) =>
  listValues<number>(db)`
    select id from users
    where role = 'admin' and account_status = 'active' and deleted_at is null
    order by id`;

/** Ids of the active administrators and of the staff who may read an area. */
export const listStaffIds = (db: Db | Tx, area: PermissionArea) =>
  listValues<number>(db)`
    select id from users
    where account_status = 'active' and deleted_at is null
      and (role = 'admin' or exists (select 1 from staff_permissions where user_id = users.id and area = ${area}))
    order by id`;

/** The language of a customer's emails (ISO 639); null for staff, whose emails are in the shop's. */
export const findCustomerLanguage = async (db: Db, id: number) =>
  (await findValue<string | null>(db)`
    select language from users where id = ${id} and role = 'customer'`) ?? null;

/** The names of accounts to show to administrators: full name, otherwise email or username; none for deleted ones. */
export const listAccountNames = (db: Db | Tx, ids: readonly (number | null)[]) =>
  mapRows<number, string>(db)`
    select id, coalesce(nullif(fullname, ''), email, username) as name
    from users
    where id = any(${ids}::bigint[]) and deleted_at is null and account_status <> 'deleted'
      and coalesce(nullif(fullname, ''), email, username) is not null`;
