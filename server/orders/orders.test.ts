import { sql } from "kysely";
import { expect, test } from "vitest";
import { listBestSellers } from "#server/figures/figures.ts";
import { completeUnconfirmed } from "#server/orders/cancellation/cancellation.ts";
import { listSales } from "#server/orders/statistics/statistics.sql.ts";
import { updateProductSales } from "#server/orders/statistics/statistics.ts";
import { getLevels } from "#server/stock/stock.ts";
import { selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { placed, bought, look, product, fill, order, pay, shipAndDeliver } = selling(shop);
const { app } = shop;
const realNow = app.now;
const admin = await shop.person("admin");
const unitsOf = async (id: number) => (await getLevels(app.db, [id])).get(id);
const act = (id: string, what: string, body: object = {}, { token } = admin) =>
  shop.ask(`POST /orders/${id}/${what}`, { token, body });
const deliver = (id: number) => shop.ask(`POST /fulfilments/${id}/deliver`, { token: admin.token });

checkFiguresAfterEach(shop);

test("C11 a customer cancels a paid order: it is refunded and restocked, and nothing returns to the cart", async () => {
  const { buyer, id, variation } = await bought();
  const cancelled = (await act(id, "cancel", { reason: "Changed my mind" }, buyer)).body.data;
  expect(cancelled).toMatchObject({ status: "cancelled", payment_status: "refunded", actions: ["invoice", "reorder"] });
  expect(cancelled.payments[0].status).toBe("refunded");
  expect(await unitsOf(variation.id)).toMatchObject({ on_hand: 10, reserved: 0 });
  expect((await shop.ask("GET /cart", { token: buyer.token })).body.items).toEqual([]);
  expect((await act(id, "cancel", {}, buyer)).body.code).toBe("order_state");
});

test("C11 a cancelled unpaid order returns to the cart; its cash on delivery payment is voided", async () => {
  const { buyer, id, variation } = await placed({ quantity: 2 });
  await act(id, "cancel", {}, buyer);
  expect((await shop.ask("GET /cart", { token: buyer.token })).body.items).toMatchObject([
    { variation_id: variation.id, quantity: 2 },
  ]);
  const onDelivery = await bought({ provider: "cod" });
  await act(onDelivery.id, "cancel", {}, onDelivery.buyer);
  expect(await look(onDelivery.buyer, onDelivery.id)).toMatchObject({ status: "cancelled", payment_status: "voided" });
});

test("A6 an order goes from confirmed through packing and shipping to completed", async () => {
  const { buyer, id, variation } = await bought({ quantity: 2 });
  expect((await act(id, "start")).body.data.status).toBe("processing");
  expect((await act(id, "cancel", {}, buyer)).body.code).toBe("order_state");
  const sent = (await act(id, "fulfilments", { carrier: "DHL", tracking_number: "123" })).body.data;
  expect(sent).toMatchObject({ status: "processing", fulfilment_status: "fulfilled" });
  expect(sent.actions).toEqual(["hold", "deliver", "refund", "invoice", "resend_confirmation"]);
  expect(sent.fulfilments).toMatchObject([{ status: "shipped", carrier: "DHL", items: [{ quantity: 2 }] }]);
  expect(await unitsOf(variation.id)).toMatchObject({ on_hand: 8, reserved: 0 });
  const done = (await deliver(sent.fulfilments[0].id)).body.data;
  expect(done).toMatchObject({ status: "completed", fulfilment_status: "delivered", payment_status: "paid" });
  expect((await deliver(sent.fulfilments[0].id)).body.code).toBe("order_state");
  const types = (await look(buyer, id)).timeline.map((event: { type: string }) => event.type);
  expect(types).toEqual(["placed", "confirmed", "started", "shipped", "delivered", "completed"]);
});

test("A6 a delivery recorded by mistake is undone, which takes a completed order back; not after cash or a return", async () => {
  const undo = async (id: number) =>
    (await shop.ask(`POST /fulfilments/${id}/undo-delivery`, { token: admin.token })).body;
  const delivered = async (how: object = {}) => {
    const made = await bought(how);
    const [{ id }] = (await act(made.id, "fulfilments")).body.data.fulfilments;
    return { ...made, shipment: id as number, order: (await deliver(id)).body.data };
  };
  const card = await delivered();
  expect(card.order.fulfilments[0].actions).toEqual(["undo_delivery"]);
  const { data } = await undo(card.shipment);
  expect(data).toMatchObject({ status: "processing", fulfilment_status: "fulfilled", payment_status: "paid" });
  expect(data.fulfilments).toMatchObject([{ status: "shipped", delivered_at: null, actions: ["deliver", "cancel"] }]);
  expect((await undo(card.shipment)).code).toBe("order_state");
  expect((await deliver(card.shipment)).body.data.status).toBe("completed");
  const cash = await delivered({ provider: "cod" });
  expect(cash.order.fulfilments[0].actions).toEqual([]);
  expect((await undo(cash.shipment)).code).toBe("order_state");
  const asked = await delivered();
  const items = [{ order_item_id: asked.order.items[0].id, quantity: 1, reason_code: "other" }];
  await shop.ask("POST /returns", { token: asked.buyer.token, body: { order_id: asked.id, items } });
  expect((await undo(asked.shipment)).code).toBe("order_state");
});

test("Fulfilment: an order is shipped in parts, never more than ordered", async () => {
  const { id, order: made } = await bought({ quantity: 3 });
  const [{ id: line }] = made.items;
  const ship = (quantity: number) => act(id, "fulfilments", { items: [{ order_item_id: line, quantity }] });
  const first = (await ship(1)).body.data;
  expect(first).toMatchObject({ fulfilment_status: "partial", items: [{ fulfilled_qty: 1 }] });
  expect((await act(id, "cancel")).body.code).toBe("order_state");
  expect((await ship(3)).body.code).toBe("ships_too_many");
  const twice = {
    items: [
      { order_item_id: line, quantity: 2 },
      { order_item_id: line, quantity: 1 },
    ],
  };
  expect((await act(id, "fulfilments", twice)).body.code).toBe("ships_too_many");
  expect((await act(id, "fulfilments", { items: [{ order_item_id: 999_999, quantity: 1 }] })).status).toBe(404);
  expect((await ship(2)).body.data.fulfilment_status).toBe("fulfilled");
  expect((await ship(1)).body.code).toBe("order_state");
  await deliver(first.fulfilments[0].id);
  expect(await look(admin, id)).toMatchObject({ status: "processing", fulfilment_status: "fulfilled" });
});

test("C11 cash on delivery is captured when the last shipment is delivered, which completes the order", async () => {
  const { id } = await bought({ provider: "cod" });
  expect((await shipAndDeliver(id, admin)).body.data).toMatchObject({ status: "completed", payment_status: "paid" });
});

test("A6 an order is put on hold and released; only administrators see the reason", async () => {
  const { buyer, id } = await bought();
  await act(id, "start");
  expect((await act(id, "hold", { reason: "Address looks odd" })).body.data).toMatchObject({
    status: "on_hold",
    hold_reason: "Address looks odd",
    actions: ["release", "cancel", "cancel_lines", "refund", "edit", "invoice", "resend_confirmation"],
  });
  expect((await look(buyer, id)).hold_reason).toBeNull();
  expect((await look(buyer, id)).timeline.map((event: { type: string }) => event.type)).not.toContain("held");
  expect((await act(id, "fulfilments")).body.code).toBe("order_state");
  expect((await act(id, "release")).body.data).toMatchObject({ status: "processing", hold_reason: null });
});

test("Order: a typed hold reason has no effect, also if it equals one of the shop's own", async () => {
  for (const reason of ["paid_no_stock", "amount_mismatch_late", "gift_card_spent"]) {
    const { id, variation } = await bought({ quantity: 2 });
    await act(id, "hold", { reason });
    expect((await act(id, "release")).body.data).toMatchObject({ status: "confirmed", hold_reason: null });
    expect(await unitsOf(variation.id)).toMatchObject({ on_hand: 10, available: 8 });
  }
});

test("Order: of concurrent changes by an administrator and the customer one succeeds, the other is a conflict", async () => {
  const { buyer, id } = await bought();
  const answers = await Promise.all([act(id, "cancel", {}, buyer), act(id, "start")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  // Which of the two depends on whether the other change came before or after this one had read the order.
  expect(answers.find(({ status }) => status === 409)?.body.code).toBeOneOf(["order_state", "stale"]);
});

test("P5 another customer's order is not found, for reading and for every change", async () => {
  const { id } = await bought();
  const other = await shop.person();
  expect((await shop.ask(`GET /orders/${id}`, { token: other.token })).status).toBe(404);
  for (const what of ["cancel", "reorder"]) expect((await act(id, what, {}, other)).status).toBe(404);
  for (const what of ["start", "hold", "release", "fulfilments"])
    expect((await act(id, what, {}, other)).status).toBe(403);
  expect((await shop.ask("GET /orders", { token: other.token })).body.meta.total).toBe(0);
});

test("C11 customers list their own orders, administrators all, filtered by status, number, name and customer", async () => {
  const [one, two] = [await placed(), await bought()];
  const list = async (query: string, { token } = admin) => (await shop.ask(`GET /orders?${query}`, { token })).body;
  expect((await list("", one.buyer)).data).toMatchObject([
    { id: one.id, quantity: 1, thumbnails: [expect.any(String)] },
  ]);
  expect((await list(`customer_id=${two.buyer.id}`, one.buyer)).data[0].id).toBe(one.id);
  expect((await list(`customer_id=${two.buyer.id}`)).data).toMatchObject([
    { id: two.id, customer: { fullname: "Ada Lovelace", email: two.buyer.email } },
  ]);
  expect((await list(`name=%23${one.order.number}`)).data.map((found: { id: string }) => found.id)).toEqual([one.id]);
  expect((await list(`name=${two.buyer.email.slice(0, 12)}`)).data[0].id).toBe(two.id);
  expect((await list("name=100%25")).meta.total).toBe(0);
  expect((await list(`status=pending_payment&customer_id=${one.buyer.id}`)).meta).toEqual({
    page: 1,
    per_page: 24,
    total: 1,
    pages: 1,
  });
  const totals = (await list("sort=-total&per_page=100")).data.map(
    (found: { total: { amount: number } }) => found.total.amount,
  );
  expect(totals).toEqual([...totals].sort((a, b) => b - a));
});

test("C11 reorder adds what is still sold to the cart", async () => {
  const { buyer, id, variation } = await bought({ quantity: 2 });
  const cart = (await act(id, "reorder", {}, buyer)).body;
  expect(cart.items).toMatchObject([{ variation_id: variation.id, quantity: 2 }]);
});

test("Order: its lines stay the same when the product changes", async () => {
  const { buyer, id, variation } = await bought({ price: 700 });
  await sql`update products set name = 'Mug' where id = ${variation.productId}`.execute(app.db);
  await sql`update variations set price_amount = 900 where id = ${variation.id}`.execute(app.db);
  expect((await look(buyer, id)).items).toMatchObject([{ name: "Cup", unit_price: { amount: 700 } }]);
});

test("Order: concurrent orders have distinct numbers", async () => {
  const variation = await product({ stock: 100 });
  const orders = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const buyer = await shop.person();
      await fill(buyer, variation.id);
      const made = await order(buyer);
      await pay(buyer, made.body.data.id);
      return made.body.data.number as number;
    }),
  );
  expect(new Set(orders).size).toBe(12);
});

test("C11 a shipped order without a delivery report is marked as delivered after two weeks", async () => {
  const { id } = await bought();
  await act(id, "fulfilments");
  app.now = () => new Date(Date.now() + 15 * 86_400_000);
  await completeUnconfirmed(app);
  expect(await look(admin, id)).toMatchObject({ status: "completed", fulfilment_status: "delivered" });
});

test("an order marked as delivered after two weeks invites to review it, once for all its shipments", async () => {
  const { id, order: made } = await bought({ quantity: 2 });
  for (const _ of [1, 2]) await act(id, "fulfilments", { items: [{ order_item_id: made.items[0].id, quantity: 1 }] });
  app.now = () => new Date(Date.now() + 15 * 86_400_000);
  await completeUnconfirmed(app);
  const { rows } = await sql`
    select from email_outbox
    where template = 'order_delivered' and facts ->> 'order_id' = ${id}`.execute(app.db);
  expect(rows).toHaveLength(1);
});

test("C11 one nightly run marks all such orders as delivered, however many there are", async () => {
  const ids = [(await bought()).id, (await bought()).id, (await bought()).id];
  for (const id of ids) await act(id, "fulfilments");
  app.now = () => new Date(Date.now() + 15 * 86_400_000);
  await completeUnconfirmed(app, 2);
  for (const id of ids) expect((await look(admin, id)).status).toBe("completed");
});

test("C11 a shipped order without a delivery report is not marked as delivered before two weeks are over", async () => {
  const { id } = await bought();
  await act(id, "fulfilments");
  for (const [days, status] of [
    [13.9, "processing"],
    [14.1, "completed"],
  ] as const) {
    app.now = () => new Date(Date.now() + days * 86_400_000);
    await completeUnconfirmed(app);
    expect((await look(admin, id)).status).toBe(status);
  }
});

test("C11 cash on delivery without a delivery report is not captured: administrators are alerted once", async () => {
  const { id } = await bought({ provider: "cod" });
  const [shipment] = (await act(id, "fulfilments")).body.data.fulfilments;
  app.now = () => new Date(Date.now() + 15 * 86_400_000);
  await completeUnconfirmed(app);
  await completeUnconfirmed(app);
  app.now = realNow;
  const waiting = { status: "processing", fulfilment_status: "fulfilled", payment_status: "authorized" };
  expect(await look(admin, id)).toMatchObject({ ...waiting, paid: { amount: 0 } });
  const { data } = (await shop.ask("GET /notifications", { token: admin.token })).body;
  const alerts = data.filter(({ type }: { type: string }) => type === "payment_alert");
  expect(alerts).toMatchObject([{ link: `/dashboard/orders/${id}`, title: expect.stringContaining("two weeks ago") }]);
  expect((await deliver(shipment.id)).body.data).toMatchObject({ status: "completed", payment_status: "paid" });
});

test("C11 the catalogue gets the sales of thirty days every night", async () => {
  const { variation } = await bought({ quantity: 4 });
  await updateProductSales(app);
  const sold = await sql<{
    sales_30d: number;
  }>`select sales_30d from products where id = ${variation.productId}`.execute(app.db);
  expect(sold.rows).toEqual([{ sales_30d: 4 }]);
});

test("C11 cancelled units count neither as sold nor for the best sellers", async () => {
  const { buyer, variation, id } = await bought({ quantity: 4 });
  const [line] = (await look(buyer, id)).items;
  await act(id, "lines/cancel", { items: [{ order_item_id: line.id, quantity: 3 }] });
  expect((await listSales(app.db, new Date(0))).get(variation.productId)).toBe(1);
  const best = await listBestSellers(app.db, { from: "2000-01-01", to: "2100-01-01", timezone: "UTC" }, 1000);
  expect(best.find(({ product_id }) => product_id === variation.productId)).toMatchObject({ units: 1, amount: 1000 });
  await act(id, "lines/cancel", { items: [{ order_item_id: line.id, quantity: 1 }] });
  expect((await listSales(app.db, new Date(0))).has(variation.productId)).toBe(false);
});

test("A3 administrators see how much customers ordered and spent, without cancelled and returned units", async () => {
  const { buyer, id } = await bought({ price: 3000 });
  const again = await product({ price: 2000 });
  await fill(buyer, again.id);
  const second = (await order(buyer)).body.data;
  await pay(buyer, second.id);
  const nobody = await shop.person();
  const worth = async () =>
    (await shop.ask(`GET /orders/by-customer?customer_id=${nobody.id}&customer_id=${buyer.id}`, { token: admin.token }))
      .body;
  const total = async (one: string) => (await look(buyer, one)).total.amount;
  const [first, other] = [await total(id), await total(second.id)];
  const none = { customer_id: nobody.id, name: null, placed: 0, orders: 0, spent: { amount: 0, currency: "EUR" } };
  expect((await worth()).data).toEqual([
    none,
    {
      customer_id: buyer.id,
      name: "Ada Lovelace",
      placed: 2,
      orders: 2,
      spent: { amount: first + other, currency: "EUR" },
    },
  ]);
  await act(second.id, "cancel");
  expect((await worth()).data).toMatchObject([none, { placed: 2, orders: 1, spent: { amount: first } }]);
  expect((await shop.ask(`GET /orders/by-customer?customer_id=${buyer.id}`, { token: buyer.token })).status).toBe(403);
  expect((await shop.ask("GET /orders/by-customer", { token: admin.token })).status).toBe(400);
});
