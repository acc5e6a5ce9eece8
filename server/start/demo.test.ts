import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { hasProducts } from "#server/catalogue/catalogue.ts";
import { readConfig } from "#server/platform/config.ts";
import { openDatabase } from "#server/platform/database/database.ts";
import { freshDatabase } from "#server/testing/shop.ts";
import { seedWhenWanted } from "./demo.ts";

/** A migrated database with one product that nobody sees yet, and the settings of a shop that may be filled. */
async function shopWithDraft() {
  const dataDir = mkdtempSync(join(tmpdir(), "kiosk-demo-"));
  const { connection, drop } = await freshDatabase();
  const database = openDatabase(connection, { size: 1 });
  const { db } = database;
  onTestFinished(async () => {
    await database.close();
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  await sql`
    with type as (insert into product_types (name, slug) values ('Things', 'things') returning id)
    insert into products (product_type_id, name, slug, status, currency)
    select id, 'Half a world', 'half-a-world', 'draft', 'EUR' from type`.execute(db);
  return { connection, db, dataDir };
}

test("Ops: a shop that has a product, even one nobody sees yet, is not filled with the demo world", async () => {
  const { connection, db, dataDir } = await shopWithDraft();
  expect(await hasProducts(db)).toBe(true);
  expect(await seedWhenWanted(readConfig({ DATA_DIR: dataDir }, dataDir), connection)).toBe(false);
  expect(await hasProducts(db)).toBe(true);
});

test("Ops: half a demo world that was cut off is cleared away at the next start, and nothing after that", async () => {
  const { connection, db, dataDir } = await shopWithDraft();
  const begun = join(dataDir, "demo.begun");
  writeFileSync(begun, "");
  expect(await seedWhenWanted(readConfig({ DATA_DIR: dataDir, SHOP_DEMO: "0" }, dataDir), connection)).toBe(false);
  expect(await hasProducts(db)).toBe(false);
  expect(existsSync(begun)).toBe(false);
});
