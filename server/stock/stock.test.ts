import fc from "fast-check";
import { sql } from "kysely";
import { v7 as uuid } from "uuid";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/transaction.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { commit, levelsOf, proveStock, release, reserve, setOnHand } from "./stock.ts";

const { house } = await openTestShop();
const { db } = house;

/** A variation with `onHand` units, and an order line that wants some of it. */
async function variation(onHand: number) {
  const { rows } = await sql<{ id: number }>`
    with kind as (insert into product_types (name, slug) values (${uuid()}, ${uuid()}) returning id),
    product as (insert into products (slug, name, product_type_id, currency) select ${uuid()}, 'Cup', id, 'EUR' from kind returning id)
    insert into variations (product_id, price_amount) select id, 1000 from product returning id`.execute(db);
  const id = rows[0]?.id ?? 0;
  await inTransaction(db, (tx) =>
    setOnHand(house, tx, [{ variation_id: id, on_hand: onHand }], { reason: "receipt", ref: uuid() }),
  );
  return id;
}

async function order(variationId: number, quantity: number) {
  const id = uuid();
  const { rows } = await sql<{ id: number }>`
    with o as (
      insert into orders (id, fullname, status, currency, subtotal_amount, shipping_amount, tax_amount, total_amount, prices_include_tax, quantity, shipping_address)
      values (${id}, 'T', 'pending_payment', 'EUR', 0, 0, 0, 0, true, ${quantity}, '{}') returning id)
    insert into order_lines (order_id, variation_id, name, thumbnail, quantity, unit_price_amount, tax_rate_bp, tax_amount, total_amount)
    select id, ${variationId}, 'Cup', '', ${quantity}, 0, 0, 0, 0 from o returning id`.execute(db);
  return { id, line: { order_line_id: rows[0]?.id ?? 0, variation_id: variationId, quantity } };
}

const held = async (id: number) => (await levelsOf(db, [id])).get(id);

test("Stock: fifty orders racing for one unit hold it once", async () => {
  const id = await variation(1);
  const orders = await Promise.all(Array.from({ length: 50 }, () => order(id, 1)));
  const outcomes = await Promise.all(
    orders.map((one) =>
      inTransaction(db, async (tx) => {
        const outcome = await reserve(house, tx, one.id, [one.line]);
        if (outcome.kind === "short") throw new Error("short");
        return "held";
      }).catch((error: Error) => error.message),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === "held")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "short")).toHaveLength(49);
  expect(await held(id)).toMatchObject({ on_hand: 1, reserved: 1, available: 0 });
});

test("Stock: what is short is named with what is left, and nothing is taken", async () => {
  const [plenty, few] = [await variation(10), await variation(2)];
  const one = await order(plenty, 3);
  const other = await order(few, 3);
  const outcome = await inTransaction(db, async (tx) => {
    throw await reserve(house, tx, one.id, [one.line, other.line]);
  }).catch((thrown: unknown) => thrown);
  expect(outcome).toEqual({ kind: "short", short: [{ variation_id: few, available: 2 }] });
  expect(await held(plenty)).toMatchObject({ reserved: 0 });
});

test("Stock: release gives back once, and a held order can be taken again afterwards", async () => {
  const id = await variation(5);
  const one = await order(id, 4);
  for (const step of [reserve, release, release, reserve] as const) {
    await inTransaction(db, async (tx) => void (await (step as typeof reserve)(house, tx, one.id, [one.line])));
  }
  expect(await held(id)).toMatchObject({ on_hand: 5, reserved: 4 });
  expect(await proveStock(db)).not.toContainEqual(expect.objectContaining({ variation_id: id }));
});

test("Fulfilment: shipping takes units off the shelf; more than held is refused", async () => {
  const id = await variation(5);
  const one = await order(id, 3);
  await inTransaction(db, async (tx) => void (await reserve(house, tx, one.id, [one.line])));
  const ship = (quantity: number) =>
    inTransaction(db, (tx) => commit(house, tx, one.id, [{ order_line_id: one.line.order_line_id, quantity }], uuid()));
  await ship(2);
  expect(await held(id)).toMatchObject({ on_hand: 3, reserved: 1 });
  await expect(ship(2)).rejects.toMatchObject({ code: "ships_too_many" });
  await ship(1);
  expect(await held(id)).toMatchObject({ on_hand: 2, reserved: 0 });
});

test("Stock: the shelf can't be counted below what orders hold", async () => {
  const id = await variation(5);
  const one = await order(id, 3);
  await inTransaction(db, async (tx) => void (await reserve(house, tx, one.id, [one.line])));
  const count = inTransaction(db, (tx) =>
    setOnHand(house, tx, [{ variation_id: id, on_hand: 2 }], { reason: "adjust", ref: uuid() }),
  );
  await expect(count).rejects.toMatchObject({ constraint: "stock_not_oversold" });
});

test("Stock: after any mix of steps the books balance", async () => {
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
            const outcome = await reserve(house, tx, current.id, [current.line]);
            if (outcome.kind === "short") throw new Error("short");
          } else if (kind === "release") await release(house, tx, current.id);
          else if (kind === "commit")
            await commit(house, tx, current.id, [{ order_line_id: current.line.order_line_id, quantity }], uuid());
          else
            await setOnHand(house, tx, [{ variation_id: id, on_hand: quantity + 4 }], {
              reason: "adjust",
              ref: uuid(),
            });
        });
        await attempt.catch(() => undefined);
      }
      const level = await held(id);
      expect(level?.reserved).toBeLessThanOrEqual(level?.on_hand ?? 0);
      expect((await proveStock(db)).filter((row) => row.variation_id === id)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});
