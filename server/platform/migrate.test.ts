import { expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "#server/testing/shop.ts";
import { openDatabase } from "./db.ts";
import { migrate } from "./migrate.ts";

async function migrated() {
  const { connection, drop } = await freshDatabase();
  const { pool, close } = openDatabase(connection, { size: 2 });
  onTestFinished(async () => {
    await close();
    await drop();
  });
  return pool;
}

test("Ops: a database that is up to date is left as it is", async () => {
  expect(await migrate(await migrated())).toEqual([]);
});

test("Ops: a database made with other words of a migration is refused with words, not opened", async () => {
  const pool = await migrated();
  await pool.query("update migrations set digest = 'another' where name like '0008%'");
  await expect(migrate(pool)).rejects.toThrow(/another 0008_stock\.sql.*start with an empty database/);
});

test("Ops: a database made before digests were kept is taken as it is", async () => {
  const pool = await migrated();
  await pool.query("alter table migrations drop column digest");
  expect(await migrate(pool)).toEqual([]);
});
