import { sql } from "kysely";
import type { Image } from "#contract/images.ts";
import type { SettingsGroup } from "#contract/shop/settings.ts";
import { type Db, hasRows, isAffected, listRows, type Tx } from "#server/platform/database/database.ts";
import { firstLanguage } from "./policies.ts";
import { recordPolicies } from "./policy-versions.sql.ts";

export interface SettingsRow {
  name: SettingsGroup;
  value: Record<string, unknown>;
  version: number;
}

/** The saved settings of each group. */
export const listSettings = (db: Db | Tx) => listRows<SettingsRow>(db)`select name, value, version from settings`;

/**
 * Merges values into a group; false if it has another version meanwhile. Any version without `version`. What the policies
 * say is recorded, as orders name the texts they were placed under; `language` is their first one.
 */
export async function mergeSettings(
  tx: Tx,
  name: SettingsGroup,
  values: object,
  version: number | null = null,
  language: string = firstLanguage(),
) {
  const isMerged = await isAffected(tx)`
    update settings
    set value = value || ${JSON.stringify(values)}::jsonb, version = version + 1, updated_at = now()
    where name = ${name} and (${version}::int is null or version = ${version})`;
  if (isMerged && name === "policies") await recordPolicies(tx, language);
  return isMerged;
}

/** Records that this shop is no demo shop; false if that is known. Not a save of the group: its version stays. */
export const recordRealShop = (tx: Tx) =>
  isAffected(tx)`
    update settings set value = value || '{"demo": false}'
    where name = 'general' and not value ? 'demo'`;

/** Offers no cash on delivery in a shop whose merchant has not decided on payment methods. Not a save of the group. */
export const withdrawCashOnDelivery = (tx: Tx) =>
  sql`
    update settings set value = '{"cash_on_delivery": false}'::jsonb || value
    where name = 'payments' and version = 1`.execute(tx);

/** Whether the shop was started as a real one before. */
export const isRecordedAsReal = (db: Db) => hasRows(db)`
  select from settings where name = 'general' and value ->> 'demo' = 'false'`;

export interface SecretRow {
  name: string;
  encrypted: Buffer;
}

export const listSecrets = (db: Db | Tx) => listRows<SecretRow>(db)`select name, encrypted from setting_secrets`;

export const upsertSecret = (tx: Tx, name: string, encrypted: Buffer) =>
  sql`
    insert into setting_secrets (name, encrypted) values (${name}, ${encrypted})
    on conflict (name) do update
    set encrypted = excluded.encrypted, updated_at = now()`.execute(tx);

export const deleteSecret = (tx: Tx, name: string) => sql`delete from setting_secrets where name = ${name}`.execute(tx);

export const listImages = (db: Db | Tx, ids: readonly number[]) =>
  listRows<Image>(db)`
    select id, url, alt, width, height, dominant
    from stored_images
    where id = any(${ids}::bigint[])`;
