import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "kysely";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { openAdmin } from "#server/testing/admin.ts";
import { home, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop({ logLevel: "error" });
const { placed, bought, product, fill, quote, pay, look, key } = selling(shop);
const { app, ask } = shop;
const { db } = app;
const { card } = await openAdmin(shop);
const nobodys = "01890000-0000-7000-8000-000000000000";

checkFiguresAfterEach(shop);

const within = new AsyncLocalStorage<string[]>();

/** The SQL statements of `work`, without those of background jobs. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const text = (args[0] as { text?: string }).text ?? String(args[0]);
    within.getStore()?.push(text.replace(/\s+/g, " ").trim());
    return Reflect.apply(query, this, args);
  });
  await within.run(statements, work).finally(() => spy.mockRestore());
  return statements;
}

test("Order: another customer's has the same response as an unknown one, by the same statements", async () => {
  const { id } = await placed();
  const other = await shop.person();
  const calls = [
    (order: string) => ask(`GET /orders/${order}`, { token: other.token }),
    (order: string) => ask(`GET /payments/${order}`, { token: other.token }),
    (order: string) => ask(`GET /orders/${order}/documents`, { token: other.token }),
    (order: string) => ask(`POST /orders/${order}/cancel`, { token: other.token, body: {} }),
    (order: string) => ask(`POST /orders/${order}/reorder`, { token: other.token, body: {} }),
    (order: string) => pay(other as never, order),
  ];
  for (const call of calls) {
    const [theirs, nowhere] = [await call(id), await call(nobodys)];
    const { request_id: _, ...body } = theirs.body;
    const { request_id: __, ...unknownBody } = nowhere.body;
    expect(theirs.status).toBe(404);
    expect(body).toEqual(unknownBody);
    const statements = await statementsOf(() => call(id));
    expect(statements.join("; ")).toMatch(/from orders/);
    expect(await statementsOf(() => call(nobodys))).toEqual(statements);
  }
});

test("Gift card: a database constraint keeps a balance between zero and its initial amount", async () => {
  const { id } = await card(1000);
  for (const balance of [-1, 1001])
    await expect(
      sql`update gift_cards set balance_amount = ${balance} where id = ${id}`.execute(db),
    ).rejects.toMatchObject({ constraint: "gift_card_not_overspent" });
});

test("Fulfilment: database constraints allow no more units shipped than remain, nor more returned than were shipped", async () => {
  const { order } = await bought({ quantity: 2 });
  const line = order.items[0].id;
  const set = (change: ReturnType<typeof sql>) => sql`update order_lines set ${change} where id = ${line}`.execute(db);
  await expect(set(sql`fulfilled_qty = 3`)).rejects.toMatchObject({ constraint: "ships_too_many" });
  await expect(set(sql`fulfilled_qty = 2, cancelled_qty = 1`)).rejects.toMatchObject({ constraint: "ships_too_many" });
  await expect(set(sql`returned_qty = 1`)).rejects.toMatchObject({ constraint: "returns_too_many" });
});

test("Payment: database constraints keep refunds within captures, and allow one pending attempt", async () => {
  const { buyer, id } = await bought();
  const { payment_id } = (await ask(`GET /payments/${id}`, { token: buyer.token })).body.data;
  const over = sql`update payments set refunded_amount = captured_amount + 1 where id = ${payment_id}`.execute(db);
  await expect(over).rejects.toMatchObject({ constraint: "refund_within_capture" });
  const { id: unpaid, buyer: other } = await placed();
  await pay(other, unpaid, { provider: "demo", outcome: "confirm" });
  const second = sql`
    insert into payments (id, order_id, order_number, provider, amount, currency, status)
    select gen_random_uuid(), order_id, order_number, provider, amount, currency, 'created' from payments where order_id = ${unpaid}`;
  await expect(second.execute(db)).rejects.toMatchObject({ constraint: "payments_one_live" });
});

test("Ops: with the disk full requests are 503 with a message and change nothing, and succeed once there is space", async () => {
  const buyer = await shop.person();
  const variation = await product({ stock: 5 });
  await fill(buyer, variation.id);
  const cart = (await ask("GET /cart", { token: buyer.token })).body;
  const quoted = (await quote(buyer)).body.data;
  const headers = key();
  const place = () =>
    ask("POST /orders", {
      token: buyer.token,
      headers,
      body: { cart_id: cart.id, quote_hash: quoted.quote_hash, shipping_address: home },
    });
  const waiting = await placed();
  const paid = key();
  const payment = () =>
    ask(`POST /payments/${waiting.id}`, { token: waiting.buyer.token, headers: paid, body: { provider: "demo" } });
  const full = async (tables: string[], work: () => Promise<void>) => {
    await sql`create or replace function no_space() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(
      db,
    );
    for (const table of tables)
      await sql`create trigger no_space before insert or update on ${sql.table(table)} for each row execute function no_space()`.execute(
        db,
      );
    await work();
    for (const table of tables) await sql`drop trigger no_space on ${sql.table(table)}`.execute(db);
  };
  const busy = {
    status: 503,
    body: { code: "busy", message: "The shop is busy right now. Try again in a moment." },
  };
  for (const table of ["orders", "order_lines", "stock_reservations", "carts"])
    await full([table], async () => {
      const answer = await place();
      expect({ table, ...answer }).toMatchObject({ table, ...busy, headers: { "retry-after": "1" } });
    });
  await full(["payments", "payment_events"], async () => expect(await payment()).toMatchObject(busy));
  await full(["cart_items"], async () => expect(await fill(buyer, variation.id)).toMatchObject(busy));
  expect((await look(waiting.buyer, waiting.id)).payments).toEqual([]);
  expect((await ask("GET /cart", { token: buyer.token })).body).toMatchObject({ id: cart.id, quantity: 1 });
  expect((await ask("GET /orders", { token: buyer.token })).body.meta.total).toBe(0);
  expect((await place()).status).toBe(201);
  expect((await payment()).body.data.status).toBe("captured");
});
