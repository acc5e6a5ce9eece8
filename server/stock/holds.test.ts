import fc from "fast-check";
import { sql } from "kysely";
import { v7 as uuid } from "uuid";
import { afterEach, expect, test } from "vitest";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { runs } from "#server/testing/properties.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { releaseExpiredHolds } from "./hold-expiry.ts";
import {
  commitShipment,
  getLevels,
  holdStock,
  listStockInconsistencies,
  releaseHold,
  releaseOrderStock,
  reserveStock,
  setOnHand,
  transferHold,
  trimHold,
} from "./stock.ts";

const shop = await openTestShop();
const { app } = shop;
const { db } = app;
const { product } = selling(shop);
const realNow = app.now;
const within = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(db, work);
/** Runs in a transaction without retries: a deadlock fails it. */
const once = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work);
const minutes = 10;
const at = (passed: number) => new Date(Date.now() + passed * 60_000);
const later = (passed: number) => {
  app.now = () => at(passed);
};
const level = async (id: number) => (await getLevels(db, [id])).get(id);

afterEach(async () => {
  app.now = realNow;
  expect(await listStockInconsistencies(db)).toEqual([]);
});

async function cart() {
  const id = uuid();
  await sql`insert into carts (id, guest_hash) values (${id}, ${Buffer.from(id)})`.execute(db);
  return id;
}
const holdUnits = (cartId: string, wanted: [id: number, quantity: number][], now = app.now(), run = within) =>
  run((tx) =>
    holdStock(
      app,
      tx,
      { cartId, now, minutes },
      wanted.map(([variation_id, quantity]) => ({ variation_id, quantity })),
    ),
  );
const heldBy = async (cartId: string) => {
  const { rows } = await sql<{ variation_id: number; quantity: number }>`
    select variation_id, quantity from cart_stock_holds where cart_id = ${cartId} order by variation_id`.execute(db);
  return rows;
};
async function order(variationId: number, quantity: number) {
  const id = uuid();
  const { rows } = await sql<{ id: number }>`
    with o as (
      insert into orders (id, fullname, status, currency, subtotal_amount, shipping_amount, tax_amount, total_amount,
        prices_include_tax, quantity, shipping_address)
      values (${id}, 'T', 'pending_payment', 'EUR', 0, 0, 0, 0, true, ${quantity}, '{}') returning id)
    insert into order_lines (order_id, variation_id, name, thumbnail, quantity, unit_price_amount, tax_rate_ppm,
      tax_amount, total_amount)
    select id, ${variationId}, 'Cup', '', ${quantity}, 0, 0, 0, 0 from o returning id`.execute(db);
  return { id, line: { order_line_id: rows[0]?.id ?? 0, variation_id: variationId, quantity } };
}
/** Whether an order could be placed that releases what its cart holds. */
async function ordered(variationId: number, quantity: number, holder?: string, run = within) {
  const one = await order(variationId, quantity);
  return run(async (tx) => {
    const outcome = await reserveStock(app, tx, one.id, [one.line], { id: holder });
    if (outcome.kind === "short") throw new Error("short");
    return one;
  }).catch((error: Error) => {
    if (error.message !== "short") throw error;
    return undefined;
  });
}

test("Stock: a cart holds what is available, line by line, and each step is a movement", async () => {
  const [variation, mug] = [(await product({ stock: 5 })).id, (await product({ stock: 2 })).id];
  const mine = await cart();
  expect(
    await holdUnits(mine, [
      [variation, 3],
      [mug, 4],
    ]),
  ).not.toBeNull();
  expect(await heldBy(mine)).toEqual([
    { variation_id: variation, quantity: 3 },
    { variation_id: mug, quantity: 2 },
  ]);
  expect(await level(variation)).toMatchObject({ on_hand: 5, reserved: 3, available: 2 });
  await holdUnits(mine, [[variation, 1]]);
  expect(await heldBy(mine)).toEqual([{ variation_id: variation, quantity: 1 }]);
  await holdUnits(mine, []);
  const { rows } = await sql`
    select delta_reserved, reason, ref_type from stock_movements
    where variation_id = ${variation} and delta_reserved <> 0 order by id`.execute(db);
  expect(rows).toEqual([
    { delta_reserved: 3, reason: "reserve", ref_type: "cart" },
    { delta_reserved: -2, reason: "release", ref_type: "cart" },
    { delta_reserved: -1, reason: "release", ref_type: "cart" },
  ]);
  expect(await level(mug)).toMatchObject({ reserved: 0 });
});

test("Stock: returning extends a hold to at most twice its time", async () => {
  const variation = (await product({ stock: 1 })).id;
  const [mine, other] = [await cart(), await cart()];
  const until = async (cartId: string, passed: number) => {
    later(passed);
    const held = await holdUnits(cartId, [[variation, 1]]);
    return held === null ? null : Math.round((Date.parse(held) - Date.now()) / 60_000);
  };
  expect(await until(mine, 0)).toBe(10);
  expect(await until(mine, 6)).toBe(16);
  expect(await until(mine, 12)).toBe(20);
  expect(await until(mine, 19)).toBe(20);
  expect(await until(other, 19)).toBeNull();
  expect(await until(mine, 21)).toBeNull();
  await releaseExpiredHolds(app);
  expect(await until(mine, 22)).toBeNull();
  expect(await until(other, 22)).toBe(32);
  later(33);
  await releaseExpiredHolds(app);
  expect(await until(mine, 33)).toBe(43);
});

test("Stock: expired holds are released once, also by concurrent jobs, and never early", async () => {
  const [variation, mug] = [(await product({ stock: 9 })).id, (await product({ stock: 9 })).id];
  const carts = await Promise.all(Array.from({ length: 6 }, cart));
  for (const one of carts)
    await holdUnits(one, [
      [variation, 1],
      [mug, 1],
    ]);
  later(9);
  await releaseExpiredHolds(app);
  expect(await level(variation)).toMatchObject({ reserved: 6 });
  later(11);
  // More than one run reads at once.
  await Promise.all([1, 2, 3, 4].map(() => releaseExpiredHolds(app, 2)));
  expect([await level(variation), await level(mug)]).toMatchObject([{ reserved: 0 }, { reserved: 0 }]);
  const { rows } = await sql`
    select count(*)::int as releases from stock_movements where variation_id = ${variation} and reason = 'release'`.execute(
    db,
  );
  expect(rows).toEqual([{ releases: 6 }]);
});

test("Stock: a hold that expires while its order is placed is released once", async () => {
  const [variation, mug] = [(await product({ stock: 30 })).id, (await product({ stock: 30 })).id];
  const carts = await Promise.all(Array.from({ length: 12 }, cart));
  for (const one of carts)
    await holdUnits(one, [
      [mug, 1],
      [variation, 2],
    ]);
  later(minutes + 1);
  const jobs = [1, 2, 3].map(() => releaseExpiredHolds(app));
  const orders = await Promise.all(carts.map((one, index) => ordered(index % 2 ? variation : mug, 2, one)));
  await Promise.all(jobs);
  expect(orders.filter(Boolean)).toHaveLength(12);
  expect([await level(variation), await level(mug)]).toMatchObject([{ reserved: 12 }, { reserved: 12 }]);
});

test("Stock: a hold that expires within the minute is released by its own job, unless it was extended", async () => {
  const variation = (await product({ stock: 5 })).id;
  const [mine, other] = [await cart(), await cart()];
  for (const one of [mine, other]) await holdUnits(one, [[variation, 1]], at(-9.5));
  await releaseExpiredHolds(app);
  await holdUnits(other, [[variation, 1]]);
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db);
  later(1);
  await app.jobs.drain();
  expect([await heldBy(mine), await heldBy(other)]).toEqual([[], [{ variation_id: variation, quantity: 1 }]]);
});

test("Stock: only its own order can use what a cart holds", async () => {
  const variation = (await product({ stock: 3 })).id;
  const mine = await cart();
  await holdUnits(mine, [[variation, 3]]);
  expect(await ordered(variation, 1)).toBeUndefined();
  expect(await ordered(variation, 4, mine)).toBeUndefined();
  expect(await heldBy(mine)).toEqual([{ variation_id: variation, quantity: 3 }]);
  expect(await ordered(variation, 2, mine)).toBeDefined();
  expect(await heldBy(mine)).toEqual([]);
  expect(await level(variation)).toMatchObject({ reserved: 2, available: 1 });
});

test("Stock: an order that uses the units its cart held publishes no stock change; released units are published", async () => {
  const variation = (await product({ stock: 3 })).id;
  const mine = await cart();
  await holdUnits(mine, [[variation, 3]]);
  const published: object[] = [];
  app.events.on("stock.changed", async (_tx, { moves }) => {
    published.push(...moves.filter((move) => move.variation_id === variation));
  });
  expect(await ordered(variation, 3, mine)).toBeDefined();
  expect(published).toEqual([]);
  const other = await cart();
  await within((tx) =>
    setOnHand(app, tx, [{ variation_id: variation, on_hand: 6 }], { reason: "adjust", ref: uuid() }),
  );
  await holdUnits(other, [[variation, 3]]);
  published.length = 0;
  expect(await ordered(variation, 1, other)).toBeDefined();
  expect(published).toEqual([{ variation_id: variation, before: 0, after: 2 }]);
});

test("Stock: fifty concurrent holds and orders of three variations oversell nothing and never deadlock", async () => {
  const things = await Promise.all([4, 5, 6].map(async (stock) => (await product({ stock })).id));
  const [one = 0, two = 0, three = 0] = things;
  const carts = await Promise.all(Array.from({ length: 50 }, cart));
  const steps = carts.map(async (mine, index) => {
    const turn = [one, two, three].toSorted((a, b) => ((a * (index + 1)) % 7) - ((b * (index + 1)) % 7));
    const wanted = turn.slice(0, 1 + (index % 3)).map((id): [number, number] => [id, 1]);
    await holdUnits(mine, wanted, app.now(), once);
    if (index % 4 === 0) return ordered(wanted[0]?.[0] ?? 0, 1, mine, once);
    if (index % 4 === 1) return once((tx) => trimHold(app, tx, mine, []));
    if (index % 4 === 2) return once((tx) => releaseHold(app, tx, mine));
    return undefined;
  });
  await Promise.all(steps);
  for (const [index, id] of things.entries()) {
    const { on_hand = 0, reserved = 0 } = (await level(id)) ?? {};
    expect(on_hand).toBe(4 + index);
    expect(reserved).toBeLessThanOrEqual(on_hand);
  }
  later(minutes + 1);
  await releaseExpiredHolds(app);
  const { rows } = await sql`select 1 from stock_hold_units where cart_id = any(${carts}::uuid[])`.execute(db);
  expect(rows).toEqual([]);
});

test("Stock: a cart with a hold can't be deleted, and a hold can't be unlimited", async () => {
  const variation = (await product({ stock: 1 })).id;
  const mine = await cart();
  await holdUnits(mine, [[variation, 1]]);
  await expect(sql`delete from carts where id = ${mine}`.execute(db)).rejects.toThrow(/stock_hold_units/);
  await expect(
    sql`update stock_holds set expires_at = expires_at + interval '1 day' where cart_id = ${mine}`.execute(db),
  ).rejects.toMatchObject({ constraint: "stock_hold_ends" });
  await within((tx) => releaseHold(app, tx, mine));
  await sql`delete from carts where id = ${mine}`.execute(db);
});

test("Stock: after any mix of holds, orders and releases there are no inconsistencies", async () => {
  const steps = fc.array(
    fc.record({
      kind: fc.constantFrom("hold", "keep", "follow", "end", "order", "release", "commit", "count", "time"),
      who: fc.integer({ min: 0, max: 1 }),
      quantity: fc.integer({ min: 0, max: 5 }),
    }),
    { maxLength: 14 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const [variation, mug] = [(await product({ stock: 6 })).id, (await product({ stock: 3 })).id];
      const carts = [await cart(), await cart()];
      let current: Awaited<ReturnType<typeof ordered>>;
      let passed = 0;
      for (const { kind, who, quantity } of sequence) {
        const [mine = "", other = ""] = [carts[who], carts[1 - who]];
        const wanted = [
          { variation_id: mug, quantity: 1 },
          { variation_id: variation, quantity },
        ].filter((one) => one.quantity > 0);
        const now = at(passed);
        const attempt = async () => {
          if (kind === "hold") await within((tx) => holdStock(app, tx, { cartId: mine, now, minutes }, wanted));
          else if (kind === "keep") await within((tx) => trimHold(app, tx, mine, wanted));
          else if (kind === "follow")
            await within((tx) => transferHold(app, tx, { from: other, into: mine, now }, wanted));
          else if (kind === "end") await within((tx) => releaseHold(app, tx, mine, now));
          else if (kind === "order") current = (await ordered(variation, quantity || 1, mine)) ?? current;
          else if (kind === "release") await within((tx) => releaseOrderStock(app, tx, current?.id ?? uuid()));
          else if (kind === "commit" && current) {
            const { line } = current;
            await within((tx) => commitShipment(tx, [{ ...line, quantity: quantity || 1 }], uuid()));
          } else if (kind === "count")
            await within((tx) =>
              setOnHand(app, tx, [{ variation_id: variation, on_hand: quantity + 3 }], {
                reason: "adjust",
                ref: uuid(),
              }),
            );
          else if (kind === "time") passed += quantity * 3;
        };
        await attempt().catch((error: { constraint?: string; code?: string }) => {
          if (error.constraint !== "stock_not_oversold" && error.code !== "ships_too_many") throw error;
        });
        expect((await level(variation))?.available).toBeGreaterThanOrEqual(0);
      }
      expect(await listStockInconsistencies(db)).toEqual([]);
      for (const one of carts) await within((tx) => releaseHold(app, tx, one));
      expect(await level(mug)).toMatchObject({ on_hand: 3, reserved: 0 });
    }),
    { numRuns: runs(15, 200) },
  );
});
