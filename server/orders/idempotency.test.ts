import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { getLevels } from "#server/stock/stock.ts";
import { startFakeStripe } from "#server/testing/fake-stripe-server.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { listInconsistencies } from "./orders.ts";

const stripe = await startFakeStripe();
/** The proxy to Stripe, which can hold responses back. */
let held: Promise<void> | undefined;
let isAsked = () => {};
const line = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  const { host: _, connection: __, ...headers } = request.headers as Record<string, string>;
  const { method = "GET", url } = request;
  const sent = await fetch(stripe.account.apiBase + url, { method, headers, ...(method === "POST" ? { body } : {}) });
  const text = await sent.text();
  isAsked();
  await held;
  response.writeHead(sent.status, { "content-type": "application/json" }).end(text);
});
await new Promise<void>((done) => line.listen(0, "127.0.0.1", done));
const apiBase = `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
const shop = await openTestShop({ stripe: { ...stripe.account, apiBase }, logLevel: "silent" });
const { placed, bought, look, pay, key } = selling(shop);
const { app, ask } = shop;
const admin = await shop.person("admin");
const unitsOf = async (id: number) => (await getLevels(app.db, [id])).get(id);
const act = (id: string, what: string, body: object, headers: object) =>
  ask(`POST /orders/${id}/${what}`, { token: admin.token, headers: headers as Record<string, string>, body });

afterEach(async () => {
  held = undefined;
  expect(await listInconsistencies(app.db)).toEqual([]);
});
afterAll(() => {
  line.closeAllConnections();
  line.close();
  return stripe.close();
});

/** Cuts the connection the nth time a statement with this text is sent. */
function cutAt(words: string, nth = 1) {
  const { query } = pg.Client.prototype;
  let count = 0;
  const cut = Object.assign(new Error("terminating connection"), { code: "57P01" });
  return vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const text = (args[0] as { text?: string }).text ?? String(args[0]);
    if (!text.includes(words) || ++count !== nth) return Reflect.apply(query, this, args);
    const done = args.at(-1);
    return typeof done === "function" ? done(cut) : Promise.reject(cut);
  } as never);
}

test("Fulfilment: a shipment retried with its key after a lost response is shipped once", async () => {
  const { id, variation, order } = await bought({ quantity: 4 });
  const items = [{ order_item_id: order.items[0].id, quantity: 1 }];
  const headers = key();
  // The order is read for the answer, after the commit.
  const spy = cutAt("as pending_returns");
  const first = await act(id, "fulfilments", { items }, headers).finally(() => spy.mockRestore());
  expect(first.status).toBe(503);
  const second = await act(id, "fulfilments", { items }, headers);
  expect([second.status, second.body.data.items[0].fulfilled_qty]).toEqual([201, 1]);
  expect((await act(id, "fulfilments", { items }, headers)).body).toEqual(second.body);
  expect((await act(id, "fulfilments", {}, headers)).body.code).toBe("idempotency_mismatch");
  expect(await unitsOf(variation.id)).toMatchObject({ on_hand: 9, reserved: 3 });
});

test("Refund: retried with its key after the disk was full, it leaves units, stock and money consistent", async () => {
  const { id, variation, order } = await bought({ quantity: 4 });
  await act(id, "fulfilments", {}, key());
  const headers = key();
  const items = [{ order_item_id: order.items[0].id, quantity: 1 }];
  const give = () => act(id, "refunds", { items, restock: true, reason: "Scratched" }, headers);
  await sql`
    create function no_space() returns trigger language plpgsql as $$ begin
      if new.type = 'refund' then raise exception 'full' using errcode = 'disk_full'; end if; return new; end $$`.execute(
    app.db,
  );
  await sql`create trigger no_space before insert on order_events for each row execute function no_space()`.execute(
    app.db,
  );
  const first = await give();
  await sql`drop trigger no_space on order_events`.execute(app.db);
  const second = await give();
  expect([first.status, second.status]).toEqual([503, 201]);
  const seen = await look(admin, id);
  expect(seen.items[0].returned_qty).toBe(1);
  expect(seen.refunded.amount).toBe(1000);
  expect(seen.timeline.filter((event: { type: string }) => event.type === "refund")).toHaveLength(1);
  expect(await unitsOf(variation.id)).toMatchObject({ on_hand: 7 });
});

test("Refund: units cancelled by a request that runs longer than its key's lock are cancelled once", async () => {
  const { id, buyer, order } = await placed({ quantity: 3 });
  await pay(buyer, id, { provider: "stripe" });
  stripe.fakeStripe.confirm([...stripe.fakeStripe.intents.keys()].at(-1) ?? "");
  for (const { raw, signature } of stripe.takeWebhooks())
    await ask("POST /webhooks/payments/stripe", { headers: { "stripe-signature": signature }, body: JSON.parse(raw) });
  await app.jobs.drain();
  const headers = key();
  const cancel = () => act(id, "lines/cancel", { items: [{ order_item_id: order.items[0].id, quantity: 1 }] }, headers);
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  held = promise;
  const asked = new Promise<void>((done) => {
    isAsked = done;
  });
  const first = cancel();
  await asked;
  expect((await cancel()).body.code).toBe("in_progress");
  await sql`
    update idempotency_keys set locked_until = now() - interval '1 second'
    where key = ${headers["idempotency-key"]}`.execute(app.db);
  held = undefined;
  expect((await cancel()).status).toBe(200);
  letGo();
  expect((await first).status).toBe(200);
  const seen = await look(admin, id);
  expect([seen.items[0].cancelled_qty, seen.refunded.amount]).toEqual([1, 1000]);
});

test("Order: a note sent twice with one key is stored once", async () => {
  const { id } = await placed();
  const headers = key();
  for (const status of [201, 201]) expect((await act(id, "notes", { text: "Fragile" }, headers)).status).toBe(status);
  const notes = (await look(admin, id)).timeline.filter((event: { type: string }) => event.type === "note");
  expect(notes).toHaveLength(1);
});
