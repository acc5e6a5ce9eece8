import { sql } from "kysely";
import { type Db, findRow } from "#server/platform/database/database.ts";
import { StartError } from "#server/platform/start-error.ts";
import { keyId, lossOfKey, type SigningKeys } from "./signing-key.ts";

/**
 * Compares the signing keys with the one that this database was used with, and notes the current one. Throws `StartError`
 * if neither is it: what that key signed and encrypted would be lost.
 */
export async function checkSigningKeys(db: Db, { current, previous }: SigningKeys): Promise<void> {
  await sql`insert into signing_key (id) values (${keyId(current)}) on conflict do nothing`.execute(db);
  const known = (await findRow<{ id: string }>(db)`select id from signing_key`)?.id;
  if (known === keyId(current)) return;
  if (previous && known === keyId(previous)) return void (await noteSigningKey(db, current));
  throw new StartError(
    "This database was used with another signing key than SIGNING_KEY or DATA_DIR/signing.key. Restore that key: " +
      `${lossOfKey} If it is lost for good, run npm run rotate-key -- --lost. Nothing was changed.`,
  );
}

/** Notes the key that this database is used with from now on. */
export const noteSigningKey = (db: Db, key: Uint8Array) =>
  sql`update signing_key set id = ${keyId(key)}, since = now()`.execute(db);
