import { expect, test } from "vitest";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";
import { listWithdrawals } from "./withdrawals.sql.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { bought, look, actAs, shipAndDeliver, approveReturn, key } = selling(shop);
checkFiguresAfterEach(shop);
const admin = (await shop.person("admin")) as Buyer;
const { token } = admin;
const act = actAs(admin);

type Sold = { id: string; buyer: Buyer; order: { number: number; items: { id: number }[] } };
async function withdraw({ buyer, order }: Sold, more: object = {}) {
  const body = { name: "Ada Lovelace", order_number: order.number, email: buyer.email, ...more };
  await ask("POST /withdrawals", { headers: key(), body });
  await app.jobs.drain();
}
const alertsOf = async (end: string): Promise<{ title: string; body: string | null }[]> =>
  (await ask("GET /notifications?type=withdrawal_received&per_page=100", { token })).body.data.filter(
    ({ link }: { link: string }) => link.endsWith(end),
  );

/** Receives all of the return of a withdrawal, with some of the delivery cost. */
async function receive({ id, order }: Sold, refund_delivery?: number) {
  const [found] = (await ask(`GET /returns?order_id=${id}`, { token })).body.data;
  const items = [{ order_item_id: order.items[0]?.id, quantity: 1, condition: "sellable", restock: true }];
  const { version } = await look(admin, id);
  return ask(`POST /returns/${found.id}/receive`, { token, headers: key(), body: { version, items, refund_delivery } });
}

test("Withdrawal: with its return the delivery cost is refunded, up to what was charged, as the alert says", async () => {
  const sold = await bought();
  await shipAndDeliver(sold.id, admin);
  await withdraw(sold);
  expect((await alertsOf(sold.id))[0]?.body).toBe("The delivery cost is refunded too: receiving the return offers it.");
  const { totals } = await look(admin, sold.id);
  expect((await receive(sold, totals.shipping.amount + 1)).body.code).toBe("refund_too_much");
  const answered = await receive(sold, totals.shipping.amount);
  expect(answered.status).toBe(200);
  expect(answered.body.data.refund.amount).toBe(1000);
  const order = await look(admin, sold.id);
  expect(order).toMatchObject({ payment_status: "refunded", refundable: { amount: 0 }, outstanding: { amount: 0 } });
  expect(order.credited).toEqual(order.total);
  expect(order.timeline.map(({ text }: { text: string }) => text).join("\n")).toContain("Delivery cost, return");
});

test("Return: the delivery cost is refunded once over all returns of an order, and no withdrawal promises it again", async () => {
  const sold = await bought({ quantity: 4 });
  await shipAndDeliver(sold.id, admin);
  const [line] = sold.order.items;
  const { totals } = await look(admin, sold.id);
  const delivery = totals.shipping.amount;
  const receiveOne = async (refund_delivery: number) => {
    const returnId = await approveReturn(sold.id, sold.buyer, admin, [{ order_item_id: line.id, quantity: 1 }]);
    const { version } = await look(admin, sold.id);
    const items = [{ order_item_id: line.id, quantity: 1, condition: "sellable" }];
    const body = { version, items, refund_delivery };
    return ask(`POST /returns/${returnId}/receive`, { token, headers: key(), body });
  };
  expect((await receiveOne(delivery - 100)).status).toBe(200);
  expect((await receiveOne(101)).body.code).toBe("refund_too_much");
  expect((await receiveOne(100)).status).toBe(200);
  expect((await receiveOne(1)).body.code).toBe("refund_too_much");
  expect((await look(admin, sold.id)).credited.amount).toBe(2000 + delivery);
  await withdraw(sold);
  expect((await alertsOf(sold.id))[0]?.body ?? "").not.toContain("delivery cost");
});

test("Withdrawal: cash on delivery that was withdrawn from under way leaves nothing due, not even the delivery", async () => {
  const sold = await bought({ provider: "cod" });
  await act(sold.id, "fulfilments");
  await withdraw(sold);
  const { totals } = await look(admin, sold.id);
  expect((await receive(sold, totals.shipping.amount)).status).toBe(200);
  expect(await look(admin, sold.id)).toMatchObject({
    status: "closed_returned",
    due: { amount: 0 },
    outstanding: { amount: 0 },
    refunds_to_send: { amount: 0 },
  });
});

test("Withdrawal: without delivery cost the return refunds the goods alone", async () => {
  const sold = await bought();
  await shipAndDeliver(sold.id, admin);
  await withdraw(sold);
  await receive(sold);
  expect(await look(admin, sold.id)).toMatchObject({
    payment_status: "partially_refunded",
    credited: { amount: 1000 },
  });
});

test("Withdrawal: the same words within a day are a repeat; later they ask for an answer again", async () => {
  const sold = await bought();
  const days = async (more: number) => {
    const at = Date.now() + more * 86_400_000;
    app.now = () => new Date(at);
    await withdraw(sold, { note: "The blue cup" });
    return (await listWithdrawals(app.db, sold.id)).length;
  };
  expect([await days(0), await days(0.9), await days(1.1)]).toEqual([1, 1, 2]);
  expect(await alertsOf(sold.id)).toHaveLength(2);
});

test("Withdrawal: one that the database refuses is left to staff, and one that can't be recorded is told to them", async () => {
  const [left, lost] = [await bought(), await bought()];
  app.events.on("order.cancelled", async (_tx, { orderId }) => {
    if (orderId === left.id) throw new Error("the database refuses it");
  });
  app.events.on("order.withdrawn", async (_tx, { orderId }) => {
    if (orderId === lost.id) throw new Error("the database refuses it");
  });
  await withdraw(left);
  expect(await listWithdrawals(app.db, left.id)).toMatchObject([{ units: [{ outcome: "left" }] }]);
  expect((await alertsOf(left.id))[0]?.title).toContain("answer the customer");
  await withdraw(lost);
  expect(await listWithdrawals(app.db, lost.id)).toEqual([]);
  const [alert] = await alertsOf(`name=${lost.order.number}`);
  expect(alert?.title).toBe(`A withdrawal from order ${lost.order.number} could not be recorded: answer the customer`);
});
