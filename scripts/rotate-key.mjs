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
  const keys = loadSigningKeys(config);
  const fresh = randomBytes(32);
  await withDatabase(connection, async (db, reencrypt) => {
    await checkSigningKeys(db, keys);
    // First, so that nothing needs a key before the present one.
    await reencrypt(keys);
    if (config.signingKey) return;
    replaceKey(config.dataDir, keys, fresh);
    await reencrypt({ current: fresh, previous: keys.current });
    await noteSigningKey(db, fresh);
  });
  const text = (key) => Buffer.from(key).toString("base64");
  console.log(
    config.signingKey
      ? `Set these on every machine, then start the shop again:\nSIGNING_KEY=${text(fresh)}\nSIGNING_KEY_PREVIOUS=${text(keys.current)}`
      : "The signing key is a new one; the one before it stays valid. Start the shop again.",
  );
}

async function acceptLoss(config, connection) {
  const { loadSigningKeys } = await import("../server/platform/auth/signing-key.ts");
  const { noteSigningKey } = await import("../server/platform/auth/key-check.ts");
  await withDatabase(connection, (db) => noteSigningKey(db, loadSigningKeys(config).current));
  console.log(
    "The shop starts with the present key. Sign in with a recovery code where two-factor authentication is on.",
  );
}

/** Runs work with the database and what encrypts all saved secrets with the current one of some keys. */
async function withDatabase(connection, work) {
  const { openDatabase } = await import("../server/platform/database/database.ts");
  const { migrateDatabase } = await import("../server/start/database.ts");
  const { inTransaction } = await import("../server/platform/database/transaction.ts");
  const { reencryptSecrets } = await import("../server/shop/shop.ts");
  const { reencryptTwoFactor } = await import("../server/accounts/accounts.ts");
  await migrateDatabase(connection);
  const { db, close } = openDatabase(connection, { size: 2, timeoutMs: 0 });
  const reencrypt = (keys) =>
    inTransaction(db, async (tx) => {
      await reencryptSecrets(tx, keys);
      await reencryptTwoFactor(tx, keys);
    });
  try {
    await work(db, reencrypt);
  } catch (error) {
    throw error.name === "StartError" ? new Problem(error.message) : error;
  } finally {
    await close();
  }
}
