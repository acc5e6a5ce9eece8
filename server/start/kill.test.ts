import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openApp } from "#server/app.ts";
import { readConfig } from "#server/platform/config.ts";
import { crowd } from "#server/testing/crowd.ts";
import { checkCrowd } from "#server/testing/crowd-checks.ts";
import { finishAndCheck, killRepeatedly, type Round, withDatabase } from "#server/testing/kills.ts";
import { selling } from "#server/testing/selling.ts";
import type { TestShop } from "#server/testing/shop.ts";
import { type ShopProcess, startShopProcess } from "#server/testing/shop-process.ts";

const plenty = 10_000;
const scarce = 7;

test("C11 no acknowledged order or payment is lost when shop and database are killed", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "kiosk-kill-"));
  const open = () =>
    startShopProcess("server/start/shop-process.fixture.ts", { DATA_DIR: dataDir, LOG_LEVEL: "fatal" });
  let shop = await open();
  try {
    const variations = await stocked(shop, dataDir);
    const customers = crowd(4, variations);
    const rounds: Round[] = [];
    const killing = killRepeatedly({ first: shop, open: async () => (shop = await open()), crowd: customers }, [
      "server",
      "database",
      "server and database",
    ]);
    for await (const round of killing) rounds.push(round);
    expect(rounds).toMatchObject([
      { kind: "server", broken: [] },
      { kind: "database", broken: [] },
      { kind: "server and database", broken: [] },
    ]);
    // As if the time had passed after which a cut-off request or job counts as ended.
    await withDatabase(shop, async ({ db }) => {
      await sql`update idempotency_keys set locked_until = now() where status_code is null`.execute(db);
      await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour' where locked_at is not null`.execute(
        db,
      );
      await sql`delete from job_runners`.execute(db);
    });
    expect(await finishAndCheck(shop, customers)).toEqual([]);
    expect(customers.waiting()).toBe(0);
    expect(customers.log.orders.size).toBeGreaterThanOrEqual(2);
    expect([...customers.log.orders.values()].filter(({ paymentId }) => !paymentId)).toEqual([]);
    expect(customers.log.repeats).toBeGreaterThan(0);

    const [id, cartId, paymentId] = [randomUUID(), randomUUID(), randomUUID()];
    customers.log.orders.set(id, { id, number: 1, total: 100, cartId, paymentId });
    expect(await withDatabase(shop, ({ db }) => checkCrowd(db, customers))).toEqual([
      "order 1 is there 0 times as acknowledged",
      `the payment of order ${id} is lost, the order lost`,
    ]);
  } finally {
    await shop.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 600_000);

/** Three products: much stock of two, little of one. */
async function stocked(process: ShopProcess, dataDir: string): Promise<number[]> {
  const shop = await openApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "fatal" }, dataDir), process.connection());
  try {
    const { product } = selling({ app: shop.app } as TestShop);
    const made = [await product({ stock: plenty }), await product({ stock: plenty }), await product({ stock: scarce })];
    return made.map(({ id }) => id);
  } finally {
    await shop.close();
  }
}
