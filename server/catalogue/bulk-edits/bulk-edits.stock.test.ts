import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop, waitForLocks } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { product, fill, order, pay, actAs } = selling(shop);
const { token } = await openAdmin(shop);

test("A bulk edit that adds units keeps what is shipped meanwhile", async () => {
  const [first, shipped] = [await product({ stock: 20 }), await product({ stock: 20 })];
  const brand: string = randomUUID();
  await sql`update products set brand = ${brand} where id in (${first.productId}, ${shipped.productId})`.execute(
    app.db,
  );
  const onHand = async () => {
    const query = sql<{ on_hand: number }>`select on_hand from stock_levels where variation_id = ${shipped.id}`;
    return (await query.execute(app.db)).rows[0]?.on_hand;
  };
  /** Ships two units while a job waits for the stock of the first product. */
  const shipDuring = async (job: () => Promise<unknown>) => {
    const buyer = await shop.person();
    await fill(buyer, shipped.id, 2);
    const { id } = (await order(buyer)).body.data;
    await pay(buyer, id);
    await job();
    let running: Promise<unknown> | undefined;
    await inTransaction(app.db, async (tx) => {
      await sql`select from stock_levels where variation_id = ${first.id} for update`.execute(tx);
      running = app.jobs.drain();
      await waitForLocks(app.db, 1);
      expect((await actAs({ token })(id, "fulfilments")).status).toBe(201);
    });
    await running;
  };
  const body = { filters: { brand }, change: { kind: "stock", by: "add", units: 10 } };
  await shipDuring(() => ask("POST /product/admin/bulk-edits", { token, body }));
  expect(await onHand()).toBe(28);
  // So does its undo.
  const more = { filters: { brand }, change: { kind: "stock", by: "set", units: 33 } };
  const { id } = (await ask("POST /product/admin/bulk-edits", { token, body: more })).body.data;
  await app.jobs.drain();
  expect(await onHand()).toBe(33);
  await shipDuring(() => ask(`POST /product/admin/bulk-edits/${id}/undo`, { token }));
  expect(await onHand()).toBe(26);
});
