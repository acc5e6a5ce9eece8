import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { sendDemoWebhook } from "#server/testing/demo-webhooks.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const account = { account_holder: "Kiosk", iban: "DE89 3704 0044 0532 0130 00", bic: "COBADEFFXXX", bank_name: "Bank" };
const shop = await openTestShop();
const { product, fill, order, pay, look, shipAndDeliver, key, actAs, returnUnits, alertTitles } = selling(shop);
const { app, ask } = shop;
const { token, card } = await openAdmin(shop);
const admin = { token } as Buyer;
await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account: account }));

checkFiguresAfterEach(shop);

const act = actAs({ token });
const see = (id: string) => look(admin, id);
const recordTransfer = (id: string, amount: number) =>
  ask(`POST /payments/${id}/received`, { token, headers: key(), body: { amount } });

/** Units at 50.00 in a line each, of which all but `missing` was paid by bank transfer or gift card. */
async function short({ variations, missing, gift = 0 }: { variations: number; missing: number; gift?: number }) {
  const buyer = await shop.person();
  for (let n = 0; n < variations; n++) await fill(buyer, (await product({ price: 5000 })).id);
  if (gift > 0) await ask("PUT /cart/gift-card", { token: buyer.token, body: { code: (await card(gift)).code } });
  const { id, items, total } = (await order(buyer)).body.data;
  await pay(buyer, id, { provider: "bank" });
  await recordTransfer(id, total.amount - gift - missing);
  expect(await see(id)).toMatchObject({ status: "on_hold", hold_reason: "amount_mismatch" });
  const cancel = (nth: number) => act(id, "lines/cancel", { items: [{ order_item_id: items[nth].id, quantity: 1 }] });
  return { buyer, id: id as string, items, total: total.amount as number, cancel };
}

async function releaseAndDeliver(id: string) {
  await act(id, "release");
  return (await shipAndDeliver(id, admin)).body.data;
}

test.each(["on hold", "released"])(
  "C11 Payment: after a line of an underpaid order %s is cancelled, the payment covers the rest and nothing is refunded",
  async (when) => {
    const { id, total, cancel } = await short({ variations: 2, missing: 5000 });
    if (when === "released") await act(id, "release");
    expect((await cancel(1)).body.data).toMatchObject({
      payment_status: "paid",
      paid: { amount: total - 5000 },
      refunded: { amount: 0 },
    });
    expect(await releaseAndDeliver(id)).toMatchObject({
      status: "completed",
      payment_status: "paid",
      refunded: { amount: 0 },
    });
  },
);

test("C11 Payment: of an underpaid order only what exceeds the outstanding amount is refunded, in whatever steps", async () => {
  const { id, cancel } = await short({ variations: 4, missing: 7000 });
  expect((await cancel(0)).body.data).toMatchObject({ payment_status: "partially_paid", refunded: { amount: 0 } });
  expect((await cancel(1)).body.data).toMatchObject({ refunded: { amount: 3000 } });
  expect((await cancel(2)).body.data).toMatchObject({ refunded: { amount: 8000 } });
  expect(await releaseAndDeliver(id)).toMatchObject({ status: "completed", payment_status: "partially_refunded" });
});

test("C11 Payment: an order on hold for underpayment continues once units are cancelled and the rest is paid in full", async () => {
  const exact = await short({ variations: 2, missing: 5000 });
  expect((await exact.cancel(1)).body.data).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect((await look(exact.buyer, exact.id)).timeline.at(-1)).toMatchObject({ type: "confirmed" });
  const still = await short({ variations: 4, missing: 7000 });
  expect((await still.cancel(0)).body.data).toMatchObject({ status: "on_hold", hold_reason: "amount_mismatch" });
  expect((await still.cancel(1)).body.data).toMatchObject({ status: "confirmed", refunded: { amount: 3000 } });
});

test("C11 Payment: a payment in another currency pays for nothing, whatever is cancelled", async () => {
  const buyer = await shop.person();
  for (let n = 0; n < 2; n++) await fill(buyer, (await product({ price: 5000 })).id);
  const { id, items, total } = (await order(buyer)).body.data;
  const { payment_id } = (await pay(buyer, id, { provider: "demo", outcome: "decline" })).body.data;
  await sendDemoWebhook(shop, payment_id, { kind: "capture", amount: total.amount - 5000, currency: "USD" });
  await act(id, "lines/cancel", { items: [{ order_item_id: items[0].id, quantity: 1 }] });
  expect(await see(id)).toMatchObject({ status: "on_hold", hold_reason: "amount_mismatch" });
});

/** Returns a unit of each of these lines; the received return. */
async function returnLines({ buyer, id, items }: Awaited<ReturnType<typeof short>>, nths: number[]) {
  const units = nths.map((nth) => ({ order_item_id: items[nth].id as number, quantity: 1 }));
  return (await returnUnits(id, buyer, admin, units)).body.data;
}

test("C11 Return: returned units of an underpaid order first reduce what is outstanding, in whatever steps", async () => {
  const made = await short({ variations: 4, missing: 7000 });
  expect(await releaseAndDeliver(made.id)).toMatchObject({ status: "processing", payment_status: "partially_paid" });
  expect(await returnLines(made, [0])).toMatchObject({ status: "received", refund: { amount: 0 } });
  expect(await see(made.id)).toMatchObject({ payment_status: "partially_paid", refunded: { amount: 0 } });
  expect(await returnLines(made, [1])).toMatchObject({ status: "refunded", refund: { amount: 3000 } });
  expect(await see(made.id)).toMatchObject({ status: "completed", payment_status: "partially_refunded" });
  expect(await returnLines(made, [2, 3])).toMatchObject({ refund: { amount: made.total - 7000 - 3000 } });
  const credits = (await ask(`GET /orders/${made.id}/documents`, { token })).body.data.slice(1);
  expect(credits.map((one: { total: { amount: number } }) => one.total.amount)).toEqual([5000, 5000, 10000]);
});

test("C11 Return: the rest of a bank transfer after units were returned is an overpayment, and administrators are alerted", async () => {
  const made = await short({ variations: 2, missing: 5000 });
  await releaseAndDeliver(made.id);
  await returnLines(made, [0]);
  expect(await see(made.id)).toMatchObject({ status: "completed", payment_status: "paid", refunded: { amount: 0 } });
  await recordTransfer(made.id, 5000);
  expect((await alertTitles(made.id, admin)).join()).toContain("overpaid");
});

test("C11 Gift card: of an underpaid order a card's share is refunded only above the outstanding amount", async () => {
  const { total, cancel } = await short({ variations: 3, missing: 2000, gift: 12000 });
  const byTransfer = total - 12000 - 2000;
  const back = (await cancel(0)).body.data;
  expect(back).toMatchObject({ refunded: { amount: byTransfer }, refundable: { amount: total - 5000 } });
});

test("C11 Payment: the rest of a bank transfer after units were cancelled is an overpayment, and administrators are alerted", async () => {
  const { id, cancel } = await short({ variations: 2, missing: 5000 });
  await act(id, "release");
  await cancel(1);
  await recordTransfer(id, 5000);
  expect((await alertTitles(id, admin)).join()).toContain("overpaid");
});

test("C11 Payment: an order never paid in full is not complete after all payments are refunded", async () => {
  const { id, total } = await short({ variations: 2, missing: 5000 });
  await act(id, "release");
  await act(id, "refunds", { amount: total - 5000, reason: "Scratched" });
  expect(await releaseAndDeliver(id)).toMatchObject({ status: "processing", payment_status: "refunded" });
});

test("C11 Payment: a won dispute leaves an overpayment for units cancelled meanwhile, and administrators are alerted", async () => {
  const buyer = await shop.person();
  for (let n = 0; n < 2; n++) await fill(buyer, (await product()).id);
  const { id, items, total } = (await order(buyer)).body.data;
  await pay(buyer, id);
  const [payment] = (await see(id)).payments;
  const sendDispute = (kind: string) =>
    sendDemoWebhook(shop, payment.id, { kind, amount: total.amount, charge: `dispute_${id}` });
  await sendDispute("chargeback");
  await act(id, "lines/cancel", { items: [{ order_item_id: items[0].id, quantity: 1 }] });
  await sendDispute("chargeback_won");
  expect((await alertTitles(id, admin)).join()).toContain("overpaid");
});

test("C11 Payment: refunding the overpayment after a return leaves what pays for the rest of the order", async () => {
  const made = await short({ variations: 2, missing: 5000 });
  await releaseAndDeliver(made.id);
  await returnLines(made, [0]);
  await recordTransfer(made.id, 5000);
  await act(made.id, "refunds", { amount: 5000, reason: "Too much" });
  expect(await see(made.id)).toMatchObject({ status: "completed", refunded: { amount: 5000 } });
  expect(await returnLines(made, [1])).toMatchObject({ refund: { amount: 5000 } });
});

const toPay = async ({ buyer, id }: { buyer: Buyer; id: string }) =>
  (await ask(`GET /payments/${id}`, { token: buyer.token })).body.data;

test("C11 Payment: after an underpaid bank transfer the customer still sees the instructions and the outstanding amount", async () => {
  const made = await short({ variations: 3, missing: 7000 });
  const seen = await look(made.buyer, made.id);
  expect(seen).toMatchObject({ payment_status: "partially_paid", outstanding: { amount: 7000 }, hold_reason: null });
  const asked = made.total;
  expect(seen.payments).toMatchObject([
    { status: "captured", amount: { amount: asked }, captured: { amount: asked - 7000 } },
  ]);
  expect(await toPay(made)).toMatchObject({ provider: "bank", status: "captured", client: { iban: account.iban } });
  await made.cancel(0);
  expect(await look(made.buyer, made.id)).toMatchObject({ status: "on_hold", outstanding: { amount: 2000 } });
  await recordTransfer(made.id, 2000);
  expect(await look(made.buyer, made.id)).toMatchObject({ status: "confirmed", outstanding: { amount: 0 } });
  expect((await toPay(made)).client).toEqual({});
});

test("C11 Payment: no outstanding amount is requested for an order whose units may be sold out", async () => {
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 5000 })).id);
  const { id } = (await order(buyer)).body.data;
  await pay(buyer, id, { provider: "bank" });
  await ask(`POST /orders/${id}/cancel`, { token: buyer.token, headers: key(), body: {} });
  await recordTransfer(id, 1000);
  expect(await see(id)).toMatchObject({ status: "on_hold", hold_reason: "amount_mismatch_late" });
  expect((await toPay({ buyer, id })).client).toEqual({});
});

test("C11 Payment: a paid order has nothing outstanding, whatever is refunded since, nor has one that ended", async () => {
  const { buyer, id, items, total } = await short({ variations: 2, missing: 5000, gift: 1000 });
  await recordTransfer(id, 5000);
  await act(id, "lines/cancel", { items: [{ order_item_id: items[0].id, quantity: 1 }] });
  await act(id, "refunds", { amount: 1000, reason: "A scratch" });
  expect(await look(buyer, id)).toMatchObject({ outstanding: { amount: 0 }, refunded: { amount: 6000 } });
  await act(id, "cancel");
  expect(await see(id)).toMatchObject({ status: "cancelled", outstanding: { amount: 0 }, total: { amount: total } });
});

test("Payment: an order on hold for an overpaid bank transfer is released once the difference is refunded", async () => {
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 5000 })).id);
  const { id, total } = (await order(buyer)).body.data;
  await pay(buyer, id, { provider: "bank" });
  await recordTransfer(id, total.amount + 610);
  expect(await see(id)).toMatchObject({ status: "on_hold", hold_reason: "amount_mismatch" });
  const refunded = (await act(id, "refunds", { amount: 610, reason: "Paid too much" })).body.data;
  expect(refunded).toMatchObject({ status: "confirmed", payment_status: "paid", credited: { amount: 0 } });
});
