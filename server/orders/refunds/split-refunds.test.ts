import { afterEach, expect, test } from "vitest";
import { listInconsistencies } from "#server/orders/orders.ts";
import { syncUnresolvedPayments } from "#server/payments/payments.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { getLevels } from "#server/stock/stock.ts";
import { selling } from "#server/testing/selling.ts";
import { shopWithStripe } from "#server/testing/stripe-payments.ts";

const account = { account_holder: "Kiosk", iban: "DE89 3704 0044 0532 0130 00", bic: "COBADEFFXXX", bank_name: "Bank" };
const { shop, fakeStripe, stripe, deliverWebhooks, intentOf, admin, act, withManualCapture } = await shopWithStripe();
const { product, fill, order, pay, look, shipAndDeliver, key, returnUnits, alertTitles } = selling(shop);
const { app, ask } = shop;
const { token } = admin;
const realNow = app.now;
await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account: account }));

afterEach(async () => {
  app.now = realNow;
  stripe.connection = "up";
  fakeStripe.refundsAre = "succeeded";
  expect(await listInconsistencies(app.db)).toEqual([]);
});

const see = (id: string) => look(admin, id);
const listRefunds = async (id: string): Promise<{ status: string; amount: number }[]> =>
  (await see(id)).refunds.map(({ status, amount }: { status: string; amount: { amount: number } }) => ({
    status,
    amount: amount.amount,
  }));
const creditsOf = async (id: string): Promise<number[]> =>
  (await ask(`GET /orders/${id}/documents`, { token })).body.data
    .filter(({ kind }: { kind: string }) => kind === "credit_note")
    .map(({ total }: { total: { amount: number } }) => total.amount);

/**
 * A lamp at 80.00 and a cup at 20.00, of which 60.00 are paid by card and the rest by bank transfer: only that much of
 * the authorization was `captured`, or the rest of the card payment was `lost` in a dispute.
 */
async function paidByCardAndTransfer(how: "taken" | "lost") {
  const buyer = await shop.person();
  const [lamp, variation] = [await product({ price: 8000 }), await product({ price: 2000 })];
  for (const one of [lamp, variation]) await fill(buyer, one.id);
  const { id, items, total } = (await order(buyer)).body.data;
  const byCard = async () => {
    await pay(buyer, id, { provider: "stripe" });
    fakeStripe.confirm(intentOf(id));
    await deliverWebhooks();
  };
  if (how === "taken") {
    await withManualCapture(byCard);
    fakeStripe.capture(intentOf(id), 6000);
  } else {
    await byCard();
    const dispute = fakeStripe.dispute(intentOf(id), "needs_response", undefined, total.amount - 6000);
    fakeStripe.dispute(intentOf(id), "lost", dispute, total.amount - 6000);
  }
  await deliverWebhooks();
  expect(await see(id)).toMatchObject({ outstanding: { amount: total.amount - 6000 } });
  await ask(`POST /payments/${id}/received`, { token, headers: key(), body: { amount: total.amount - 6000 } });
  expect(await see(id)).toMatchObject({ outstanding: { amount: 0 }, refundable: { amount: total.amount } });
  const lineOf = (variation: number): number =>
    items.find(({ variation_id }: { variation_id: number }) => variation_id === variation).id;
  const line = lineOf(lamp.id);
  const onShelf = async () => (await getLevels(app.db, [lamp.id])).get(lamp.id)?.on_hand;
  return {
    buyer,
    id: id as string,
    line,
    variation: { ...variation, line: lineOf(variation.id) },
    total: total.amount as number,
    onShelf,
  };
}
type Sold = Awaited<ReturnType<typeof paidByCardAndTransfer>>;

/** The lamp is delivered, returned and received. */
async function returnLamp({ buyer, id, line }: Sold) {
  await shipAndDeliver(id, admin);
  return returnUnits(id, buyer, admin, [{ order_item_id: line, quantity: 1 }], { restock: true });
}

const bothParts = [
  { status: "succeeded", amount: 6000 },
  { status: "succeeded", amount: 2000 },
];

test.each(["taken", "lost"] as const)(
  "C11 Return: a unit worth more than any one payment is refunded from several of them (%s)",
  async (how) => {
    const sold = await paidByCardAndTransfer(how);
    const shelf = await sold.onShelf();
    expect(await returnLamp(sold)).toMatchObject({
      status: 200,
      body: { data: { status: "refunded", refund: { amount: 8000 } } },
    });
    expect(await listRefunds(sold.id)).toEqual(bothParts);
    expect(await creditsOf(sold.id)).toEqual([8000]);
    expect(await sold.onShelf()).toBe(shelf);
    expect(await see(sold.id)).toMatchObject({
      status: "completed",
      payment_status: "partially_refunded",
      refundable: { amount: sold.total - 8000 },
      outstanding: { amount: 0 },
    });
    expect((await alertTitles(sold.id, admin)).join()).not.toContain("overpaid");
  },
);

test.each(["taken", "lost"] as const)(
  "C11 Payment: a cancelled unit is refunded from several payments if no single one is enough (%s)",
  async (how) => {
    const { id, line, total } = await paidByCardAndTransfer(how);
    const items = [{ order_item_id: line, quantity: 1 }];
    expect((await act(id, "lines/cancel", { items })).status).toBe(200);
    expect(await listRefunds(id)).toEqual(bothParts);
    expect(await creditsOf(id)).toEqual([8000]);
    expect((await alertTitles(id, admin)).join()).not.toContain("overpaid");
    await shipAndDeliver(id, admin);
    expect(await see(id)).toMatchObject({
      status: "completed",
      payment_status: "partially_refunded",
      refundable: { amount: total - 8000 },
    });
  },
);

test("C11 Payment: an amount above each single payment is refunded from several, once per key, and never more than was paid", async () => {
  const { id, total } = await paidByCardAndTransfer("taken");
  const sent = { token, headers: key(), body: { amount: 8000, reason: "Sorry" } };
  for (const _ of [1, 2]) expect((await ask(`POST /orders/${id}/refunds`, sent)).status).toBe(201);
  expect(await listRefunds(id)).toEqual(bothParts);
  const tooMuch = await act(id, "refunds", { amount: total - 8000 + 1, reason: "More" });
  expect(tooMuch.body.code).toBe("refund_too_much");
  expect((await act(id, "refunds", { amount: total - 8000, reason: "The rest" })).status).toBe(201);
  expect(await see(id)).toMatchObject({ payment_status: "refunded", refundable: { amount: 0 } });
  expect(await creditsOf(id)).toEqual([8000, total - 8000]);
});

test("C11 Payment: of a refund from several payments the part whose provider can't be reached is sent later", async () => {
  const { id } = await paidByCardAndTransfer("taken");
  stripe.connection = "down";
  expect((await act(id, "refunds", { amount: 8000, reason: "Sorry" })).status).toBe(201);
  expect(await listRefunds(id)).toEqual([{ status: "pending", amount: 6000 }, bothParts[1]]);
  stripe.connection = "up";
  app.now = () => new Date(Date.now() + 3 * 60_000);
  await syncUnresolvedPayments(app);
  expect(await listRefunds(id)).toEqual(bothParts);
});

test.each([
  ["returned", "taken"],
  ["cancelled", "taken"],
  ["cancelled", "lost"],
] as const)(
  "C11 Payment: when a part of a refund is declined, what was %s stays so, and the part is still to be refunded (%s)",
  async (what, how) => {
    const sold = await paidByCardAndTransfer(how);
    const { id, line } = sold;
    fakeStripe.refundsAre = "refused";
    if (what === "returned") await returnLamp(sold);
    else expect((await act(id, "lines/cancel", { items: [{ order_item_id: line, quantity: 1 }] })).status).toBe(200);
    await app.jobs.drain();
    expect(await listRefunds(id)).toEqual([{ status: "failed", amount: 6000 }, bothParts[1]]);
    const seen = await see(id);
    expect(seen.items.find((item: { id: number }) => item.id === line)).toMatchObject({ [`${what}_qty`]: 1 });
    expect(seen.timeline.findLast(({ type }: { type: string }) => type === "refund_failed")?.text).toContain(
      "part of the refund",
    );
    expect((await alertTitles(id, admin)).join()).toContain("declined");
    expect(seen.timeline.some(({ type }: { type: string }) => type === "payment_returned")).toBe(false);
    fakeStripe.refundsAre = "succeeded";
    expect((await act(id, "refunds", { amount: 6000, reason: "Once more" })).status).toBe(201);
    expect(await listRefunds(id)).toHaveLength(3);
    expect(await creditsOf(id)).toEqual([8000]);
    expect(await see(id)).toMatchObject({ refundable: { amount: sold.total - 8000 } });
  },
);

test("C11 Payment: a part of a refund the bank returned is still to be refunded, and credited once when it is", async () => {
  const { id } = await paidByCardAndTransfer("taken");
  await act(id, "refunds", { amount: 8000, reason: "Sorry" });
  const made = [...fakeStripe.refunds.values()].find(({ payment_intent }) => payment_intent === intentOf(id));
  fakeStripe.endRefund(made?.id ?? "", "failed");
  await deliverWebhooks();
  expect(await listRefunds(id)).toEqual([{ status: "failed", amount: 6000 }, bothParts[1]]);
  await act(id, "refunds", { amount: 6000, reason: "Once more" });
  expect(await creditsOf(id)).toEqual([8000]);
});

test.each(["taken", "lost"] as const)(
  "C11 Payment: a refund the bank returned leaves both payments of an order paid in two parts (%s)",
  async (how) => {
    const { id, variation, total } = await paidByCardAndTransfer(how);
    expect((await act(id, "lines/cancel", { items: [{ order_item_id: variation.line, quantity: 1 }] })).status).toBe(
      200,
    );
    expect(await listRefunds(id)).toEqual([{ status: "succeeded", amount: 2000 }]);
    // The cancelled unit can't be restored, so its credit stands and the order is overpaid by it.
    const rival = await shop.person();
    await fill(rival, variation.id, 10);
    expect((await order(rival)).status).toBe(201);
    const made = [...fakeStripe.refunds.values()].find(({ payment_intent }) => payment_intent === intentOf(id));
    fakeStripe.endRefund(made?.id ?? "", "failed");
    await deliverWebhooks();
    expect(await listRefunds(id)).toEqual([{ status: "failed", amount: 2000 }]);
    const seen = await see(id);
    expect(seen).toMatchObject({ refundable: { amount: total }, outstanding: { amount: 0 } });
    expect(seen.timeline.some(({ type }: { type: string }) => type === "payment_returned")).toBe(false);
    expect((await alertTitles(id, admin)).join()).toMatch(/overpaid|differs from the amount due/);
  },
);
