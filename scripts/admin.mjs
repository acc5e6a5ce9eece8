// npm run admin: creates an administrator. Prompts for email and password, or reads them from KIOSK_ADMIN_EMAIL and
// KIOSK_ADMIN_PASSWORD.
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { connect } from "./admin-database.mjs";
import { exitOnProblem, Problem } from "./process.mjs";
import { setUp } from "./setup.mjs";

await exitOnProblem(async () => {
  await setUp({ build: false });
  const { readConfig } = await import("../server/platform/config.ts");
  const config = readOrFail(readConfig);
  const { Registration } = await import("../contract/accounts/accounts.ts");
  const parsed = Registration.safeParse(await readCredentials());
  if (!parsed.success) throw new Problem(parsed.error.issues.map((issue) => issue.message).join(" "));
  const { email, password } = parsed.data;
  const database = await connect(config);
  try {
    await createAdministrator(database.connection, { email, password });
    console.log(`${email} is an administrator now. Sign in at the shop with this e-mail and password.`);
  } finally {
    await database.stop();
  }
});

async function createAdministrator(connection, { email, password }) {
  const { openDatabase } = await import("../server/platform/database/database.ts");
  const { migrateDatabase } = await import("../server/start/database.ts");
  const { createEvents } = await import("../server/platform/events.ts");
  const { inTransaction } = await import("../server/platform/database/transaction.ts");
  const { createAccount } = await import("../server/accounts/accounts.ts");
  const { assertUncommonPassword } = await import("../server/accounts/passwords.ts");
  const { toProblem } = await import("../server/platform/http/problem.ts");
  await migrateDatabase(connection);
  const { db, close } = openDatabase(connection, { size: 2 });
  const app = { events: createEvents() };
  try {
    assertUncommonPassword(password, [email]);
    await inTransaction(db, (tx) => createAccount(app, tx, { email, password, role: "admin" }));
  } catch (error) {
    const problem = toProblem(error);
    if (problem?.code === "username_taken") throw new Problem(`${email} already has an account in this shop.`);
    if (problem?.errors) throw new Problem(problem.errors[0].message);
    if (problem) throw new Problem(`The database cannot be reached: ${error.message}`);
    throw error;
  } finally {
    await close();
  }
}

async function readCredentials() {
  const { KIOSK_ADMIN_EMAIL: email, KIOSK_ADMIN_PASSWORD: password } = process.env;
  if (email && password) return { email, password };
  if (!process.stdin.isTTY)
    throw new Problem("Set KIOSK_ADMIN_EMAIL and KIOSK_ADMIN_PASSWORD, or run this in a terminal.");
  let isHidden = false;
  const output = new Writable({
    write: (part, _encoding, done) => {
      if (!isHidden) process.stdout.write(part);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  try {
    const typedEmail = email ?? (await terminal.question("E-mail of the administrator: "));
    const question = terminal.question("Password (at least 8 characters): ");
    isHidden = true;
    const typedPassword = await question;
    process.stdout.write("\n");
    return { email: typedEmail.trim(), password: typedPassword };
  } catch (error) {
    if (error.name === "AbortError") throw new Problem("Nothing was made.");
    throw error;
  } finally {
    terminal.close();
  }
}

/** Turns an error of `work` into a Problem with its message. */
function readOrFail(work) {
  try {
    return work();
  } catch (error) {
    throw new Problem(error.message);
  }
}
