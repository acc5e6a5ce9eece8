import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "#server/testing/shop.ts";
import { type Connection, openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import released from "./released-migrations.fixture.json" with { type: "json" };

async function migratedDatabase() {
  const { connection, drop } = await freshDatabase();
  const { pool, close } = openDatabase(connection, { size: 2 });
  onTestFinished(async () => {
    await close();
    await drop();
  });
  return pool;
}

test("Ops: migrating an up-to-date database runs nothing", async () => {
  expect(await migrate(await migratedDatabase())).toEqual([]);
});

test("Ops: the migrations that shops have run are as they were: a change is a new file", () => {
  const folder = new URL("../../../migrations/", import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql") && name < "0391");
  const digests = files.map((name) => {
    const text = readFileSync(new URL(name, folder), "utf8").replaceAll("\r\n", "\n");
    return [name, createHash("sha256").update(text).digest("hex")];
  });
  expect(Object.fromEntries(digests)).toEqual(released);
});

test("Ops: a database made with a different version of a migration is an error that explains what to do", async () => {
  const pool = await migratedDatabase();
  await pool.query("update migrations set digest = 'another' where name like '0013%'");
  await expect(migrate(pool)).rejects.toThrow(
    /another version of migrations\/0013_stock\.sql.*start with an empty database/,
  );
});

test("Ops: a database that lowers letters as Turkish does is refused: addresses would have two accounts", async () => {
  const { connection, drop } = await freshDatabase();
  const turkish = `${connection.database}_turkish`;
  const { pool, close } = openDatabase(connection, { size: 1 });
  await pool.query(
    `create database "${turkish}" template template0 encoding 'UTF8' locale 'C.UTF-8' locale_provider icu icu_locale 'tr-TR'`,
  );
  onTestFinished(async () => {
    await pool.query(`drop database "${turkish}" with (force)`);
    await close();
    await drop();
  });
  const empty = openDatabase({ ...connection, database: turkish }, { size: 1 });
  await expect(migrate(empty.pool).finally(() => empty.close())).rejects.toThrow(/lower case.*create database/);
});

test("Ops: a database whose tables would be in another schema is refused, and says what to run", async () => {
  const { connection, drop } = await freshDatabase();
  // As `alter database … set search_path` does.
  const elsewhere: Connection & { options: string } = { ...connection, options: "-c search_path=app,public" };
  const { pool, close } = openDatabase(elsewhere, { size: 1 });
  onTestFinished(async () => {
    await close();
    await drop();
  });
  await pool.query("create schema app");
  await expect(migrate(pool)).rejects.toThrow(/schema app.*set search_path = public/);
  // Where it has a shop already, another search_path would show an empty one.
  await pool.query("create table app.migrations (name text)");
  await expect(migrate(pool)).rejects.toThrow(/in the schema app .*alter schema "app" rename to public\. Nothing/);
});

test("Ops: a migration that fails is taken back and named with its reason, and those before it stay", async () => {
  const pool = await migratedDatabase();
  // As if it had not run yet: its table is there already.
  await pool.query("delete from migrations where name like '0135%'");
  await expect(migrate(pool)).rejects.toThrow(
    /could not be migrated \(0135_catalogue\.sql: .*already exists\).*start again/,
  );
  const { rows } = await pool.query("select count(*)::int as count from migrations where name like '0135%'");
  expect(rows).toEqual([{ count: 0 }]);
});

test("Ops: a database of a newer version is refused, and says what to do", async () => {
  const pool = await migratedDatabase();
  await pool.query("insert into migrations (name, digest) values ('9999_later.sql', 'x')");
  await expect(migrate(pool)).rejects.toThrow(
    /newer version of the shop \(it has 9999_later\.sql\).*Nothing was changed/,
  );
});
