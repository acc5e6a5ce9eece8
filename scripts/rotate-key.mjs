// npm run rotate-key: replaces the shop's signing key without signing anybody out, and encrypts saved secrets with the new one.
// With --lost: the key of this database is lost, and the present one is used from now on.
import { randomBytes } from "node:crypto";
import { connect } from "./admin-database.mjs";
import { exitOnProblem, Problem } from "./process.mjs";
import { setUp } from "./setup.mjs";

await exitOnProblem(async () => {
  await setUp({ build: false });
  const { readConfig } = await import("../server/platform/config.ts");
  const config = readConfig();
  const database = await connect(config);
  try {
    await (process.argv.includes("--lost") ? acceptLoss : rotate)(config, database.connection);
  } finally {
    await database.stop();
  }
});

async function rotate(config, connection) {
  const { loadSigningKeys, replaceKey } = await import("../server/platform/auth/signing-key.ts");
  const { checkSigningKeys, noteSigningKey } = await import("../server/platform/auth/key-check.ts");
  const { inTransaction } = await import("../server/platform/database/transaction.ts");
  const { reencrypt } = await import("../server/app.ts");
  const keys = loadSigningKeys(config);
  const fresh = randomBytes(32);
  await withDatabase(connection, async (db) => {
    await assertStopped(db);
    await checkSigningKeys(db, keys, reencrypt);
    // First, so that nothing needs a key before the present one.
    await inTransaction(db, (tx) => reencrypt(tx, keys));
    // With a key of the environment, the next start does the rest.
    if (config.signingKey) return;
    replaceKey(config.dataDir, keys, fresh);
    await inTransaction(db, async (tx) => {
      await reencrypt(tx, { current: fresh, previous: keys.current });
      await noteSigningKey(tx, fresh);
    });
  });
  const text = (key) => Buffer.from(key).toString("base64");
  console.log(
    config.signingKey
      ? "Set these on every machine, then start the shop again. The first start encrypts what is saved with the new key.\n" +
          `SIGNING_KEY=${text(fresh)}\nSIGNING_KEY_PREVIOUS=${text(keys.current)}`
      : "The signing key is a new one; the one before it stays valid for 15 minutes. Start the shop again.",
  );
}

/** A running shop has the present key in memory: what it is asked to decrypt next would be of another one. */
async function assertStopped(db) {
  const { countListeners } = await import("../server/platform/cache/invalidation-barrier.ts");
  if ((await countListeners(db)) > 0)
    throw new Problem("The shop is running. Stop it on every machine, run this command, then start it again.");
}

async function acceptLoss(config, connection) {
  const { loadSigningKeys } = await import("../server/platform/auth/signing-key.ts");
  const { noteSigningKey } = await import("../server/platform/auth/key-check.ts");
  await withDatabase(connection, async (db) => {
    await assertStopped(db);
    await noteSigningKey(db, loadSigningKeys(config).current);
  });
  console.log(
    "The shop starts with the present key. Sign in with a recovery code where two-factor authentication is on.",
  );
}

/** Runs work with the migrated database. */
async function withDatabase(connection, work) {
  const { openDatabase } = await import("../server/platform/database/database.ts");
  const { migrateDatabase } = await import("../server/start/database.ts");
  await migrateDatabase(connection);
  const { db, close } = openDatabase(connection, { size: 2, timeoutMs: 0 });
  try {
    await work(db);
  } catch (error) {
    throw error.name === "StartError" ? new Problem(error.message) : error;
  } finally {
    await close();
  }
}
