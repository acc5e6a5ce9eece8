import { sql } from "kysely";
import { expect, test } from "vitest";
import { anonymizeEndedOrders } from "#server/orders/editing/editing.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { getSettings, localDay } from "#server/shop/shop.ts";
import { getLevels } from "#server/stock/stock.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { bought, placed, product, fill, order, pay, look, shipAndDeliver, key } = selling(shop);
const { app } = shop;
const admin = await shop.person("admin");
const act = (id: string, what: string, body: object = {}) =>
  shop.ask(`POST /orders/${id}/${what}`, { token: admin.token, body });
const changeReturn = (id: string, what: string, body: object = {}, { token } = admin) =>
  shop.ask(`POST /returns/${id}/${what}`, { token, body });
const onHand = async (id: number) => (await getLevels(app.db, [id])).get(id)?.on_hand;
const daysLater = (days: number) => {
  app.now = () => new Date(Date.now() + days * 86_400_000);
};

checkFiguresAfterEach(shop);

/** A delivered order of three units. */
async function arrived({ quantity = 3, price = 1000 } = {}) {
  const made = await bought({ quantity, price });
  await shipAndDeliver(made.id, admin);
  const line = made.order.items[0].id as number;
  const ask = (units: number, { token }: Pick<Buyer, "token"> = made.buyer) =>
    shop.ask("POST /returns", {
      token,
      body: {
        order_id: made.id,
        items: [{ order_item_id: line, quantity: units, reason_code: "does_not_fit" }],
        note: "Too small",
      },
    });
  return { ...made, line, ask };
}

test("Return: requested, approved, received and refunded unit by unit", async () => {
  const { buyer, id, variation, line, ask } = await arrived();
  expect((await look(buyer, id)).actions).toContain("return");
  const asked = await ask(2);
  expect(asked.status).toBe(201);
  expect(asked.body.data).toMatchObject({
    status: "requested",
    note: "Too small",
    items: [{ quantity: 2, value: { amount: 2000 } }],
  });
  const { id: returnId } = asked.body.data;
  expect((await look(buyer, id)).items[0].returnable_qty).toBe(1);
  expect(
    (await changeReturn(returnId, "receive", { items: [{ order_item_id: line, quantity: 1, condition: "sellable" }] }))
      .body.code,
  ).toBe("return_state");
  expect((await changeReturn(returnId, "approve", { answer: "Use the label" })).body.data).toMatchObject({
    status: "approved",
    answer: "Use the label",
  });
  expect((await changeReturn(returnId, "reject", { answer: "No" })).body.code).toBe("return_state");
  const receive = (body: object) =>
    changeReturn(returnId, "receive", { items: [{ order_item_id: line, quantity: 2, ...body }] });
  expect((await receive({ condition: "damaged", restock: true })).body.code).toBe("not_sellable");
  expect((await receive({ condition: "sellable", quantity: 3 })).body.code).toBe("returns_too_many");
  const back = (await receive({ condition: "sellable", restock: true })).body.data;
  expect(back).toMatchObject({
    status: "refunded",
    refund: { amount: 2000 },
    items: [{ received_qty: 2, restock: true }],
  });
  expect(await onHand(variation.id)).toBe(9);
  expect(await look(buyer, id)).toMatchObject({
    status: "completed",
    fulfilment_status: "partially_returned",
    payment_status: "partially_refunded",
    refunded: { amount: 2000 },
  });
  expect((await receive({ condition: "sellable" })).body.code).toBe("return_state");
  expect((await ask(2)).body.code).toBe("returns_too_many");
  const types = (await look(buyer, id)).timeline.map((event: { type: string }) => event.type);
  expect(types.slice(-3)).toEqual(["return_requested", "return_approved", "return_received"]);
});

test("Return: after the return window a request is refused with a message, and the order offers no return", async () => {
  const { buyer, id, ask } = await arrived();
  daysLater(31);
  expect((await ask(1)).body.code).toBe("return_window");
  expect((await look(buyer, id)).actions).not.toContain("return");
});

test("Return: each product type has its own window, an order has the one of its placement, and some types have no returns", async () => {
  const typed = async (return_days: number | null) => {
    const variation = await product();
    const types = (await shop.ask("GET /product-types", { token: admin.token })).body.data;
    let type = types.find((one: { slug: string }) => one.slug === variation.slug);
    const change = async (days: number | null) => {
      const body = { ...type, return_days: days };
      const answer = await shop.ask(`PUT /product-types/${type.id}`, { token: admin.token, body });
      type = answer.body.data;
      return answer;
    };
    expect((await change(return_days)).body.data.return_days).toBe(return_days);
    return { ...variation, change };
  };
  const [brief, never, unsaid] = [await typed(7), await typed(0), await typed(null)];
  const buyer = await shop.person();
  for (const variation of [brief, never, unsaid]) await fill(buyer, variation.id);
  const made = (await order(buyer)).body.data;
  await pay(buyer, made.id);
  await brief.change(90);
  await shipAndDeliver(made.id, admin);
  const seen = await look(buyer, made.id);
  expect(seen.items.map((item: { returnable_qty: number }) => item.returnable_qty)).toEqual([1, 0, 0]);
  expect(Date.parse(seen.return_until) - Date.now()).toBeLessThanOrEqual(7 * 86_400_000);
  expect(seen.items.map((item: { returnable_until: string }) => item.returnable_until)).toEqual([
    seen.return_until,
    null,
    null,
  ]);
  const ask = (item: { id: number }) =>
    shop.ask("POST /returns", {
      token: buyer.token,
      body: { order_id: made.id, items: [{ order_item_id: item.id, quantity: 1, reason_code: "other" }] },
    });
  expect((await ask(made.items[1])).body).toMatchObject({
    code: "return_window",
    message: "This item can't be returned.",
  });
  expect((await ask(made.items[2])).body).toMatchObject({
    code: "return_window",
    message: "No return period is set for this item. Contact us to return it.",
  });
  daysLater(8);
  expect((await ask(made.items[0])).body).toMatchObject({
    code: "return_window",
    message: "The return period for this item has ended.",
  });
  expect((await look(buyer, made.id)).actions).not.toContain("return");
});

test("Return: no more units than were delivered, and none twice, also concurrently", async () => {
  const { id, line, ask } = await arrived();
  expect((await ask(4)).body.code).toBe("returns_too_many");
  const tries = await Promise.all([ask(2), ask(2)]);
  expect(tries.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await ask(2)).body.code).toBe("returns_too_many");
  const returnId = tries.find(({ status }) => status === 201)?.body.data.id;
  await changeReturn(returnId, "reject", { answer: "It was used." });
  expect((await ask(3)).status).toBe(201);
  const { buyer, ...unsent } = await bought();
  const early = {
    order_id: unsent.id,
    items: [{ order_item_id: unsent.order.items[0].id, quantity: 1, reason_code: "other" }],
  };
  expect((await shop.ask("POST /returns", { token: buyer.token, body: early })).body.code).toBe("returns_too_many");
  expect((await look(admin, id)).items[0]).toMatchObject({ id: line, returned_qty: 0 });
});

test("Return: an approved one that never arrives is closed, and its units can be requested again", async () => {
  const { buyer, id, line, ask } = await arrived({ quantity: 2 });
  const returnId = (await ask(2)).body.data.id;
  const close = (answer: string) => changeReturn(returnId, "close", { answer });
  expect((await close("Too early")).body.code).toBe("return_state");
  await changeReturn(returnId, "approve", { answer: "Use the label" });
  expect((await close("")).status).toBe(400);
  const tries = await Promise.all([close("You keep both."), close("You keep both.")]);
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 409]);
  const seen = await look(buyer, id);
  expect(seen.items[0].returnable_qty).toBe(2);
  expect(seen.timeline.at(-1)).toMatchObject({
    type: "return_closed",
    text: expect.stringMatching(/You keep both\.$/),
  });
  expect((await shop.ask("GET /returns", { token: buyer.token })).body.data).toMatchObject([
    { status: "closed", answer: "You keep both.", refund: null },
  ]);
  const items = [{ order_item_id: line, quantity: 2, condition: "sellable" }];
  expect((await changeReturn(returnId, "receive", { items })).body.code).toBe("return_state");
  expect((await ask(2)).status).toBe(201);
});

test("Return: one that was refunded another way is closed, and not refunded again", async () => {
  const { id, line, ask } = await arrived({ quantity: 1 });
  const returnId = (await ask(1)).body.data.id;
  await changeReturn(returnId, "approve");
  const refund = { items: [{ order_item_id: line, quantity: 1 }], reason: "Broken" };
  const sent = await shop.ask(`POST /orders/${id}/refunds`, { token: admin.token, headers: key(), body: refund });
  expect(sent.status).toBeLessThan(300);
  expect((await changeReturn(returnId, "close", { answer: "We sent the money back." })).body.data.status).toBe(
    "closed",
  );
  expect((await ask(1)).body.code).toBe("returns_too_many");
});

test("Return: an order of which everything is returned is closed as returned", async () => {
  const { id, line, ask } = await arrived({ quantity: 1 });
  const returnId = (await ask(1)).body.data.id;
  await changeReturn(returnId, "approve");
  await changeReturn(returnId, "receive", { items: [{ order_item_id: line, quantity: 1, condition: "damaged" }] });
  expect(await look(admin, id)).toMatchObject({ status: "closed_returned", fulfilment_status: "returned" });
});

test("Return: a unit that lost value is refunded with less than its share, never more", async () => {
  const { line, ask, variation } = await arrived({ quantity: 1 });
  const returnId = (await ask(1)).body.data.id;
  await changeReturn(returnId, "approve");
  const items = [{ order_item_id: line, quantity: 1, condition: "damaged" }];
  expect((await changeReturn(returnId, "receive", { items, refund: 1001 })).body.code).toBe("refund_too_much");
  expect((await changeReturn(returnId, "receive", { items, refund: 400 })).body.data.refund.amount).toBe(400);
  expect(await onHand(variation.id)).toBe(9);
});

test("P5 another customer's returns are not found, and only administrators process them", async () => {
  const { buyer, ask } = await arrived();
  const stranger = await shop.person();
  expect((await ask(1, stranger)).status).toBe(404);
  const returnId = (await ask(1)).body.data.id;
  const list = async ({ token }: Pick<Buyer, "token">) => (await shop.ask("GET /returns", { token })).body;
  expect((await list(stranger)).data).toEqual([]);
  expect((await list(buyer)).data).toMatchObject([{ id: returnId }]);
  expect((await list(admin)).data.map((one: { id: string }) => one.id)).toContain(returnId);
  for (const what of ["approve", "reject", "close", "receive"])
    expect((await changeReturn(returnId, what, { answer: "x" }, buyer)).status).toBe(403);
});

test("Return: the customer names an account for the refund, which is checked and deleted with other personal data", async () => {
  const { id, line, buyer } = await arrived();
  const request = (refund_iban: string) => {
    const items = [{ order_item_id: line, quantity: 1, reason_code: "other" }];
    return shop.ask("POST /returns", { token: buyer.token, body: { order_id: id, items, refund_iban } });
  };
  const wrong = await request("DE02 1203 0000 0000 2020 52");
  expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, "refund_iban"]);
  const made = (await request("de02 1203 0000 0000 2020 51")).body.data;
  expect(made.refund_iban).toBe("DE02120300000000202051");
  const seen = async () => (await shop.ask(`GET /returns?order_id=${id}`, { token: admin.token })).body.data[0];
  expect((await seen()).refund_iban).toBe("DE02120300000000202051");
  await changeReturn(made.id, "reject", { answer: "Too late" });
  await inTransaction(app.db, (tx) => app.events.emit(tx, "account.deleted", { userId: buyer.id }));
  expect((await seen()).refund_iban).toBeNull();
});

test("Order: a deleted account's order stays, without personal data once it has ended", async () => {
  const ended = await arrived({ quantity: 1 });
  await inTransaction(app.db, (tx) => app.events.emit(tx, "account.deleted", { userId: ended.buyer.id }));
  expect(await look(admin, ended.id)).toMatchObject({
    status: "completed",
    customer: { id: null, fullname: "Deleted customer", email: null },
    shipping_address: { fullname: "Deleted customer", line1: "—", country: "DE" },
    totals: ended.order.totals,
  });
  const traces = async (id: string) => {
    const { rows } = await sql<{ row: string }>`select o::text as row from orders o where id = ${id}::uuid`.execute(
      app.db,
    );
    return ["Ada Lovelace", "Main Street", ended.buyer.email].filter((trace) => rows[0]?.row.includes(trace));
  };
  expect(await traces(ended.id)).toEqual([]);
  const open = await placed();
  await inTransaction(app.db, (tx) => app.events.emit(tx, "account.deleted", { userId: open.buyer.id }));
  expect((await look(admin, open.id)).customer.fullname).toBe("Ada Lovelace");
  expect(await traces(open.id)).toEqual(["Ada Lovelace", "Main Street"]);
  await act(open.id, "cancel");
  await inTransaction(app.db, (tx) => anonymizeEndedOrders(app, tx));
  expect(await traces(open.id)).toEqual([]);
});

test("A6 the queue of returns is filtered by status, number and name, and counted by status", async () => {
  const { id, ask } = await arrived();
  const { number, order_number, id: returnId } = (await ask(1)).body.data;
  const queue = async (query: string) =>
    (await shop.ask(`GET /returns?${query}`, { token: admin.token })).body.data.map((one: { id: string }) => one.id);
  const before = (await shop.ask("GET /returns/counts", { token: admin.token })).body.data;
  expect(await queue(`name=${order_number}`)).toEqual([returnId]);
  expect(await queue(`name=%23${number}&status=requested`)).toContain(returnId);
  expect(await queue("name=Lovelace&status=requested")).toContain(returnId);
  expect(await queue("name=nobody")).toEqual([]);
  await shop.ask(`POST /returns/${returnId}/approve`, { token: admin.token, body: {} });
  const after = (await shop.ask("GET /returns/counts", { token: admin.token })).body.data;
  expect(after).toEqual({ ...before, requested: before.requested - 1, approved: before.approved + 1 });
  expect(await queue(`order_id=${id}&status=approved`)).toEqual([returnId]);
});

test("A6 returns are filtered by day and exported as filtered", async () => {
  const { ask } = await arrived();
  const made = (await ask(2)).body.data;
  const today = localDay(new Date(made.requested_at), (await getSettings(app.db)).timezone);
  const found = async (query: string) => (await shop.ask(`GET /returns?${query}`, { token: admin.token })).body.data;
  expect((await found(`from=${today}&to=${today}`)).map(({ id }: { id: string }) => id)).toContain(made.id);
  expect(await found("to=2020-01-01")).toEqual([]);
  const file = await shop.ask(`GET /returns/export?name=${made.number}&from=2020-01-01`, { token: admin.token });
  const [names, line] = (file.body as string).trim().split("\n");
  expect(names).toBe(
    "number,order,status,withdrawal,name,items,reasons,currency,refund,refund_unsent,requested_at,decided_at,received_at",
  );
  expect(line).toContain(`${made.number},${made.order_number},requested,false,Ada Lovelace,2,does_not_fit,EUR,,`);
});

test("Refund: units of a deleted variation are not restocked, and the timeline says so", async () => {
  const [sold, deleted] = [await product({ stock: 5 }), await product({ stock: 5 })];
  const buyer = await shop.person();
  for (const { id } of [sold, deleted]) await fill(buyer, id);
  const { id, items } = (await order(buyer)).body.data;
  await pay(buyer, id);
  await shipAndDeliver(id, admin);
  await sql`update variations set deleted_at = now() where id = ${deleted.id}`.execute(shop.app.db);
  const units = items.map((item: { id: number }) => ({ order_item_id: item.id, quantity: 1 }));
  const refund = { items: units, restock: true, reason: "Back" };
  const { status, body } = await act(id, "refunds", refund);
  expect(status).toBe(201);
  expect([await onHand(sold.id), await onHand(deleted.id)]).toEqual([5, 4]);
  const said = body.data.timeline.filter(({ type }: { type: string }) => type === "not_restocked");
  expect(said.map(({ text }: { text: string }) => text)).toEqual(["Not restocked, because they are deleted: 1 × Cup."]);
  await sql`update variations set deleted_at = null where id = ${deleted.id}`.execute(shop.app.db);
});

test("Return: received units of a deleted variation are not restocked, and the timeline says so", async () => {
  const { id, line, ask, variation } = await arrived();
  const { id: returnId } = (await ask(1)).body.data;
  await changeReturn(returnId, "approve");
  await sql`update variations set deleted_at = now() where id = ${variation.id}`.execute(app.db);
  const before = await onHand(variation.id);
  const items = [{ order_item_id: line, quantity: 1, condition: "sellable", restock: true }];
  expect((await changeReturn(returnId, "receive", { items })).status).toBe(200);
  expect(await onHand(variation.id)).toBe(before);
  const { timeline } = (await shop.ask(`GET /orders/${id}`, { token: admin.token })).body.data;
  const said = timeline.filter(({ type }: { type: string }) => type === "not_restocked");
  expect(said.map(({ text }: { text: string }) => text)).toEqual(["Not restocked, because they are deleted: 1 × Cup."]);
  await sql`update variations set deleted_at = null where id = ${variation.id}`.execute(app.db);
});
