import { expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "#server/testing/shop.ts";
import { openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";

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

test("Ops: a database made with a different version of a migration is an error that explains what to do", async () => {
  const pool = await migratedDatabase();
  await pool.query("update migrations set digest = 'another' where name like '0013%'");
  await expect(migrate(pool)).rejects.toThrow(
    /another version of migrations\/0013_stock\.sql.*start with an empty database/,
  );
});

test("Ops: a database of a newer version is refused, and says what to do", async () => {
  const pool = await migratedDatabase();
  await pool.query("insert into migrations (name, digest) values ('9999_later.sql', 'x')");
  await expect(migrate(pool)).rejects.toThrow(
    /newer version of the shop \(it has 9999_later\.sql\).*Nothing was changed/,
  );
});
