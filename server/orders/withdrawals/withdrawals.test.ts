import { sql } from "kysely";
import { expect, test } from "vitest";
import { anonymizeEndedOrders } from "#server/orders/editing/editing.ts";
import { listRows } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";
import type { WithdrawalRow } from "./withdrawals.sql.ts";
import { listWithdrawals } from "./withdrawals.sql.ts";
import { findWithdrawalKey, withdrawalKey } from "./withdrawals.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { product, fill, quote, order, bought, placed, pay, look, actAs, shipAndDeliver, key } = selling(shop);
checkFiguresAfterEach(shop);
const admin = await shop.person("admin");
const act = actAs(admin);

interface Sold {
  id: string;
  buyer: Buyer;
  order: { number: number; items: { id: number }[] };
}
/** Declares a withdrawal, and runs the job that carries it out. */
async function withdraw({ buyer, order }: Sold, more: object = {}, headers = key()) {
  const body = { name: "Ada Lovelace", order_number: order.number, email: buyer.email.toUpperCase(), ...more };
  const answered = await ask("POST /withdrawals", { headers, body });
  await app.jobs.drain();
  return answered;
}
const withdrawn = (orderId: string): Promise<WithdrawalRow[]> => listWithdrawals(app.db, orderId);
const returnsOf = async (orderId: string) =>
  (await ask(`GET /returns?order_id=${orderId}`, { token: admin.token })).body.data;
const receipts = (orderId: string) =>
  listRows<{ id: string }>(app.db)`
    select id from email_outbox where template = 'withdrawal_received' and facts ->> 'order_id' = ${orderId}`;
const alertsOf = async (orderId: string): Promise<{ title: string; body: string | null }[]> =>
  (await ask("GET /notifications?type=withdrawal_received&per_page=100", { token: admin.token })).body.data.filter(
    ({ link }: { link: string }) => link.endsWith(orderId),
  );
const daysLater = (days: number) => {
  const at = Date.now() + days * 86_400_000;
  app.now = () => new Date(at);
};

test("Withdrawal: an order that isn't shipped is cancelled and refunded, also once it is in progress", async () => {
  const sold = await bought();
  await act(sold.id, "start", { version: (await look(sold.buyer, sold.id)).version });
  expect((await withdraw(sold)).status).toBe(202);
  const order = await look(sold.buyer, sold.id);
  expect(order).toMatchObject({ status: "cancelled", payment_status: "refunded" });
  expect(order.timeline.map(({ text }: { text: string }) => text)).toContain(
    "Withdrawal from the contract received: 1 × Cup.",
  );
  expect(await withdrawn(sold.id)).toMatchObject([{ name: "Ada Lovelace", source: "form" }]);
  expect(await receipts(sold.id)).toHaveLength(1);
});

test("Withdrawal: what is shipped becomes an approved return, though it isn't delivered, which staff can't refuse", async () => {
  const sold = await bought({ quantity: 3 });
  const [line = { id: 0 }] = sold.order.items;
  await act(sold.id, "fulfilments", { items: [{ order_item_id: line.id, quantity: 2 }] });
  await withdraw(sold);
  const [opened] = await returnsOf(sold.id);
  expect(opened).toMatchObject({ status: "approved", is_withdrawal: true, items: [{ quantity: 2 }] });
  expect(new Date(opened.send_by).getTime() - app.now().getTime()).toBeGreaterThan(13 * 86_400_000);
  expect((await look(sold.buyer, sold.id)).items[0]).toMatchObject({ cancelled_qty: 1, returned_qty: 0 });
  const decide = (action: string) =>
    ask(`POST /returns/${opened.id}/${action}`, { token: admin.token, headers: key(), body: { answer: "No." } });
  expect((await decide("reject")).status).toBe(409);
  expect((await decide("close")).status).toBe(409);
  const items = [{ order_item_id: line.id, quantity: 2, condition: "sellable" }];
  const body = { items, version: (await look(sold.buyer, sold.id)).version };
  await ask(`POST /returns/${opened.id}/receive`, { token: admin.token, headers: key(), body });
  expect(await look(sold.buyer, sold.id)).toMatchObject({ fulfilment_status: "returned", refunded: { amount: 3000 } });
});

test("Withdrawal: a requested return is approved by it", async () => {
  const sold = await bought();
  await shipAndDeliver(sold.id, admin);
  const items = sold.order.items.map(({ id }: { id: number }) => ({
    order_item_id: id,
    quantity: 1,
    reason_code: "other",
  }));
  await ask("POST /returns", { token: sold.buyer.token, headers: key(), body: { order_id: sold.id, items } });
  await withdraw(sold);
  expect(await returnsOf(sold.id)).toMatchObject([{ status: "approved", is_withdrawal: true }]);
});

test("Withdrawal: some units by the link of the order, which shows those that are left", async () => {
  const sold = await bought({ quantity: 3 });
  const link = await withdrawalKey(app.db, sold.id);
  const shown = async () => (await ask("POST /withdrawals/order", { body: { key: link } })).body.data;
  expect(await shown()).toMatchObject({ number: sold.order.number, items: [{ quantity: 3, until: null }] });
  const items = [{ order_item_id: sold.order.items[0]?.id, quantity: 2 }];
  await withdraw(sold, { items, key: link });
  expect(await shown()).toMatchObject({ items: [{ quantity: 1 }] });
  expect(await withdrawn(sold.id)).toMatchObject([
    { source: "order_link", units: [{ outcome: "cancelled", quantity: 2 }] },
  ]);
  expect(await look(sold.buyer, sold.id)).toMatchObject({ status: "confirmed", refunded: { amount: 2000 } });
});

test("Withdrawal: the key of another order, or a changed one, shows nothing", async () => {
  const [one, other] = [await bought(), await bought()];
  const [, secret] = (await withdrawalKey(app.db, one.id)).split(".");
  for (const wrong of [`${other.id}.${secret}`, `${one.id}.`, "x"])
    expect((await ask("POST /withdrawals/order", { body: { key: wrong } })).body).toMatchObject({
      code: "link_expired",
    });
});

test("Withdrawal: its customer gets the key, nobody else", async () => {
  const sold = await bought();
  const keyFor = ({ token }: { token: string }) => ask(`GET /orders/${sold.id}/withdrawal`, { token });
  expect((await keyFor(sold.buyer)).body.data.key).toBe(await withdrawalKey(app.db, sold.id));
  expect((await keyFor(await shop.person())).status).toBe(404);
});

test("Withdrawal: the answer is the same for an unknown order and for another address, and nothing follows", async () => {
  const sold = await bought();
  const stranger = await shop.person();
  const answers = [
    await withdraw({ ...sold, buyer: stranger }),
    await withdraw({ ...sold, order: { ...sold.order, number: 999_999_999 } }),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(202);
    expect(Object.keys(body.data)).toEqual(["received_at"]);
  }
  expect(await withdrawn(sold.id)).toEqual([]);
  expect((await look(sold.buyer, sold.id)).status).toBe("confirmed");
});

test("Withdrawal: the same one twice is one, with one receipt", async () => {
  const sold = await bought();
  const headers = key();
  const [first, again] = [await withdraw(sold, {}, headers), await withdraw(sold, {}, headers)];
  expect(again.body).toEqual(first.body);
  await withdraw(sold);
  expect(await withdrawn(sold.id)).toHaveLength(1);
  expect(await receipts(sold.id)).toHaveLength(1);
});

test("Withdrawal: until the end of the day 14 days after the last delivery, or longer where the shop grants it", async () => {
  const sold = await bought();
  const link = await withdrawalKey(app.db, sold.id);
  const daysFor = async (returnDays: number) => {
    await sql`update order_lines set return_days = ${returnDays} where order_id = ${sold.id}::uuid`.execute(app.db);
    return (await ask("POST /withdrawals/order", { body: { key: link } })).body.data.items[0].days;
  };
  expect([await daysFor(30), await daysFor(0)]).toEqual([30, 14]);
  await shipAndDeliver(sold.id, admin);
  const isLate = async () => (await ask("POST /withdrawals/order", { body: { key: link } })).body.data.items[0].is_late;
  daysLater(13.9);
  expect(await isLate()).toBe(false);
  // Longer if that is a weekend or a holiday.
  daysLater(20);
  expect(await isLate()).toBe(true);
  expect((await ask(`GET /orders/${sold.id}/withdrawal`, { token: sold.buyer.token })).body.data.key).toBeNull();
  await withdraw(sold);
  expect(await withdrawn(sold.id)).toMatchObject([{ units: [{ outcome: "left" }] }]);
  expect(await returnsOf(sold.id)).toEqual([]);
  expect(await receipts(sold.id)).toHaveLength(1);
  await withdraw(sold);
  expect(await withdrawn(sold.id)).toHaveLength(1);
});

test("Withdrawal: goods named in words, and an order awaiting payment, are left to staff", async () => {
  const [named, unpaid] = [await bought(), await placed()];
  await pay(unpaid.buyer, unpaid.id, { provider: "bank" });
  await withdraw(named, { note: "Only the blue cup" });
  await withdraw(unpaid);
  expect((await look(named.buyer, named.id)).status).toBe("confirmed");
  const seen = (await ask(`GET /orders/${named.id}`, { token: admin.token })).body.data;
  expect(seen.timeline.at(-1).text).toContain("“Only the blue cup”");
  const alerts = (await ask("GET /notifications?type=withdrawal_received&per_page=100", { token: admin.token })).body
    .data;
  for (const { id, order } of [named, unpaid])
    expect(alerts).toContainEqual(
      expect.objectContaining({
        title: `Withdrawal from order ${order.number}: answer the customer`,
        link: `/dashboard/orders/${id}`,
      }),
    );
});

test("Withdrawal: excluded goods are left to staff, sealed ones only once they are shipped", async () => {
  const as = async (exclusion: string) => {
    const sold = await bought();
    await sql`update order_lines set withdrawal_exclusion = ${exclusion} where order_id = ${sold.id}::uuid`.execute(
      app.db,
    );
    return sold;
  };
  const [made, sealed, opened] = [await as("made_to_order"), await as("sealed_hygiene"), await as("sealed_hygiene")];
  await act(opened.id, "fulfilments");
  for (const sold of [made, sealed, opened]) await withdraw(sold);
  const outcomes = [made, sealed, opened].map(async ({ id }) => (await withdrawn(id))[0]?.units[0]?.outcome);
  expect(await Promise.all(outcomes)).toEqual(["left", "cancelled", "left"]);
  expect((await ask(`GET /orders/${made.id}/withdrawal`, { token: made.buyer.token })).body.data.key).toBeNull();
  expect(await receipts(made.id)).toHaveLength(1);
});

test("Withdrawal: the exclusion of a product type is shown, and stored with what is ordered", async () => {
  const buyer = await shop.person();
  const { id, slug } = await product();
  await sql`update product_types set withdrawal_exclusion = 'perishable' where slug = ${slug}`.execute(app.db);
  await fill(buyer, id);
  expect((await ask(`GET /product/details/${slug}`)).body.data.returns).toBe(
    "Return within 30 days. No right of withdrawal, as it is perishable.",
  );
  expect((await quote(buyer)).body.data.lines).toMatchObject([{ withdrawal_exclusion: "perishable" }]);
  const placed = (await order(buyer)).body.data;
  const key = await withdrawalKey(app.db, placed.id);
  expect((await ask("POST /withdrawals/order", { body: { key } })).body.data.items).toMatchObject([
    { exclusion: "perishable" },
  ]);
});

test("Withdrawal: what can't be carried out is recorded and left to staff", async () => {
  const sold = await bought();
  app.events.on("order.cancelled", async (_tx, { orderId }) => {
    if (orderId === sold.id) throw new Problem("order_state");
  });
  await withdraw(sold);
  expect((await look(sold.buyer, sold.id)).status).toBe("confirmed");
  expect(await withdrawn(sold.id)).toMatchObject([{ units: [{ outcome: "left" }] }]);
});

test("Withdrawal: the link of an order is enough, with another address or none, which staff are told of", async () => {
  const [sold, gone] = [await bought(), await bought()];
  const byLink = async (one: Sold, email: string) =>
    withdraw(one, {
      key: await withdrawalKey(app.db, one.id),
      items: one.order.items.map(({ id }) => ({ order_item_id: id, quantity: 1 })),
      email,
    });
  await byLink(sold, "other@example.com");
  expect(await look(sold.buyer, sold.id)).toMatchObject({ status: "cancelled" });
  expect(await receipts(sold.id)).toHaveLength(1);
  await shipAndDeliver(gone.id, admin);
  await inTransaction(app.db, (tx) => app.events.emit(tx, "account.deleted", { userId: gone.buyer.id }));
  await inTransaction(app.db, (tx) => anonymizeEndedOrders(app, tx));
  await byLink(gone, "new@example.com");
  expect(await withdrawn(gone.id)).toMatchObject([{ units: [{ outcome: "return" }] }]);
  expect(await alertsOf(gone.id)).toMatchObject([
    {
      body:
        "The order has no email address, so no receipt was sent. Answer new@example.com. " +
        "The delivery cost is refunded too: receiving the return offers it.",
    },
  ]);
  await inTransaction(app.db, (tx) => anonymizeEndedOrders(app, tx));
  expect(await withdrawn(gone.id)).toMatchObject([{ name: null }]);
});

test("Withdrawal: what was left to staff is open again once it can be carried out, or is answered", async () => {
  const unpaid = await placed();
  await withdraw(unpaid);
  expect(await withdrawn(unpaid.id)).toMatchObject([{ units: [{ outcome: "left" }] }]);
  await pay(unpaid.buyer, unpaid.id, { provider: "demo" });
  expect(await findWithdrawalKey(app, app.db, unpaid.id)).not.toBeNull();
  await withdraw(unpaid);
  expect((await look(unpaid.buyer, unpaid.id)).status).toBe("cancelled");
  const sold = await bought({ quantity: 3 });
  await sql`update order_lines set withdrawal_exclusion = 'sealed_hygiene' where order_id = ${sold.id}::uuid`.execute(
    app.db,
  );
  await shipAndDeliver(sold.id, admin);
  const link = await withdrawalKey(app.db, sold.id);
  const units = (quantity: number) => [{ order_item_id: sold.order.items[0]?.id, quantity }];
  await withdraw(sold, { key: link, items: units(1) });
  await act(sold.id, "refunds", { items: units(1), reason: "Sealed", restock: false });
  expect((await ask("POST /withdrawals/order", { body: { key: link } })).body.data.items[0].quantity).toBe(2);
  await withdraw(sold, { key: link, items: units(2) });
  await withdraw(sold, { key: link, items: units(2) });
  expect((await withdrawn(sold.id)).map(({ units: [unit] }) => unit?.quantity)).toEqual([1, 2]);
});

test("Withdrawal: after 20 all are recorded, and carried out, but without more receipts of nothing", async () => {
  const sold = await bought();
  for (const note of Array.from({ length: 22 }, (_, index) => `Item ${index}`)) await withdraw(sold, { note });
  expect(await receipts(sold.id)).toHaveLength(20);
  await withdraw(sold);
  expect(await withdrawn(sold.id)).toHaveLength(23);
  expect((await look(sold.buyer, sold.id)).status).toBe("cancelled");
  expect(await receipts(sold.id)).toHaveLength(21);
});

const requested = async (sold: Sold) => {
  const items = sold.order.items.map(({ id }) => ({ order_item_id: id, quantity: 1, reason_code: "other" }));
  await ask("POST /returns", { token: sold.buyer.token, headers: key(), body: { order_id: sold.id, items } });
};

test("Withdrawal: the link shows the units of a return too, which becomes that of the withdrawal", async () => {
  const sold = await bought({ quantity: 2 });
  await shipAndDeliver(sold.id, admin);
  await requested(sold);
  const link = await withdrawalKey(app.db, sold.id);
  const [shown] = (await ask("POST /withdrawals/order", { body: { key: link } })).body.data.items;
  expect(shown.quantity).toBe(2);
  await withdraw(sold, { key: link, items: [{ order_item_id: shown.order_item_id, quantity: 2 }] });
  expect(await returnsOf(sold.id)).toMatchObject(Array(2).fill({ status: "approved", is_withdrawal: true }));
  expect(await withdrawn(sold.id)).toMatchObject([{ units: [{ outcome: "return", quantity: 2 }] }]);
});

test("Withdrawal: staff decide on a requested return of excluded goods, and on one after the period", async () => {
  const [made, late] = [await bought(), await bought()];
  await sql`update order_lines set withdrawal_exclusion = 'made_to_order' where order_id = ${made.id}::uuid`.execute(
    app.db,
  );
  for (const sold of [made, late]) {
    await shipAndDeliver(sold.id, admin);
    await requested(sold);
  }
  await withdraw(made);
  daysLater(70);
  await withdraw(late);
  for (const { id } of [made, late])
    expect(await returnsOf(id)).toMatchObject([{ status: "requested", is_withdrawal: false }]);
});

test("Withdrawal: staff are told to refund the delivery cost of an order that comes back", async () => {
  const sold = await bought();
  await shipAndDeliver(sold.id, admin);
  await withdraw(sold);
  const { timeline, totals } = (await ask(`GET /orders/${sold.id}`, { token: admin.token })).body.data;
  expect(totals.shipping.amount).toBeGreaterThan(0);
  expect(timeline.map(({ text }: { text: string }) => text)).toContain(
    "The customer withdrew from the contract: 1 × Cup. The standard delivery cost is refunded too: receiving the return offers it.",
  );
});

test("Withdrawal: what staff haven't received of its return can still be sent until the deadline", async () => {
  const sold = await bought({ quantity: 3 });
  await shipAndDeliver(sold.id, admin);
  await withdraw(sold);
  const [{ id, send_by }] = await returnsOf(sold.id);
  const items = [{ order_item_id: sold.order.items[0]?.id, quantity: 1, condition: "sellable" }];
  const { version } = await look(sold.buyer, sold.id);
  expect(
    (await ask(`POST /returns/${id}/receive`, { token: admin.token, headers: key(), body: { items, version } })).status,
  ).toBe(200);
  expect(await returnsOf(sold.id)).toMatchObject([
    { status: "approved", is_withdrawal: true, send_by, items: [{ quantity: 2 }] },
    { status: "refunded", items: [{ received_qty: 1 }] },
  ]);
});

test("Withdrawal: a link shows name and address only while the order has the address that it was sent to", async () => {
  const sold = await bought();
  const link = await withdrawalKey(app.db, sold.id);
  const shown = async () => (await ask("POST /withdrawals/order", { body: { key: link } })).body.data;
  expect(await shown()).toMatchObject({ name: "Ada Lovelace", email: sold.buyer.email });
  await sql`update orders set email = 'right@example.com' where id = ${sold.id}::uuid`.execute(app.db);
  expect(await shown()).toMatchObject({ name: null, email: null, items: [{ quantity: 1 }] });
});

test("Withdrawal: control characters are refused, but for line breaks of the items", async () => {
  const sold = await bought();
  expect((await withdraw(sold, { name: "A\u0000da" })).status).toBe(400);
  expect((await withdraw(sold, { note: "A\u0000cup" })).status).toBe(400);
  expect((await withdraw(sold, { note: "A cup\nand a bowl" })).status).toBe(202);
});

test("Withdrawal: what its consumer wrote goes with the account", async () => {
  const sold = await bought();
  await withdraw(sold, { note: "The blue cup" });
  const { body } = await ask(`POST /customers/${sold.buyer.id}/data`, { token: admin.token });
  expect(body.data.withdrawals).toMatchObject([{ name: "Ada Lovelace", note: "The blue cup" }]);
  await withdraw(sold);
  await inTransaction(app.db, (tx) => app.events.emit(tx, "account.deleted", { userId: sold.buyer.id }));
  await inTransaction(app.db, (tx) => anonymizeEndedOrders(app, tx));
  expect(await withdrawn(sold.id)).toMatchObject([
    { name: null, note: null },
    { name: null, note: null },
  ]);
});

test("Withdrawal: one that may be guessed is left to staff, as numbers of orders follow each other; the link still acts", async () => {
  const sold = await bought();
  for (let tried = 1; tried <= 21; tried++) await withdraw(sold, { order_number: 900_000 + tried });
  expect((await withdraw(sold)).status).toBe(202);
  expect((await look(sold.buyer, sold.id)).status).toBe("confirmed");
  expect(await withdrawn(sold.id)).toMatchObject([{ units: [{ outcome: "left" }] }]);
  expect(await alertsOf(sold.id)).toHaveLength(1);
  await withdraw(sold, { key: await withdrawalKey(app.db, sold.id) });
  expect((await look(sold.buyer, sold.id)).status).toBe("cancelled");
});
