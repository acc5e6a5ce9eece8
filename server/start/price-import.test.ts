import { sql } from "kysely";
import { expect, test } from "vitest";
import { upload } from "#server/imports/testing.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop, waitForLocks } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app } = shop;
const { db } = app;
const { bought } = selling(shop);
const { token } = await openAdmin(shop);
const ask = (route: string, body?: object) => shop.ask(route, { token, body });
const read = async (path: string) => (await ask(`GET ${path}`)).body.data;

test("Stock: what is shipped while an import writes prices is not brought back by its undo", async () => {
  const { id, variation } = await bought({ provider: "cod", stock: 10, quantity: 2 });
  await sql`update variations set sku = 'PX-1' where id = ${variation.id}`.execute(db);
  const level = async () =>
    (await sql<{ on_hand: number }>`select on_hand from stock_levels where variation_id = ${variation.id}`.execute(db))
      .rows[0]?.on_hand;
  const content = "sku,price\nPX-1,12.00\n";
  const file = await upload(shop, "/product/admin/upload", { token, name: "prices.csv", content });
  await app.jobs.drain();
  await ask(`POST /imports/${file.id}/confirm`);
  let running: Promise<unknown> | undefined;
  await inTransaction(db, async (tx) => {
    await sql`select from variations where id = ${variation.id} for no key update`.execute(tx);
    running = app.jobs.drain();
    await waitForLocks(db, 1);
    expect((await ask(`POST /orders/${id}/fulfilments`, {})).status).toBe(201);
  });
  await running;
  expect([(await read(`/imports/${file.id}`)).status, await level()]).toEqual(["done", 8]);
  await ask(`POST /imports/${file.id}/undo`);
  await app.jobs.drain();
  expect(await level()).toBe(8);
});
