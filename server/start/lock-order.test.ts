import { sql } from "kysely";
import pg from "pg";
import { beforeEach, expect, test, vi } from "vitest";
import { upload } from "#server/imports/testing.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop, waitForLocks } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app } = shop;
const { db } = app;
const { product, fill, order } = selling(shop);
const { token } = await openAdmin(shop);
const ask = (route: string, body?: object) => shop.ask(route, { token, body });

// By their ids as texts the second comes first.
await sql`select setval(pg_get_serial_sequence('products', 'id'), 98)`.execute(db);
const things = [await product({ stock: 5 }), await product({ stock: 5 })];
const ids = things.map(({ productId }) => productId);
await sql`update products set brand = 'Locked' where id = any(${ids}::bigint[])`.execute(db);
await sql`update variations set sku = 'LOCK-' || id where product_id = any(${ids}::bigint[])`.execute(db);

/** Deadlocks that PostgreSQL has broken: the transactions were retried. */
let deadlocks = 0;
const { query } = pg.Client.prototype;
vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...given: unknown[]) {
  const answer = Reflect.apply(query, this, given) as unknown as Promise<unknown> | undefined;
  answer?.catch?.((error: { code?: string }) => {
    if (error.code === "40P01") deadlocks++;
  });
  return answer;
});

/** Prepares a write of the products or their stock; the result makes it. */
type Action = () => Promise<() => Promise<unknown>>;
let units = 10;
const rows = async () =>
  (await ask(`GET /product/admin/variations?${ids.map((id) => `id=${id}`).join("&")}`)).body.data;
const read = async (id = 0) => (await ask(`GET /product/${id}`)).body.data;
const succeed = async (answer: ReturnType<typeof ask>, status = 200) => {
  const { status: got, body } = await answer;
  // What a checkout has reserved, or another write has saved since, is no deadlock.
  expect([status, 409, 400], JSON.stringify(body)).toContain(got);
};

const bulk = async (change: object) => {
  const { body } = await ask("POST /product/admin/bulk-edits", { filters: { brand: "Locked" }, change });
  return body.data.id as string;
};
const importFile = async () => {
  const lines = (await rows()).map(({ sku, on_hand }: { sku: string; on_hand: number }) => `${sku},${on_hand + 1}`);
  const content = ["sku,stock", ...lines].join("\n");
  const { id } = await upload(shop, "/product/admin/upload", { token, name: "stock.csv", content });
  await ask(`POST /imports/${id}/confirm`);
  return id as string;
};

const actions: Record<string, Action> = {
  checkout: async () => {
    const buyer = await shop.person();
    for (const { id } of things) await fill(buyer, id);
    return () => succeed(order(buyer), 201);
  },
  cancel: async () => {
    const buyer = await shop.person();
    for (const { id } of things) await fill(buyer, id);
    const { id } = (await order(buyer)).body.data;
    return () => succeed(ask(`POST /orders/${id}/cancel`, {}));
  },
  save: async () => {
    const { images: _images, ...form } = await read(ids[0]);
    const variations = form.variations.map((one: { on_hand: number }) => ({
      ...one,
      on_hand: one.on_hand + 1,
      low_stock_level: ++units,
    }));
    return () => succeed(ask(`PUT /product/${ids[0]}`, { ...form, variations }));
  },
  grid: async () => {
    const changes = (await rows()).map((row: { on_hand: number }) => ({
      ...row,
      on_hand: row.on_hand + 1,
      on_hand_was: row.on_hand,
    }));
    return () => succeed(ask("PUT /product/admin/variations", { changes }));
  },
  "price grid": async () => {
    const changes = (await rows()).map(
      ({ on_hand: _on_hand, low_stock_level: _level, ...row }: Record<string, unknown>) => ({
        ...row,
        price_amount: 1000 + ++units,
      }),
    );
    return () => succeed(ask("PUT /product/admin/variations", { changes }));
  },
  "undo of a grid": async () => {
    const low_stock_level = ++units;
    const changes = (await rows()).map((row: object) => ({ ...row, low_stock_level }));
    const { headers } = await ask("PUT /product/admin/variations", { changes });
    return () => succeed(ask(`POST /audit/${String(headers.undo).split(",")[0]}/undo`));
  },
  "bulk edit": async () => {
    await bulk({ kind: "low_stock_level", level: ++units });
    return () => app.jobs.drain();
  },
  "undo of a bulk edit": async () => {
    const id = await bulk({ kind: "low_stock_level", level: ++units });
    await app.jobs.drain();
    expect((await ask(`POST /product/admin/bulk-edits/${id}/undo`)).status).toBeLessThan(300);
    return () => app.jobs.drain();
  },
  import: async () => {
    await importFile();
    return () => app.jobs.drain();
  },
  "undo of an import": async () => {
    const id = await importFile();
    await app.jobs.drain();
    expect((await ask(`POST /imports/${id}/undo`)).status).toBeLessThan(300);
    return () => app.jobs.drain();
  },
};
const others = Object.keys(actions).filter((name) => name !== "checkout" && name !== "cancel");
const pairs = [
  ...others.flatMap((name) => [
    [name, "checkout"],
    ["checkout", name],
  ]),
  ...["save", "grid", "bulk edit", "import"].flatMap((name) => [
    [name, "undo of a grid"],
    ["price grid", name],
  ]),
  ...["save", "grid", "bulk edit"].flatMap((name) => [
    [name, "cancel"],
    ["cancel", name],
  ]),
  ["save", "grid"],
  ["grid", "save"],
  ["bulk edit", "grid"],
  ["grid", "bulk edit"],
  ["save", "bulk edit"],
  ["import", "grid"],
  ["grid", "undo of an import"],
  ["undo of a bulk edit", "save"],
];

beforeEach(() => {
  deadlocks = 0;
});

test.each(pairs)(
  "Stock: %s and %s at the same time wait for each other in one order of locks",
  async (first, second) => {
    // Few enough that shoppers see each sale: then a checkout writes the products too.
    await sql`update stock_levels set on_hand = reserved + 5`.execute(db);
    await app.jobs.drain();
    const [one, other] = [await actions[first ?? ""]?.(), await actions[second ?? ""]?.()];
    const running: (Promise<unknown> | undefined)[] = [];
    await inTransaction(db, async (tx) => {
      await sql`select from products where id = any(${ids}::bigint[]) order by id for no key update`.execute(tx);
      running.push(one?.());
      await waitForLocks(db, 1);
      running.push(other?.());
      await waitForLocks(db, 2);
    });
    await Promise.all(running);
    expect(deadlocks).toBe(0);
  },
);

test("Stock: a change that leaves the stock alone keeps no checkout waiting", async () => {
  await sql`update stock_levels set on_hand = reserved + 50`.execute(db);
  const tag = (await ask("POST /tags", { name: "Waiting" })).body.data;
  const { images: _images, ...form } = await read(ids[0]);
  const writes = [
    () => ask(`POST /product/${ids[0]}/tag/${tag.id}`),
    () => ask(`PUT /product/${ids[0]}`, { ...form, name: "Waiting" }),
    (await actions["price grid"]?.()) ?? (() => Promise.resolve()),
  ];
  for (const [at, write] of writes.entries()) {
    const buyer = await shop.person();
    for (const { id } of things) await fill(buyer, id);
    let running: Promise<unknown> | undefined;
    await inTransaction(db, async (tx) => {
      await sql`select from products where id = ${ids[0]} for no key update`.execute(tx);
      running = write();
      await waitForLocks(db, 1);
      expect([at, (await order(buyer)).status]).toEqual([at, 201]);
    });
    await running;
  }
});
