import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();

/** Runs `npm run admin` on the database of the shop. */
function createAdministrator(email: string) {
  const { host, port, user } = inject("postgres");
  const { database } = shop.app.database.connection as { database: string };
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  const env = { ...process.env, DATABASE_URL: url, KIOSK_ADMIN_EMAIL: email, KIOSK_ADMIN_PASSWORD: "long enough 1" };
  return promisify(execFile)(process.execPath, ["scripts/admin.mjs"], { env });
}

test("npm run admin creates an administrator who can sign in, once", async () => {
  await createAdministrator("owner@example.com");
  const body = { username: "owner@example.com", password: "long enough 1" };
  expect((await shop.ask("POST /auth/login", { body })).body).toMatchObject({ role: "admin" });
  await expect(createAdministrator("owner@example.com")).rejects.toThrow(/already has an account/);
});

test("npm run admin breaks off no migration, however long it takes", async () => {
  const { db } = shop.app;
  await sql`create table timeouts (statement text, lock text)`.execute(db);
  await sql`
    create function note_timeouts() returns event_trigger language plpgsql as $$
    begin insert into timeouts values (current_setting('statement_timeout'), current_setting('lock_timeout')); end $$`.execute(
    db,
  );
  await sql`create event trigger note_timeouts on ddl_command_start execute function note_timeouts()`.execute(db);
  await createAdministrator("second@example.com");
  const { rows } = await sql<object>`select distinct * from timeouts`.execute(db);
  expect(rows).toEqual([{ statement: "0", lock: "0" }]);
});
