import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { createAccount, hasUsers } from "#server/accounts/accounts.ts";
import { hasProducts } from "#server/catalogue/catalogue.ts";
import { readConfig } from "#server/platform/config.ts";
import { openDatabase, type Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { createEvents } from "#server/platform/events.ts";
import { listZoneMethods, listZones } from "#server/shipping/shipping.ts";
import { getSettings, listSavedGroups, updateSettings } from "#server/shop/shop.ts";
import { freshDatabase } from "#server/testing/shop.ts";
import { seedDemoShop, seedingLock } from "./demo.ts";

const owner = { email: "owner@shop.example", password: "long enough for a test", role: "admin" } as const;

/** A migrated, empty database and a data folder. */
async function emptyShop() {
  const dataDir = mkdtempSync(join(tmpdir(), "kiosk-demo-"));
  const { connection, drop } = await freshDatabase();
  const database = openDatabase(connection, { size: 1 });
  const { db } = database;
  onTestFinished(async () => {
    await database.close();
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const start = (environment: Record<string, string> = {}) =>
    seedDemoShop(readConfig({ DATA_DIR: dataDir, ...environment }, dataDir), connection);
  return { connection, db, dataDir, start };
}

/** A shop with one draft product. */
async function shopWithDraft() {
  const shop = await emptyShop();
  await sql`
    with type as (insert into product_types (name, slug) values ('Things', 'things') returning id)
    insert into products (product_type_id, name, slug, status, currency)
    select id, 'Half a world', 'half-a-world', 'draft', 'EUR' from type`.execute(shop.db);
  return shop;
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

test.each([
  ["an account", (tx: Tx) => createAccount({ events: createEvents() }, tx, owner)],
  ["a saved group of settings", (tx: Tx) => updateSettings(tx, { address: "Real Street 1" })],
])("6.3.2 a shop without products that has %s gets no demo accounts at a plain start", async (_what, change) => {
  const { db, start } = await emptyShop();
  await inTransaction(db, async (tx) => void (await change(tx)));
  expect(await start()).toBe(false);
  expect(await start({ SHOP_DEMO: "1" })).toBe(false);
  expect(await hasProducts(db)).toBe(false);
});

test("6.3.2 a shop that was started as a real one gets no demo accounts at a later plain start", async () => {
  const { db, start } = await emptyShop();
  expect(await start({ SHOP_DEMO: "0" })).toBe(false);
  expect(await start()).toBe(false);
  expect((await listSavedGroups(db)).size).toBe(0);
});

test("a new real shop has no rates and payment methods its merchant didn't set, one in use keeps what it has", async () => {
  const shop = await emptyShop();
  expect(await listZones(shop.db)).toHaveLength(3);
  await shop.start({ SHOP_DEMO: "0" });
  expect([await listZones(shop.db), await listZoneMethods(shop.db)]).toEqual([[], []]);
  expect((await getSettings(shop.db)).cash_on_delivery).toBe(false);
  expect(await listSavedGroups(shop.db)).toEqual(new Set());
  await sql`insert into shipping_zones (name, countries) values ('Germany', '{DE}')`.execute(shop.db);
  await shop.start({ SHOP_DEMO: "0" });
  expect(await listZones(shop.db)).toHaveLength(1);

  const inUse = await shopWithDraft();
  await inUse.start({ SHOP_DEMO: "0" });
  expect(await listZoneMethods(inUse.db)).toHaveLength(5);
  expect((await getSettings(inUse.db)).cash_on_delivery).toBe(true);
});

test("an account makes a shop a real one too; a zone or method that was changed stays", async () => {
  const { db, start } = await emptyShop();
  await inTransaction(db, async (tx) => void (await createAccount({ events: createEvents() }, tx, owner)));
  await sql`update shipping_methods set version = 2 where name = 'Express' and carrier = 'UPS'`.execute(db);
  await sql`update shipping_zones set version = 2, countries = '{CH}' where name = 'Further away'`.execute(db);
  await start();
  expect((await listZoneMethods(db)).map(({ name, carrier }) => `${name} ${carrier}`)).toEqual(["Express UPS"]);
  expect((await listZones(db)).map(({ name }) => name)).toEqual(["European Union", "Further away"]);
});

test("6.3.2 a shop with a public address is no demo shop unless SHOP_DEMO says so", async () => {
  const { start, db } = await emptyShop();
  expect(await start({ PUBLIC_URL: "https://shop.example" })).toBe(false);
  expect(await hasUsers(db)).toBe(false);
});

test("6.3.2 a start waits while another process seeds the database, and finds a demo shop", async () => {
  const { start, db } = await emptyShop();
  let starting: Promise<boolean> | undefined;
  await db.connection().execute(async (seeding) => {
    await sql`select pg_advisory_lock(${seedingLock})`.execute(seeding);
    starting = start();
    await vi.waitFor(async () => {
      const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted and objid = ${seedingLock}`;
      expect((await waiting.execute(seeding)).rows).toHaveLength(1);
    }, 20_000);
    await sql`update settings set value = '{"demo": true}' where name = 'general'`.execute(seeding);
    await sql`select pg_advisory_unlock(${seedingLock})`.execute(seeding);
  });
  expect(await starting).toBe(true);
  expect(await hasUsers(db)).toBe(false);
});
