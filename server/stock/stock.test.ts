import fc from "fast-check";
import { sql } from "kysely";
import { v7 as uuid } from "uuid";
import { expect, test, vi } from "vitest";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { runs } from "#server/testing/properties.ts";
import { openTestShop, waitForLocks } from "#server/testing/shop.ts";
import { lockLevels } from "./stock.sql.ts";
import {
  commitShipment,
  getLevels,
  listCountedSince,
  listStockInconsistencies,
  releaseLineUnits,
  releaseOrderStock,
  reserveLineUnitsAgain,
  reserveStock,
  setOnHand,
} from "./stock.ts";

const { app } = await openTestShop();
const { db } = app;

/** A variation with `onHand` units, and an order line that wants some of it. */
async function variation(onHand: number) {
  const { rows } = await sql<{ id: number }>`
    with kind as (insert into product_types (name, slug) values (${uuid()}, ${uuid()}) returning id),
    product as (
      insert into products (slug, name, product_type_id, currency)
      select ${uuid()}, 'Cup', id, 'EUR' from kind
      returning id
    )
    insert into variations (product_id, price_amount) select id, 1000 from product returning id`.execute(db);
  const id = rows[0]?.id ?? 0;
  await inTransaction(db, (tx) =>
    setOnHand(app, tx, [{ variation_id: id, on_hand: onHand }], { reason: "receipt", ref: uuid() }),
  );
  return id;
}

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

const held = async (id: number) => (await getLevels(db, [id])).get(id);

test("Stock: fifty concurrent orders reserve one unit once", async () => {
  const id = await variation(1);
  const orders = await Promise.all(Array.from({ length: 50 }, () => order(id, 1)));
  const outcomes = await Promise.all(
    orders.map((one) =>
      inTransaction(db, async (tx) => {
        const outcome = await reserveStock(app, tx, one.id, [one.line]);
        if (outcome.kind === "short") throw new Error("short");
        return "held";
      }).catch((error: Error) => error.message),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === "held")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "short")).toHaveLength(49);
  expect(await held(id)).toMatchObject({ on_hand: 1, reserved: 1, available: 0 });
});

test("Stock: short lines are returned with what is available, and nothing is reserved", async () => {
  const [plenty, few] = [await variation(10), await variation(2)];
  const one = await order(plenty, 3);
  const other = await order(few, 3);
  const outcome = await inTransaction(db, async (tx) => {
    throw await reserveStock(app, tx, one.id, [one.line, other.line]);
  }).catch((thrown: unknown) => thrown);
  expect(outcome).toEqual({ kind: "short", short: [{ variation_id: few, available: 2 }] });
  expect(await held(plenty)).toMatchObject({ reserved: 0 });
});

test("Stock: a release happens once, and the order can be reserved again afterwards", async () => {
  const id = await variation(5);
  const one = await order(id, 4);
  for (const step of [reserveStock, releaseOrderStock, releaseOrderStock, reserveStock] as const) {
    await inTransaction(db, async (tx) => void (await (step as typeof reserveStock)(app, tx, one.id, [one.line])));
  }
  expect(await held(id)).toMatchObject({ on_hand: 5, reserved: 4 });
  expect(await listStockInconsistencies(db)).not.toContainEqual(expect.objectContaining({ variation_id: id }));
});

test("Fulfilment: shipping deducts on-hand units; more than reserved is refused", async () => {
  const id = await variation(5);
  const one = await order(id, 3);
  await inTransaction(db, async (tx) => void (await reserveStock(app, tx, one.id, [one.line])));
  const ship = (quantity: number) =>
    inTransaction(db, (tx) => commitShipment(tx, [{ order_line_id: one.line.order_line_id, quantity }], uuid()));
  await ship(2);
  expect(await held(id)).toMatchObject({ on_hand: 3, reserved: 1 });
  await expect(ship(2)).rejects.toMatchObject({ code: "ships_too_many" });
  await ship(1);
  expect(await held(id)).toMatchObject({ on_hand: 2, reserved: 0 });
});

test("Stock: on-hand can't be set below reserved units", async () => {
  const id = await variation(5);
  const one = await order(id, 3);
  await inTransaction(db, async (tx) => void (await reserveStock(app, tx, one.id, [one.line])));
  const count = inTransaction(db, (tx) =>
    setOnHand(app, tx, [{ variation_id: id, on_hand: 2 }], { reason: "adjust", ref: uuid() }),
  );
  await expect(count).rejects.toMatchObject({ constraint: "stock_not_oversold" });
});

test("Stock: four concurrent first counts of a stock level leave movements that sum to it", async () => {
  const { rows } = await sql<{ id: number }>`
    with kind as (insert into product_types (name, slug) values (${uuid()}, ${uuid()}) returning id),
    product as (
      insert into products (slug, name, product_type_id, currency)
      select ${uuid()}, 'Cup', id, 'EUR' from kind
      returning id
    )
    insert into variations (product_id, price_amount) select id, 1000 from product returning id`.execute(db);
  const id = rows[0]?.id ?? 0;
  const count = (units: number) =>
    inTransaction(db, (tx) =>
      setOnHand(app, tx, [{ variation_id: id, on_hand: units }], { reason: "receipt", ref: uuid() }),
    );
  await Promise.all([1, 2, 3, 4].map(count));
  expect(await listStockInconsistencies(db)).toEqual([]);
  expect([1, 2, 3, 4]).toContain((await held(id))?.on_hand);
});

test("Stock: backordered units are released and reserved again one by one", async () => {
  const id = await variation(2);
  const { id: orderId, line } = await order(id, 5);
  const some = (quantity: number) => [{ ...line, quantity }];
  const within = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(db, work);
  const take = () => within((tx) => reserveStock(app, tx, orderId, [{ ...line, on_backorder: true }]));
  expect(await take()).toEqual({ kind: "reserved" });
  await within((tx) => releaseOrderStock(app, tx, orderId));
  expect(await held(id)).toMatchObject({ on_hand: 2, reserved: 0 });
  expect(await take()).toEqual({ kind: "reserved" });
  await within((tx) => releaseLineUnits(app, tx, some(4)));
  expect(await held(id)).toMatchObject({ on_hand: 2, reserved: 1 });
  expect(await within((tx) => reserveLineUnitsAgain(app, tx, some(4)))).toBe(true);
  expect(await held(id)).toMatchObject({ on_hand: 2, reserved: 2 });
  await expect(within((tx) => commitShipment(tx, some(6), "too many"))).rejects.toMatchObject({
    code: "ships_too_many",
  });
  await within((tx) => commitShipment(tx, some(5), "all"));
  expect(await held(id)).toMatchObject({ on_hand: 0, reserved: 0 });
  expect(await listStockInconsistencies(db)).toEqual([]);
});

test("Stock: after any mix of steps there are no inconsistencies", async () => {
  const steps = fc.array(
    fc.record({
      kind: fc.constantFrom("reserve", "release", "commit", "count"),
      quantity: fc.integer({ min: 1, max: 6 }),
    }),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const id = await variation(8);
      let current = await order(id, 2);
      for (const { kind, quantity } of sequence) {
        const attempt = inTransaction(db, async (tx) => {
          if (kind === "reserve") {
            current = await order(id, quantity);
            const outcome = await reserveStock(app, tx, current.id, [current.line]);
            if (outcome.kind === "short") throw new Error("short");
          } else if (kind === "release") await releaseOrderStock(app, tx, current.id);
          else if (kind === "commit")
            await commitShipment(tx, [{ order_line_id: current.line.order_line_id, quantity }], uuid());
          else
            await setOnHand(app, tx, [{ variation_id: id, on_hand: quantity + 4 }], {
              reason: "adjust",
              ref: uuid(),
            });
        });
        await attempt.catch(() => undefined);
      }
      const level = await held(id);
      expect(level?.reserved).toBeLessThanOrEqual(level?.on_hand ?? 0);
      expect((await listStockInconsistencies(db)).filter((row) => row.variation_id === id)).toEqual([]);
    }),
    { numRuns: runs(15, 200) },
  );
});

/** Updates a stock level until its row is stored after another's, as in a busy shop. */
async function storeAfter(id: number, other: number) {
  const lie = sql<{ id: number }>`
    select variation_id as id from stock_levels where variation_id in (${id}, ${other}) order by ctid`;
  await vi.waitFor(async () => {
    await sql`update stock_levels set version = version + 1 where variation_id = ${id}`.execute(db);
    expect((await lie.execute(db)).rows).toEqual([{ id: other }, { id }]);
  }, 20_000);
}

test.each(["ordering", "counting"])(
  "Stock: %s locks stock levels in one order, wherever their rows are: while waiting for the first it has not locked the second",
  async (which) => {
    const [first, second] = [await variation(5), await variation(5)];
    await storeAfter(first, second);
    const one = await order(first, 1);
    const { rows } = await sql<{ id: number }>`
      insert into order_lines (order_id, variation_id, name, thumbnail, quantity, unit_price_amount, tax_rate_ppm,
        tax_amount, total_amount)
      values (${one.id}, ${second}, 'Cup', '', 1, 0, 0, 0, 0) returning id`.execute(db);
    const lines = [one.line, { order_line_id: rows[0]?.id ?? 0, variation_id: second, quantity: 1 }];
    const counts = [first, second].map((variation_id) => ({ variation_id, on_hand: 7 }));
    const take = (tx: Tx): Promise<unknown> =>
      which === "ordering"
        ? reserveStock(app, tx, one.id, lines)
        : setOnHand(app, tx, counts, { reason: "adjust", ref: uuid() });
    let late: Promise<unknown> = Promise.resolve();
    await inTransaction(db, async (tx) => {
      await lockLevels(tx, [first]);
      late = inTransaction(db, async (waiting) => {
        // The database may read rows by an index or in their stored order; here the latter.
        for (const how of ["enable_indexscan = off", "enable_bitmapscan = off", "plan_cache_mode = force_custom_plan"])
          await sql`set local ${sql.raw(how)}`.execute(waiting);
        await take(waiting);
      });
      await waitForLocks(db, 1);
      await sql`select from stock_levels where variation_id = ${second} for update nowait`.execute(tx);
    });
    await late;
    for (const id of [first, second])
      expect(await held(id)).toMatchObject(which === "ordering" ? { reserved: 1 } : { on_hand: 7 });
  },
);

test("Stock: each change emits the available stock before and after it", async () => {
  const id = await variation(10);
  const moves: { before: number; after: number }[] = [];
  app.events.on("stock.changed", async (_, changed) => {
    for (const { variation_id, before, after } of changed.moves) if (variation_id === id) moves.push({ before, after });
  });
  const [first, second, third] = [await order(id, 2), await order(id, 3), await order(id, 6)];
  const reserve = ({ id: orderId, line }: typeof first) =>
    inTransaction(db, (tx) => reserveStock(app, tx, orderId, [line]));
  await reserve(first);
  await reserve(second);
  expect(await reserve(third)).toEqual({ kind: "short", short: [{ variation_id: id, available: 5 }] });
  await inTransaction(db, (tx) => commitShipment(tx, [{ ...second.line, quantity: 1 }], uuid()));
  await inTransaction(db, (tx) => releaseOrderStock(app, tx, second.id));
  const count = (on_hand: number, on_hand_was?: number) =>
    inTransaction(db, (tx) =>
      setOnHand(app, tx, [{ variation_id: id, on_hand, on_hand_was }], { reason: "adjust", ref: uuid() }),
    );
  await count(20);
  await count(21, 25);
  await count(16);
  expect(await held(id)).toMatchObject({ on_hand: 16, reserved: 2, available: 14 });
  expect(moves).toEqual([
    { before: 10, after: 8 },
    { before: 8, after: 5 },
    { before: 5, after: 7 },
    { before: 7, after: 18 },
    { before: 18, after: 14 },
  ]);
  const { rows } = await sql<{ reason: string }>`
    select reason from stock_movements where variation_id = ${id} order by id`.execute(db);
  expect(rows.map(({ reason }) => reason)).toEqual([
    "receipt",
    "reserve",
    "reserve",
    "commit",
    "release",
    "adjust",
    "adjust",
  ]);
});

test("Stock: a whole shipment ends its reservation, a part of it does not", async () => {
  const id = await variation(5);
  const { id: orderId, line } = await order(id, 3);
  await inTransaction(db, (tx) => reserveStock(app, tx, orderId, [line]));
  const state = async () =>
    (await sql<{ state: string }>`select state from stock_reservations where order_id = ${orderId}`.execute(db)).rows;
  for (const [quantity, expected] of [
    [1, "active"],
    [2, "committed"],
  ] as const) {
    await inTransaction(db, (tx) => commitShipment(tx, [{ ...line, quantity }], uuid()));
    expect(await state()).toEqual([{ state: expected }]);
  }
  await inTransaction(db, (tx) => releaseOrderStock(app, tx, orderId));
  expect(await held(id)).toMatchObject({ on_hand: 2, reserved: 0 });
});

test("Stock: the variations counted or corrected since a time, of those asked for", async () => {
  const ids = [await variation(5), await variation(5), await variation(5), await variation(5)] as const;
  const [received, adjusted, corrected, imported] = ids;
  const count = (id: number, reason: "adjust" | "correction" | "import") =>
    inTransaction(db, (tx) => setOnHand(app, tx, [{ variation_id: id, on_hand: 6 }], { reason, ref: uuid() }));
  await count(adjusted, "adjust");
  await count(corrected, "correction");
  await count(imported, "import");
  const long = new Date(0).toISOString();
  expect(await listCountedSince(db, [...ids], long)).toEqual(new Set([adjusted, corrected, imported]));
  expect(await listCountedSince(db, [received, imported], long)).toEqual(new Set([imported]));
  const { rows } = await sql<{ at: string }>`
    select date_trunc('milliseconds', max(at)) as at from stock_movements where variation_id = ${imported}`.execute(db);
  expect(await listCountedSince(db, [imported], rows[0]?.at ?? "")).toEqual(new Set());
});

test("Stock: a count that was set back, as by the undo of a bulk edit, changed nothing", async () => {
  const id = await variation(5);
  const setTo = (on_hand: number) =>
    inTransaction(db, (tx) => setOnHand(app, tx, [{ variation_id: id, on_hand }], { reason: "adjust", ref: uuid() }));
  const counted = () => listCountedSince(db, [id], new Date(0).toISOString());
  await setTo(33);
  expect(await counted()).toEqual(new Set([id]));
  await setTo(5);
  expect(await counted()).toEqual(new Set());
});
