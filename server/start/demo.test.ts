import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { hasProducts } from "#server/catalogue/catalogue.ts";
import { readConfig } from "#server/platform/config.ts";
import { openDatabase } from "#server/platform/database/database.ts";
import { freshDatabase } from "#server/testing/shop.ts";
import { seedDemoShop } from "./demo.ts";

/** A migrated database with one draft product, and a data folder. */
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

test("Ops: a shop that has a product, even a draft, is not filled with the demo data", async () => {
  const { connection, db, dataDir } = await shopWithDraft();
  expect(await hasProducts(db)).toBe(true);
  expect(await seedDemoShop(readConfig({ DATA_DIR: dataDir }, dataDir), connection)).toBe(false);
  expect(await hasProducts(db)).toBe(true);
});

test("Ops: what an interrupted seed left is removed at the next start, and nothing after that", async () => {
  const { connection, db, dataDir } = await shopWithDraft();
  const marker = join(dataDir, "demo.begun");
  writeFileSync(marker, "");
  expect(await seedDemoShop(readConfig({ DATA_DIR: dataDir, SHOP_DEMO: "0" }, dataDir), connection)).toBe(false);
  expect(await hasProducts(db)).toBe(false);
  expect(existsSync(marker)).toBe(false);
});
