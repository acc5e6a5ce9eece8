import { sql } from "kysely";
import { type Db, findRow, isAffected, listRows, type Tx } from "#server/platform/database/database.ts";

interface TwoFactorRow {
  secret: Buffer;
  is_confirmed: boolean;
  recovery_codes_left: number;
}

export const findTwoFactor = (db: Db | Tx, userId: number) =>
  findRow<TwoFactorRow>(db)`
    select secret, confirmed_at is not null as is_confirmed, cardinality(recovery_code_hashes) as recovery_codes_left
    from two_factor
    where user_id = ${userId}`;

/** The encrypted secrets of all accounts, locked. */
export const listSecrets = (tx: Tx) =>
  listRows<{ user_id: number; secret: Buffer }>(tx)`select user_id, secret from two_factor order by user_id for update`;

/** Replaces an encrypted secret by the same one encrypted otherwise. */
export const replaceSecret = (tx: Tx, userId: number, secret: Buffer) =>
  sql`update two_factor set secret = ${secret} where user_id = ${userId}`.execute(tx);

/** Saves the secret to confirm; false if another one is confirmed. */
export const saveSecretToConfirm = (tx: Tx, userId: number, secret: Buffer) =>
  isAffected(tx)`
    insert into two_factor as t (user_id, secret)
    values (${userId}, ${secret})
    on conflict (user_id) do update
    set secret = excluded.secret, created_at = now()
    where t.confirmed_at is null`;

interface Confirmation {
  userId: number;
  secret: Buffer;
  step: number;
  recoveryHashes: Buffer[];
}

/** Confirms this secret; false if another one has replaced it or it is confirmed. */
export const confirmSecret = (tx: Tx, { userId, secret, step, recoveryHashes }: Confirmation) =>
  isAffected(tx)`
    update two_factor
    set confirmed_at = now(), last_used_step = ${step}, recovery_code_hashes = ${recoveryHashes}::bytea[]
    where user_id = ${userId} and secret = ${secret} and confirmed_at is null`;

/** Uses the code of a time step; false if it or a later one has been used. */
export const redeemStep = (tx: Tx, userId: number, step: number) =>
  isAffected(tx)`
    update two_factor set last_used_step = ${step}
    where user_id = ${userId} and last_used_step < ${step}`;

/** Uses a recovery code; false if it is unknown or used. */
export const redeemRecoveryCode = (tx: Tx, userId: number, hash: Buffer) =>
  isAffected(tx)`
    update two_factor set recovery_code_hashes = array_remove(recovery_code_hashes, ${hash})
    where user_id = ${userId} and ${hash} = any(recovery_code_hashes)`;

export const deleteTwoFactor = (tx: Tx, userId: number) =>
  sql`delete from two_factor where user_id = ${userId}`.execute(tx);
