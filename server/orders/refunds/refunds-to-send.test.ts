import { sql } from "kysely";
import { expect, test } from "vitest";
import { summarizeOrder } from "#contract/orders/order-summary.ts";
import { orderFigures } from "#server/orders/orders.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { bought, look, shipAndDeliver, actAs } = selling(shop);
const { token } = await openAdmin(shop);
const admin = { token } as Buyer;
const act = actAs(admin);

const emailsOf = async (id: string) => {
  const { rows } = await sql<{ template: string }>`
    select template from email_outbox where facts ->> 'order_id' = ${id}`.execute(app.db);
  return rows.map(({ template }) => template);
};

test("Refund: one that staff have to send is told to the customer once it is marked as sent", async () => {
  const { id } = await bought({ provider: "cod" });
  await shipAndDeliver(id, admin);
  await act(id, "refunds", { amount: 500, reason: "Sorry" });
  const [refund] = (await look(admin, id)).refunds;
  expect(refund).toMatchObject({ status: "succeeded", sent_at: null });
  expect(await emailsOf(id)).not.toContain("order_refunded");
  const path = `POST /orders/${id}/refunds/${refund.id}/sent`;
  const { status, body } = await ask(path, { token });
  expect([status, typeof body.data.refunds[0].sent_at]).toEqual([200, "string"]);
  expect(body.data.timeline.at(-1)).toMatchObject({ type: "refund_sent", text: "Refund marked as sent." });
  expect(await emailsOf(id)).toContain("order_refunded");
  const { rows } = await sql<{ facts: object }>`
    select facts from email_outbox where template = 'order_refunded' and facts ->> 'order_id' = ${id}`.execute(app.db);
  expect(rows[0]?.facts).toMatchObject({ amount: 500, by_hand: 1 });
  expect(await ask(path, { token })).toMatchObject({ status: 409, body: { code: "refund_sent" } });
});

test("Refund: one that a provider sends is sent at once", async () => {
  const { id } = await bought();
  await act(id, "refunds", { amount: 500, reason: "Sorry" });
  const [refund] = (await look(admin, id)).refunds;
  expect(refund.sent_at).not.toBeNull();
  expect(await emailsOf(id)).toContain("order_refunded");
});

test("Refund: until it is marked as sent it is to be refunded on the page, in the list and in the export", async () => {
  const { id, order } = await bought({ provider: "cod" });
  await shipAndDeliver(id, admin);
  await act(id, "refunds", { amount: 500, reason: "Sorry" });
  const figuresOf = async () =>
    summarizeOrder(await look(admin, id)).map(({ figure, money }) => [figure, money.amount] as const);
  const listed = async () =>
    (await ask(`GET /orders?number=${order.number}`, { token })).body.data[0].refunds_to_send.amount;
  const exported = async () => {
    const { body: text } = await ask(`GET /orders/export?number=${order.number}`, { token });
    const [names, values] = (text as string)
      .trim()
      .split("\n")
      .map((line) => line.split(","));
    return ["refunded", "refunds_to_send"].map((name) => values?.[names?.indexOf(name) ?? -1]);
  };
  expect(await figuresOf()).toContainEqual(["to_refund", 500]);
  expect((await figuresOf()).map(([figure]) => figure)).not.toContain("refunded");
  expect((await look(admin, id)).timeline.at(-1).text).toBe("Refund to be sent.");
  expect([await listed(), await exported()]).toEqual([500, ["0.00", "5.00"]]);
  const [refund] = (await look(admin, id)).refunds;
  await ask(`POST /orders/${id}/refunds/${refund.id}/sent`, { token });
  expect(await figuresOf()).toEqual(
    expect.arrayContaining([
      ["refunded", 500],
      ["due", 0],
    ]),
  );
  expect([await listed(), await exported()]).toEqual([0, ["5.00", "0.00"]]);
});

test("A7 a refund is to be sent in the export of payments until it is marked as sent", async () => {
  const { id, order } = await bought({ provider: "cod" });
  await shipAndDeliver(id, admin);
  await act(id, "refunds", { amount: 500, reason: "Sorry" });
  const exported = async () => {
    const { body: text } = await ask("GET /payments/export", { token });
    const lines = (text as string)
      .trim()
      .split("\n")
      .filter((line) => line.includes(`,${order.number},cod,`));
    return lines.map((line) => line.split(",").slice(3));
  };
  const refund = ["refund", "EUR", "-5.00", ""];
  const [capture, ...refunds] = await exported();
  expect([capture?.at(-2), capture?.at(-1)]).toEqual(["", "done"]);
  expect(refunds).toEqual([[...refund, "to_be_sent"]]);
  const [{ id: refundId }] = (await look(admin, id)).refunds;
  await ask(`POST /orders/${id}/refunds/${refundId}/sent`, { token });
  expect((await exported()).slice(1)).toEqual([[...refund, "done"]]);
});

test("A2 an order counts as one with refunds to send, and is in their view, until each is marked as sent", async () => {
  const { id } = await bought({ provider: "cod" });
  await shipAndDeliver(id, admin);
  const before = (await orderFigures(app.db)).refunds_to_send;
  const counted = async () => {
    const { data, meta } = (await ask("GET /orders?view=refunds_to_send", { token })).body;
    const { refunds_to_send } = await orderFigures(app.db);
    expect(refunds_to_send).toBe(meta.total);
    return [refunds_to_send - before, data.some((one: { id: string }) => one.id === id)];
  };
  expect(await counted()).toEqual([0, false]);
  for (const amount of [100, 200]) await act(id, "refunds", { amount, reason: "Sorry" });
  expect(await counted()).toEqual([1, true]);
  for (const refund of (await look(admin, id)).refunds) {
    expect(await counted()).toEqual([1, true]);
    await ask(`POST /orders/${id}/refunds/${refund.id}/sent`, { token });
  }
  expect(await counted()).toEqual([0, false]);
});

test("Refund: one that a provider sent is never marked as sent by hand", async () => {
  const { id } = await bought();
  await act(id, "refunds", { amount: 500, reason: "Sorry" });
  const [refund] = (await look(admin, id)).refunds;
  // As a process of an earlier version left it.
  await sql`update refunds set sent_at = null where id = ${refund.id}`.execute(app.db);
  const path = `POST /orders/${id}/refunds/${refund.id}/sent`;
  expect(await ask(path, { token })).toMatchObject({ status: 409, body: { code: "refund_sent" } });
  expect((await look(admin, id)).refunds_to_send.amount).toBe(0);
});
