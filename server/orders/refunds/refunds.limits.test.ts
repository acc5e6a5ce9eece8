import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { shareOf } from "#contract/orders/order-shares.ts";
import type { Order } from "#contract/orders/orders.ts";
import { listInconsistencies } from "#server/orders/orders.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { sendDemoWebhook } from "#server/testing/demo-webhooks.ts";
import { runs } from "#server/testing/properties.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop({ logLevel: "silent" });
const { app, ask } = shop;
const { product, fill, order, pay, look, key } = selling(shop);
const { token, card, coupon } = await openAdmin(shop);
const admin = { id: 0, email: "", token };

type Sale = { prices: number[]; units: number; off: number; gift: number; included: boolean; provider: "demo" | "cod" };
type Step = {
  what: "cancel" | "ship" | "return" | "refund items" | "refund" | "refund elsewhere";
  line: number;
  units: number;
  amount: number;
};
interface Sold {
  id: string;
  buyer: { token: string };
  gift: { id: number } | undefined;
  /** Credited of each line so far, in minor units. */
  given: Map<number, number>;
  /** Refunded so far of payments, authorizations and gift cards. */
  back: number;
}

const sales: fc.Arbitrary<Sale> = fc.record({
  prices: fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 3 }),
  units: fc.integer({ min: 2, max: 5 }),
  off: fc.constantFrom(0, 333, 1000, 9999),
  gift: fc.constantFrom(0, 1, 700, 30_000_00),
  included: fc.boolean(),
  provider: fc.constantFrom("demo", "demo", "cod"),
});
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    what: fc.constantFrom(
      "cancel",
      "ship",
      "return",
      "return",
      "refund items",
      "refund items",
      "refund",
      "refund elsewhere",
    ),
    line: fc.constantFrom(0, 0, 1, 2),
    // Three are sometimes more than a line has.
    units: fc.constantFrom(1, 1, 2, 3),
    amount: fc.integer({ min: 1, max: 9000 }),
  }),
  { minLength: 4, maxLength: 9, size: "max" },
);
const done = new Map<string, number>();

test("C11 Payment: refunds never exceed payments, and those of a line sum to its total, whatever is returned", async () => {
  await fc.assert(
    fc.asyncProperty(sales, steps, async (sale, story) => {
      const sold = await sell(sale);
      // Begins with a shipment, which few random sequences would reach.
      for (const step of [{ what: "ship", line: 0, units: 2, amount: 0 } as const, ...story]) {
        await take(sold, await look(admin, sold.id), step);
        await check(sold, sale);
      }
      expect(await listInconsistencies(app.db)).toEqual([]);
    }),
    { numRuns: runs(10, 200), endOnFailure: true },
  );
  for (const what of ["cancel", "ship", "return", "refund items", "refund", "refund elsewhere"])
    expect(done.get(what)).toBeGreaterThan(0);
}, 180_000);

async function sell({ prices, units, off, gift, included, provider }: Sale): Promise<Sold> {
  await inTransaction(app.db, (tx) => updateSettings(tx, { prices_include_tax: included }));
  const buyer = await shop.person();
  for (const price of prices) await fill(buyer, (await product({ price, stock: 20 })).id, units);
  if (off > 0)
    await ask("PUT /cart/coupon", { token: buyer.token, body: { code: (await coupon({ value: off })).code } });
  const used = gift > 0 ? await card(gift) : undefined;
  if (used) await ask("PUT /cart/gift-card", { token: buyer.token, body: { code: used.code } });
  const { data } = (await order(buyer)).body;
  if (data.totals.due.amount > 0) await pay(buyer, data.id, { provider });
  return { id: data.id, buyer, gift: used, given: new Map(), back: 0 };
}

/** Tries one step and records what it credited. A problem is a valid answer, a 5xx is not. */
async function take(sold: Sold, before: Order, step: Step) {
  if (step.what === "refund elsewhere") return refundElsewhere(sold, before, step.amount);
  const { what, line, units, amount } = step;
  const item = before.items[line % before.items.length] as Order["items"][number];
  const some = [{ order_item_id: item.id, quantity: units }];
  const act = (path: string, body: object) => ask(`POST /orders/${sold.id}/${path}`, { token, headers: key(), body });
  const tries = {
    cancel: () => act("lines/cancel", { items: some }),
    ship: () => ship(sold.id, some),
    return: () => returnItems(sold, some),
    "refund items": () => act("refunds", { items: some, reason: "Broken", restock: units % 2 === 0 }),
    refund: () => act("refunds", { amount, reason: "Sorry" }),
  };
  const { status, body } = await tries[what]();
  expect([200, 201, 404, 409], `${what}: ${status} ${JSON.stringify(body)}`).toContain(status);
  if (status >= 300) return;
  done.set(what, (done.get(what) ?? 0) + 1);
  if (what === "refund") sold.back += amount;
  if (what === "ship" || what === "refund") return;
  const whole = { total: item.total.amount, quantity: item.quantity };
  const worth = shareOf(whole, item.cancelled_qty + item.returned_qty, units);
  // Amounts refunded before reduce it.
  const there = Math.min(worth, before.totals.total.amount - sold.back);
  if (what === "return") expect(body.data.refund.amount).toBe(there);
  sold.back += there;
  sold.given.set(item.id, (sold.given.get(item.id) ?? 0) + worth);
}

/** A refund in the provider's own dashboard, and its webhook. */
async function refundElsewhere(sold: Sold, { paid, refunded, payments }: Order, wished: number) {
  const amount = Math.min(wished, paid.amount - refunded.amount);
  const [payment] = payments;
  if (payment?.provider !== "demo" || amount === 0) return;
  await sendDemoWebhook(shop, payment.id, { kind: "refund", amount, charge: randomUUID() });
  done.set("refund elsewhere", (done.get("refund elsewhere") ?? 0) + 1);
  sold.back += amount;
}

type Some = { order_item_id: number; quantity: number }[];

async function ship(id: string, items: Some) {
  const sent = await ask(`POST /orders/${id}/fulfilments`, { token, body: { items } });
  if (sent.status < 300) await ask(`POST /fulfilments/${sent.body.data.fulfilments.at(-1).id}/deliver`, { token });
  return sent;
}

async function returnItems({ id, buyer }: Sold, some: Some) {
  const items = some.map((one) => ({ ...one, reason_code: "other" }));
  const asked = await ask("POST /returns", { token: buyer.token, body: { order_id: id, items } });
  if (asked.status >= 300) return asked;
  const returnId = asked.body.data.id;
  await ask(`POST /returns/${returnId}/approve`, { token, body: {} });
  const unpacked = some.map((one) => ({ ...one, condition: "sellable", restock: true }));
  const received = await ask(`POST /returns/${returnId}/receive`, { token, body: { items: unpacked } });
  return received;
}

async function check({ id, gift, given }: Sold, sale: Sale) {
  const seen: Order = await look(admin, id);
  const { totals } = seen;
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  expect(seen.refunded.amount).toBeLessThanOrEqual(seen.paid.amount);
  expect(seen.refundable.amount).toBeGreaterThanOrEqual(0);
  const back = await backOnCard(gift, sale, totals.gift_cards.amount);
  expect(back).toBeGreaterThanOrEqual(0);
  expect(seen.refunded.amount + back).toBeLessThanOrEqual(seen.paid.amount + totals.gift_cards.amount);
  expect(seen.refundable.amount).toBe(seen.paid.amount - seen.refunded.amount + totals.gift_cards.amount - back);
  expect(seen.actions.includes("refund")).toBe(seen.refundable.amount > 0 && seen.status !== "pending_payment");
  expect(totals.total.amount).toBe(
    totals.subtotal.amount -
      totals.discount.amount +
      totals.shipping.amount +
      (seen.prices_include_tax ? 0 : totals.tax.amount),
  );
  expect(sum(seen.items.map(({ discount }) => discount.amount))).toBe(totals.discount.amount);
  for (const item of seen.items) {
    const gone = item.cancelled_qty + item.returned_qty;
    const rest = shareOf({ total: item.total.amount, quantity: item.quantity }, gone, item.quantity - gone);
    if (seen.status !== "cancelled") expect((given.get(item.id) ?? 0) + rest).toBe(item.total.amount);
  }
}

async function backOnCard(gift: { id: number } | undefined, { gift: initial }: Sale, spent: number) {
  if (!gift) return 0;
  const { data } = (await ask("GET /gift-cards?per_page=100", { token })).body;
  const balance = data.find((one: { id: number }) => one.id === gift.id)?.balance.amount as number;
  return balance - (initial - spent);
}
