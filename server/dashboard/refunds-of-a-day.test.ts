import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { signDemoWebhook } from "#server/payments/payments.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { bought, look, placed, pay } = selling(shop);
const { token } = await openAdmin(shop);

/** The demo provider reports this of an order's payment, at noon of a day. */
async function report(id: string, kind: string, amount: number, day: string, charge: string = randomUUID()) {
  const [payment] = (await look({ token } as Buyer, id)).payments;
  const at = `${day}T12:00:00.000Z`;
  const message = { id: randomUUID(), reference: `demo_${payment.id}`, charge, kind, amount, currency: "EUR", at };
  const { signature } = signDemoWebhook(app, message as never);
  await ask("POST /webhooks/payments/demo", { headers: { "x-signature": signature }, body: message });
  await app.jobs.drain();
}
const summaryOf = async (day: string) =>
  (await ask(`GET /dashboard/summary?from=${day}&to=${day}`, { token })).body.data;
const listOf = async (day: string) =>
  (await ask(`GET /orders?refunded_from=${day}&refunded_to=${day}`, { token })).body.data.map(
    ({ number }: { number: number }) => number,
  );

test("the list of refunds of a day has what the figure of that day counts", async () => {
  const { id, order } = await bought();
  await report(id, "refund", 500, "2026-03-01");
  expect((await summaryOf("2026-03-01")).refunds.now).toBe(500);
  expect(await listOf("2026-03-01")).toEqual([order.number]);
});

test("a lost chargeback counts on its day, and what is won back on its own", async () => {
  const { id, order } = await bought();
  await report(id, "chargeback", 900, "2026-03-02", id);
  expect((await summaryOf("2026-03-02")).refunds.now).toBe(0);
  await report(id, "chargeback_lost", 900, "2026-03-03", id);
  await report(id, "chargeback_won", 900, "2026-03-04", id);
  expect((await summaryOf("2026-03-03")).refunds.now).toBe(900);
  expect((await summaryOf("2026-03-04")).refunds.now).toBe(-900);
  for (const day of ["2026-03-03", "2026-03-04"]) expect(await listOf(day)).toEqual([order.number]);
});

test("a refund above what was captured counts as far as the money was there", async () => {
  const { id } = await bought();
  await report(id, "refund", 2000, "2026-03-05");
  expect((await summaryOf("2026-03-05")).refunds.now).toBe(1490);
});

test("the average order is the total of the orders, however they are paid or refunded", async () => {
  const day = "2026-04-01";
  const realNow = app.now;
  app.now = () => new Date(`${day}T10:00:00Z`);
  const first = await bought({ price: 10_000 });
  const { id, buyer } = await placed({ price: 6000 });
  await pay(buyer, id, { provider: "cod" });
  app.now = realNow;
  await report(first.id, "refund", 5000, day);
  const { orders, average_order, revenue } = await summaryOf(day);
  expect({ orders: orders.now, average: average_order.now, revenue: revenue.now }).toEqual({
    orders: 2,
    average: 8000,
    revenue: 5000,
  });
});
