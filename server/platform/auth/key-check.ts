import { sql } from "kysely";
import { type Db, findRow, type Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { StartError } from "#server/platform/start-error.ts";
import { keyId, lossOfKey, type SigningKeys } from "./signing-key.ts";

/**
 * The signing keys with the time of the current one, which is noted. They are compared with the one that this database
 * was used with: if that is the previous one, `reencrypt` encrypts what it encrypted with the current one, so that
 * nothing needs a key before these two. Throws `StartError` if neither is it: what that key signed and encrypted would
 * be lost.
 */
export async function checkSigningKeys(
  db: Db,
  keys: SigningKeys,
  reencrypt: (tx: Tx, keys: SigningKeys) => Promise<void>,
): Promise<SigningKeys> {
  const [id, previousId] = [keyId(keys.current), keys.previous && keyId(keys.previous)];
  await sql`insert into signing_key (id) values (${id}) on conflict do nothing`.execute(db);
  if ((await findKey(db))?.id === previousId)
    await inTransaction(db, async (tx) => {
      // Several processes start at once.
      const known = await findRow<{ id: string }>(tx)`select id from signing_key for update`;
      if (known?.id !== previousId) return;
      await reencrypt(tx, keys);
      await noteSigningKey(tx, keys.current);
    });
  const known = await findKey(db);
  if (known?.id === id) return { ...keys, since: new Date(Date.now() - known.age_ms) };
  throw new StartError(
    "This database was used with another signing key than SIGNING_KEY or DATA_DIR/signing.key. Restore that key: " +
      `${lossOfKey} If it is lost for good, run npm run rotate-key -- --lost. Nothing was changed.`,
  );
}

/** The key of this database, and for how long by its clock. */
const findKey = (db: Db) =>
  findRow<{ id: string; age_ms: number }>(db)`
    select id, (extract(epoch from clock_timestamp() - since) * 1000)::float8 as age_ms from signing_key`;

/** Notes the key that this database is used with from now on. */
export const noteSigningKey = (db: Db | Tx, key: Uint8Array) =>
  sql`update signing_key set id = ${keyId(key)}, since = clock_timestamp()`.execute(db);
