import { sql } from "kysely";
import type { SettingsGroup } from "#contract/shop/settings.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";

export interface SettingsRow {
  name: SettingsGroup;
  value: Record<string, unknown>;
  version: number;
}

/** The saved settings of each group. */
export async function listSettings(db: Db | Tx): Promise<SettingsRow[]> {
  const { rows } = await sql<SettingsRow>`select name, value, version from settings`.execute(db);
  return rows;
}

/** Merges values into a group; false if it has another version meanwhile. Any version without `version`. */
export async function mergeSettings(
  tx: Tx,
  name: SettingsGroup,
  values: object,
  version: number | null = null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update settings
    set value = value || ${JSON.stringify(values)}::jsonb, version = version + 1, updated_at = now()
    where name = ${name} and (${version}::int is null or version = ${version})`.execute(tx);
  return numAffectedRows === 1n;
}

export interface SecretRow {
  name: string;
  encrypted: Buffer;
}

export async function listSecrets(db: Db | Tx): Promise<SecretRow[]> {
  const { rows } = await sql<SecretRow>`select name, encrypted from setting_secrets`.execute(db);
  return rows;
}

export const upsertSecret = (tx: Tx, name: string, encrypted: Buffer) =>
  sql`
    insert into setting_secrets (name, encrypted) values (${name}, ${encrypted})
    on conflict (name) do update
    set encrypted = excluded.encrypted, updated_at = now()`.execute(tx);

export const deleteSecret = (tx: Tx, name: string) => sql`delete from setting_secrets where name = ${name}`.execute(tx);

interface ImageRow {
  id: number;
  sha256: string;
  alt: string;
  width: number;
  height: number;
  dominant: string;
}

export async function listImageRows(db: Db | Tx, ids: readonly number[]): Promise<ImageRow[]> {
  const { rows } = await sql<ImageRow>`
    select id, sha256, alt, width, height, dominant
    from stored_images
    where id = any(${ids}::bigint[])`.execute(db);
  return rows;
}
