// `npm run admin`: makes an administrator of a real shop. Asks for e-mail and password, or takes them from
// KIOSK_ADMIN_EMAIL and KIOSK_ADMIN_PASSWORD.
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { prepare } from "./prepare.mjs";
import { Problem, telling } from "./problem.mjs";

await telling(async () => {
  await prepare({ build: false });
  const { readConfig } = await import("../server/platform/config.ts");
  const config = told(readConfig);
  const { Registration } = await import("../contract/accounts.ts");
  const asked = Registration.safeParse(await ask());
  if (!asked.success) throw new Problem(asked.error.issues.map((issue) => issue.message).join(" "));
  const { email, password } = asked.data;
  const database = await reach(config);
  try {
    await makeAdministrator(database.connection, { email, password });
    console.log(`${email} is an administrator now. Sign in at the shop with this e-mail and password.`);
  } finally {
    await database.stop();
  }
});

/** An external database, or the shop's own, started for as long as this takes. */
async function reach(config) {
  if (config.databaseUrl) return { connection: { connectionString: config.databaseUrl }, stop: async () => {} };
  const { startEmbedded } = await import("../server/platform/postgres/embedded.ts");
  try {
    return await startEmbedded({ dataDir: config.dataDir, say: console.log });
  } catch (error) {
    const hint = /already running/.test(error.message)
      ? "\nThis shop's database belongs to the running shop: stop the shop, make the administrator, start it again."
      : "";
    throw new Problem(error.message + hint);
  }
}

async function makeAdministrator(connection, { email, password }) {
  const { openDatabase } = await import("../server/platform/database/database.ts");
  const { migrate } = await import("../server/platform/database/migrate.ts");
  const { announcer } = await import("../server/platform/events.ts");
  const { inTransaction } = await import("../server/platform/database/transaction.ts");
  const { makeAccount } = await import("../server/accounts/accounts.ts");
  const { problemOf } = await import("../server/platform/http/problem.ts");
  const { db, pool, close } = openDatabase(connection, { size: 2 });
  const app = { events: announcer() };
  try {
    await migrate(pool);
    await inTransaction(db, (tx) => makeAccount(app, tx, { email, password, role: "admin" }));
  } catch (error) {
    const problem = problemOf(error);
    if (problem?.code === "username_taken") throw new Problem(`${email} already has an account in this shop.`);
    if (problem) throw new Problem(`The database cannot be reached: ${error.message}`);
    throw error;
  } finally {
    await close();
  }
}

async function ask() {
  const { KIOSK_ADMIN_EMAIL: email, KIOSK_ADMIN_PASSWORD: password } = process.env;
  if (email && password) return { email, password };
  if (!process.stdin.isTTY)
    throw new Problem("Set KIOSK_ADMIN_EMAIL and KIOSK_ADMIN_PASSWORD, or run this in a terminal.");
  // What is typed as the password is read but not shown.
  const shown = { quiet: false };
  const output = new Writable({
    write: (part, _encoding, done) => {
      if (!shown.quiet) process.stdout.write(part);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  try {
    const typedEmail = email ?? (await terminal.question("E-mail of the administrator: "));
    const typing = terminal.question("Password (at least 8 characters): ");
    shown.quiet = true;
    const typed = await typing;
    process.stdout.write("\n");
    return { email: typedEmail.trim(), password: typed };
  } catch (error) {
    if (error.name === "AbortError") throw new Problem("Nothing was made.");
    throw error;
  } finally {
    terminal.close();
  }
}

/** The answer of something that may end in words for the operator. */
function told(work) {
  try {
    return work();
  } catch (error) {
    throw new Problem(error.message);
  }
}
