import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { listInconsistencies } from "#server/orders/orders.ts";
import { getLevels } from "#server/stock/stock.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { startFakeStripe } from "#server/testing/fake-stripe-server.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const stripe = await startFakeStripe();
const shop = await openTestShop({ stripe: stripe.account, logLevel: "silent" });
const { product, fill, order, pay, look, actAs, shipAndDeliver, approveReturn } = selling(shop);
const { app, ask } = shop;
const { fakeStripe } = stripe;
const { token, card, coupon } = await openAdmin(shop);
const admin = { id: 0, email: "", token };

afterAll(() => stripe.close());
beforeEach(() => {
  fakeStripe.refundsAre = "succeeded";
});
checkFiguresAfterEach(shop);

const act = actAs({ token });
const onHand = async (id: number) => (await getLevels(app.db, [id])).get(id);
const documents = async (id: string) =>
  (await ask(`GET /orders/${id}/documents`, { token })).body.data.map(({ kind }: { kind: string }) => kind);
const failure = async (id: string) =>
  (await look(admin, id)).timeline.filter(({ type }: { type: string }) => type === "refund_failed").at(-1)?.text;

async function byCard(buyer: Buyer, id: string) {
  await pay(buyer, id, { provider: "stripe" });
  fakeStripe.confirm(fakeStripe.intentOf(id).id);
  for (const { raw, signature } of stripe.takeWebhooks())
    await ask("POST /webhooks/payments/stripe", {
      headers: { "stripe-signature": signature },
      body: JSON.parse(raw),
    });
  await app.jobs.drain();
}

/** An order of three units at 10.00, paid by gift card as far as its balance goes, the rest by card. */
async function paid({ gift = 0, shipped = false } = {}) {
  const buyer = await shop.person();
  const variation = await product({ price: 1000, stock: 10 });
  await fill(buyer, variation.id, 3);
  const used = gift > 0 ? await card(gift) : undefined;
  if (used) await ask("PUT /cart/gift-card", { token: buyer.token, body: { code: used.code } });
  const made = (await order(buyer)).body.data;
  const id = made.id as string;
  await byCard(buyer, id);
  if (shipped) await shipAndDeliver(id, admin);
  return { buyer, variation, id, line: made.items[0].id as number, used };
}

test("C11 Payment: a declined refund for items leaves units, stock, documents and status unchanged", async () => {
  const { id, line, variation } = await paid({ shipped: true });
  const [before, stock, invoices] = [await look(admin, id), await onHand(variation.id), await documents(id)];
  fakeStripe.refundsAre = "refused";
  const wish = { items: [{ order_item_id: line, quantity: 3 }], restock: true, reason: "All broken" };
  expect((await act(id, "refunds", wish)).body.code).toBe("payment_refused");
  await app.jobs.drain();
  expect(await look(admin, id)).toMatchObject({
    status: "completed",
    payment_status: "paid",
    fulfilment_status: before.fulfilment_status,
    items: [{ returned_qty: 0 }],
    refunded: { amount: 0 },
  });
  expect(await onHand(variation.id)).toEqual(stock);
  expect(await documents(id)).toEqual(invoices);
  expect(await failure(id)).toContain("aren't marked as returned");
  fakeStripe.refundsAre = "succeeded";
  expect((await act(id, "refunds", wish)).status).toBe(201);
  expect(await look(admin, id)).toMatchObject({ status: "closed_returned", items: [{ returned_qty: 3 }] });
  expect((await onHand(variation.id))?.on_hand).toBe((stock?.on_hand ?? 0) + 3);
});

test("C11 Payment: items whose refund is declined are not cancelled, and their stock is reserved again", async () => {
  const { id, line, variation } = await paid();
  const cancel = () => act(id, "lines/cancel", { items: [{ order_item_id: line, quantity: 2 }] });
  const told = async () => {
    const { rows } = await sql`
      select from email_outbox
      where template = 'order_items_cancelled' and facts ->> 'order_id' = ${id}`.execute(app.db);
    return rows.length;
  };
  fakeStripe.refundsAre = "refused";
  for (const _ of [1, 2]) {
    expect((await cancel()).body.code).toBe("payment_refused");
    expect(await told()).toBe(0);
    expect(await look(admin, id)).toMatchObject({ status: "confirmed", items: [{ cancelled_qty: 0 }] });
    expect(await onHand(variation.id)).toMatchObject({ reserved: 3 });
    expect(await listInconsistencies(app.db)).toEqual([]);
  }
  expect(await failure(id)).toContain("aren't cancelled");
  fakeStripe.refundsAre = "succeeded";
  expect((await cancel()).status).toBe(200);
  expect(await told()).toBe(1);
  expect(await look(admin, id)).toMatchObject({ items: [{ cancelled_qty: 2 }], refunded: { amount: 2000 } });
  expect(await onHand(variation.id)).toMatchObject({ reserved: 1 });
});

test.each([1, 3])(
  "C11 Payment: a fully cancelled line of %i whose refund is declined reserves its stock again, and is shipped",
  async (quantity) => {
    const buyer = await shop.person();
    const [variation, lamp] = [await product({ stock: quantity }), await product()];
    await fill(buyer, variation.id, quantity);
    await fill(buyer, lamp.id);
    const { id, items } = (await order(buyer)).body.data;
    await byCard(buyer, id);
    const line = items.find((item: { variation_id: number }) => item.variation_id === variation.id).id;
    fakeStripe.refundsAre = "refused";
    const cancelled = await act(id, "lines/cancel", { items: [{ order_item_id: line, quantity }] });
    expect(cancelled.body.code).toBe("payment_refused");
    expect(await onHand(variation.id)).toMatchObject({ on_hand: quantity, reserved: quantity });
    expect((await act(id, "fulfilments")).status).toBe(201);
  },
);

test("C11 Payment: a return whose refund is declined can be received again", async () => {
  const { buyer, id, line, variation } = await paid({ shipped: true });
  const returnId = await approveReturn(id, buyer, admin, [{ order_item_id: line, quantity: 2 }]);
  const receive = () =>
    ask(`POST /returns/${returnId}/receive`, {
      token,
      body: { items: [{ order_item_id: line, quantity: 2, condition: "sellable", restock: true }] },
    });
  const stock = await onHand(variation.id);
  fakeStripe.refundsAre = "refused";
  for (const _ of [1, 2]) {
    expect((await receive()).body.code).toBe("payment_refused");
    expect((await ask("GET /returns", { token: buyer.token })).body.data).toMatchObject([
      { status: "approved", refund: null, items: [{ received_qty: null, restock: false }] },
    ]);
    expect(await look(admin, id)).toMatchObject({ items: [{ returned_qty: 0 }], payment_status: "paid" });
    expect(await onHand(variation.id)).toEqual(stock);
  }
  fakeStripe.refundsAre = "succeeded";
  expect((await receive()).body.data).toMatchObject({ status: "refunded", refund: { amount: 2000 } });
  expect((await onHand(variation.id))?.on_hand).toBe((stock?.on_hand ?? 0) + 2);
});

test("C11 Payment: the cancellation of a declined refund stays, with a note, if its units were sold meanwhile", async () => {
  const { id, line, variation } = await paid();
  fakeStripe.refundsAre = "refused";
  stripe.connection = "down";
  expect((await act(id, "lines/cancel", { items: [{ order_item_id: line, quantity: 2 }] })).status).toBe(200);
  const rival = await shop.person();
  await fill(rival, variation.id, 9);
  await order(rival);
  stripe.connection = "up";
  await app.jobs.drain();
  const payment = (await look(admin, id)).payments[0].id;
  await app.jobs.add(app.db, "payments.sync", { paymentId: payment });
  await app.jobs.drain();
  expect(await look(admin, id)).toMatchObject({ items: [{ cancelled_qty: 2 }], refunded: { amount: 0 } });
  expect(await failure(id)).toContain("Refund the amount another way");
});

test("C11 Payment: with a declined refund the gift card's share of it is charged again", async () => {
  const { id, line, used } = await paid({ gift: 1500 });
  const balance = async () =>
    (await ask("GET /gift-cards?per_page=100", { token })).body.data.find((one: { id: number }) => one.id === used?.id)
      ?.balance.amount;
  const { paid: byCard } = await look(admin, id);
  const wish = { amount: byCard.amount + 500, reason: "Sorry" };
  fakeStripe.refundsAre = "refused";
  expect((await act(id, "refunds", wish)).body.code).toBe("payment_refused");
  expect(await balance()).toBe(0);
  expect(await look(admin, id)).toMatchObject({ payment_status: "paid", items: [{ id: line, returned_qty: 0 }] });
  fakeStripe.refundsAre = "succeeded";
  expect((await act(id, "refunds", wish)).status).toBe(201);
  expect(await balance()).toBe(500);
  expect(await look(admin, id)).toMatchObject({ payment_status: "partially_refunded" });
});

test("C11 Gift card: with a declined refund its share is charged again, also if it has expired since", async () => {
  const { id, used } = await paid({ gift: 1500 });
  const version = used?.version ?? 0;
  await ask(`PATCH /gift-cards/${used?.id}`, { token, body: { expires_at: "2025-01-01T00:00:00.000Z", version } });
  const { paid: byCard } = await look(admin, id);
  fakeStripe.refundsAre = "refused";
  const refused = await act(id, "refunds", { amount: byCard.amount + 500, reason: "Sorry" });
  expect(refused.body.code).toBe("payment_refused");
  expect(await look(admin, id)).toMatchObject({ payment_status: "paid", refundable: { amount: byCard.amount + 1500 } });
  expect((await ask(`GET /gift-cards?name=${used?.last4}`, { token })).body.data).toMatchObject([
    { id: used?.id, balance: { amount: 0 } },
  ]);
});

test("C11 Payment: the refunds of a line sum to its total, also when one of them was declined", async () => {
  const buyer = await shop.person();
  const [variation, lamp] = [await product({ price: 1000 }), await product({ price: 500 })];
  await fill(buyer, variation.id, 3);
  await fill(buyer, lamp.id);
  const scope = { categories: [], products: [variation.productId], tags: [], types: [] };
  const { code } = await coupon({ kind: "fixed", value: 100, scope });
  await ask("PUT /cart/coupon", { token: buyer.token, body: { code } });
  const { id, items } = (await order(buyer)).body.data;
  await byCard(buyer, id);
  const line = items.find(({ quantity }: { quantity: number }) => quantity === 3).id;
  const cancel = () => act(id, "lines/cancel", { items: [{ order_item_id: line, quantity: 1 }] });
  stripe.connection = "down";
  await cancel();
  stripe.connection = "up";
  const [declined] = (await look(admin, id)).refunds;
  const create = fakeStripe.createRefund.bind(fakeStripe);
  fakeStripe.createRefund = (fields) => {
    const { refund_id } = fields.metadata as { refund_id?: string };
    fakeStripe.refundsAre = refund_id === declined.id ? "refused" : "succeeded";
    return create(fields);
  };
  for (const _ of [1, 2, 3]) await cancel();
  fakeStripe.createRefund = create;
  const seen = await look(admin, id);
  expect(seen.refunded.amount).toBe(2900);
  expect(seen.items.find((item: { id: number }) => item.id === line).credited.amount).toBe(2900);
});

test("C11 Gift card: while all money is being refunded, other returns are refunded to the gift card", async () => {
  const { id, used } = await paid({ gift: 500, shipped: true });
  fakeStripe.refundsAre = "pending";
  const { paid: byCard } = await look(admin, id);
  expect((await act(id, "refunds", { amount: byCard.amount, reason: "All of the money" })).status).toBe(201);
  expect(await look(admin, id)).toMatchObject({ refunded: { amount: 0 }, refunds: [{ status: "pending" }] });
  expect((await act(id, "refunds", { amount: 300, reason: "Part of the card" })).status).toBe(201);
  const cards = (await ask("GET /gift-cards?per_page=100", { token })).body.data;
  expect(cards.find((one: { id: number }) => one.id === used?.id).balance.amount).toBe(300);
  expect((await act(id, "refunds", { amount: 201, reason: "Too much" })).body.code).toBe("refund_too_much");
  const [sent] = [...fakeStripe.refunds.values()].slice(-1);
  fakeStripe.endRefund(sent?.id ?? "", "succeeded");
  for (const { raw, signature } of stripe.takeWebhooks())
    await ask("POST /webhooks/payments/stripe", { headers: { "stripe-signature": signature }, body: JSON.parse(raw) });
  await app.jobs.drain();
  expect(await look(admin, id)).toMatchObject({
    payment_status: "partially_refunded",
    refunded: byCard,
    refundable: { amount: 200 },
  });
});
