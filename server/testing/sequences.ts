import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import type { Order } from "#contract/orders/orders.ts";
import { expireOverdue } from "#server/orders/cancellation/cancellation.ts";
import { signDemoWebhook } from "#server/payments/payments.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { releaseExpiredHolds } from "#server/stock/hold-expiry.ts";
import { openAdmin } from "./admin.ts";
import { giveUp, saleOf } from "./order-model.ts";
import { selling } from "./selling.ts";
import { cancelShipment, count, deliver, move, refund, returnItems, ship } from "./sequence-admin.ts";
import { beginCheckout, holdForCarts, setHold } from "./sequence-checkout.ts";
import {
  firstOf,
  isOpen,
  isUnpaid,
  key,
  type Made,
  meant,
  of,
  recent,
  type Step,
  step,
  type Trade,
} from "./sequence-step.ts";
import type { TestShop } from "./shop.ts";

/** Prepares a shop for sequences of steps; `counts` counts what was done. */
export async function trading(shop: TestShop): Promise<Trade> {
  const admin = await shop.person("admin");
  const { coupon, card: issueCard } = await openAdmin(shop);
  const made = await coupon({ kind: "fixed", value: 333 });
  const trade: Trade = {
    shop,
    admin,
    coupon: made.code,
    issueCard,
    sequences: 0,
    counts: { steps: 0, done: new Map(), refused: new Map() },
    ahead: 0,
  };
  shop.app.now = () => new Date(Date.now() + trade.ahead * 60_000);
  return trade;
}

/** Any sequence of actions by customers, administrators, the provider and time. The model must agree after each. */
export const anySequence = (maxCommands: number) =>
  fc.commands(
    [
      fc
        .tuple(nth, nth, fc.integer({ min: 1, max: 4 }))
        .map(([buyer, variation, quantity]) => add(buyer, variation, quantity)),
      fc.tuple(nth, fc.integer({ min: 0, max: 6 })).map(([buyer, quantity]) => setQuantity(buyer, quantity)),
      nth.map(place),
      nth.map(place),
      nth.map(useCoupon),
      nth.map(useCard),
      fc.tuple(nth, fc.constantFrom(...outcomes)).map(([order, how]) => pay(order, how)),
      fc.tuple(nth, fc.boolean()).map(([order, approve]) => confirm(order, approve)),
      fc
        .tuple(nth, fc.constantFrom(...webhooks), fc.integer({ min: 1, max: 3 }))
        .map(([order, kind, times]) => sendWebhook(order, kind, times)),
      fc.constant(workOff),
      fc.tuple(nth, nth).map(([buyer, variation]) => beginCheckout(buyer, variation)),
      fc.tuple(nth, nth).map(([buyer, variation]) => beginCheckout(buyer, variation)),
      fc.constantFrom(0, 10, 60).map(holdForCarts),
      fc.integer({ min: 1, max: 40 }).map(wait),
      fc.tuple(nth, fc.boolean()).map(([order, byAdmin]) => cancel(order, byAdmin)),
      fc.tuple(nth, fc.boolean()).map(([order, all]) => ship(order, all)),
      nth.map(deliver),
      nth.map(deliver),
      nth.map(cancelShipment),
      nth.map(returnItems),
      nth.map((order) => move(order, "hold")),
      nth.map((order) => move(order, "release")),
      nth.map(cancelUnit),
      nth.map(capture),
      fc.tuple(nth, fc.integer({ min: 1, max: 3000 })).map(([order, amount]) => refund(order, { amount })),
      fc.tuple(nth, fc.boolean()).map(([order, restock]) => refund(order, { restock })),
      fc.tuple(nth, fc.integer({ min: 0, max: 12 })).map(([variation, units]) => count(variation, units)),
    ],
    { maxCommands, size: "max" },
  );
const nth = fc.nat({ max: 9 });
// The weight of each step.
const outcomes = "approve approve approve authorize authorize decline confirm late cod".split(" ");
const webhooks = ["capture", "capture", "capture", "capture", "fail", "auth", "short"] as const;

/** Runs one sequence with its own customers and products. Throws with the differences. */
export async function runSequence(trade: Trade, steps: Iterable<Step>) {
  const { product, fill, order, pay } = selling(trade.shop);
  const buyers = [await trade.shop.person(), await trade.shop.person()] as const;
  const variations = [await product({ stock: 3, price: 700 }), await product({ stock: 8, price: 1999 })].map(
    ({ id }) => id,
  );
  const stock = new Map([3, 8].map((units, index) => [variations[index] as number, units]));
  // One order is paid or authorized to begin with: few random sequences would reach shipments and refunds.
  await fill(buyers[0], variations[1] as number, 2);
  // Its amount can't be divided evenly.
  await trade.shop.ask("PUT /cart/coupon", { ...buyers[0], body: { code: trade.coupon } });
  const sale = saleOf((await order(buyers[0])).body.data, buyers[0]);
  const taken = trade.sequences++ % 2 === 0;
  await setHold(trade.shop.app, [30, 0, 60][trade.sequences % 3] as number);
  if (taken) await pay(buyers[0], sale.id);
  else await withManualCapture(trade, () => pay(buyers[0], sale.id));
  const [initial, note] = [2500, randomUUID()];
  const card = { ...(await trade.issueCard(initial, { note })), note, initial };
  const made: Made = { buyers: [...buyers], variations, stock, card, orders: [{ ...sale, taken }] };
  await fc.asyncModelRun(() => ({ model: made, real: trade }), steps);
}

const add = (buyer: number, variation: number, quantity: number) =>
  step("add to the cart", false, ({ buyers, variations }, { shop }) =>
    shop.ask("POST /cart", {
      token: of(buyers, buyer).token,
      body: { variation_id: of(variations, variation), quantity },
    }),
  );

const setQuantity = (buyer: number, quantity: number) =>
  step("set a line", false, async ({ buyers }, { shop }) => {
    const { token } = of(buyers, buyer);
    const [line] = (await shop.ask("GET /cart", { token })).body.items;
    if (line) return shop.ask("PATCH /cart", { token, body: { item_id: line.id, quantity } });
  });

const useCoupon = (buyer: number) =>
  step("use a coupon", false, ({ buyers }, { shop, coupon }) =>
    shop.ask("PUT /cart/coupon", { token: of(buyers, buyer).token, body: { code: coupon } }),
  );

const useCard = (buyer: number) =>
  step("use a gift card", false, ({ buyers, card }, { shop }) =>
    shop.ask("PUT /cart/gift-card", { token: of(buyers, buyer).token, body: { code: card.code } }),
  );

const place = (buyer: number) =>
  step("place the order", false, async ({ buyers, variations, orders }, { shop }) => {
    const who = of(buyers, buyer);
    const cart = await shop.ask("GET /cart", { token: who.token });
    if (cart.body.items.length === 0) await selling(shop).fill(who, of(variations, buyer));
    const answer = await selling(shop).order(who);
    if (answer.status === 201 && !orders.some(({ id }) => id === answer.body.data.id))
      orders.push(saleOf(answer.body.data, who));
    return answer;
  });

const pay = (order: number, how: string) =>
  step(`pay: ${how}`, true, async ({ orders }, trade) => {
    const { shop } = trade;
    const sale = meant(orders, order, isUnpaid);
    const way =
      how === "cod" ? { provider: "cod" } : { provider: "demo", outcome: how === "authorize" ? "approve" : how };
    const send = () => selling(shop).pay(sale.buyer, sale.id, way);
    const answer = how === "authorize" ? await withManualCapture(trade, send) : await send();
    if (how === "approve" && answer.status < 400) sale.taken = true;
    return answer;
  });

/** Runs `work` while cards are only authorized. */
async function withManualCapture<T>({ shop: { app } }: Trade, work: () => Promise<T>): Promise<T> {
  const taking = (card_capture: "automatic" | "manual") =>
    inTransaction(app.db, (tx) => updateSettings(tx, { card_capture }));
  await taking("manual");
  return work().finally(() => taking("automatic"));
}

/** Captures the authorization of some order, if any has one. */
const capture = (order: number) =>
  step("capture", true, async ({ orders }, { shop, admin: { token } }) => {
    for (const [index] of orders.entries()) {
      const sale = of(orders, order + index);
      const { actions } = (await shop.ask(`GET /orders/${sale.id}`, { token })).body.data;
      if (!actions.includes("capture")) continue;
      const answer = await shop.ask(`POST /orders/${sale.id}/capture`, { token, headers: key() });
      if (answer.status < 400) sale.taken = true;
      return answer;
    }
  });

const cancelUnit = (order: number) =>
  step("cancel a unit", true, async ({ orders }, { shop, admin: { token } }) => {
    const sale = meant(orders, order, isOpen);
    const line = firstOf(sale);
    const body = { items: [{ order_item_id: line.id, quantity: 1 }] };
    const answer = await shop.ask(`POST /orders/${sale.id}/lines/cancel`, { token, headers: key(), body });
    // The last one cancels the order instead.
    if (answer.status < 400 && answer.body.data.status !== "cancelled") giveUp(sale, line, "cancelled");
    return answer;
  });

const confirm = (order: number, approve: boolean) =>
  step(`second step: ${approve ? "yes" : "no"}`, true, async ({ orders }, { shop }) => {
    const sale = meant(orders, order, isUnpaid);
    const { body } = await shop.ask(`GET /payments/${sale.id}`, { token: sale.buyer.token });
    const token = body.data?.client?.token;
    if (!token) return;
    const how = { token: sale.buyer.token, body: { token, approve } };
    const answer = await shop.ask(`POST /payments/${sale.id}/confirm`, how);
    if (answer.status < 400 && answer.body.data.status === "captured") sale.taken = true;
    return answer;
  });

/** The provider sends a webhook about a payment several times, whatever its status. */
const sendWebhook = (order: number, kind: "capture" | "fail" | "auth" | "short", times: number) =>
  step(`webhook: ${kind}`, true, async ({ orders }, trade) => {
    const { shop, admin } = trade;
    const sale = recent(orders, order);
    const { payments } = (await shop.ask(`GET /orders/${sale.id}`, admin)).body.data as Order;
    const cards = payments.filter(({ provider }) => provider === "demo");
    if (cards.length === 0) return;
    const { id, amount: asked } = of(cards, order);
    const reference = `demo_${id}`;
    const message = {
      id: `evt_${id}_${kind}`,
      reference,
      charge: `${reference}_charge`,
      kind: kind === "short" ? ("capture" as const) : kind,
      amount: kind === "fail" ? 0 : kind === "short" ? asked.amount - 1 : asked.amount,
      currency: "EUR",
      at: shop.app.now().toISOString(),
    };
    sale.odd ||= kind === "short";
    if (kind === "capture") sale.taken = true;
    const { signature } = signDemoWebhook(shop.app, message);
    for (let sent = 0; sent < times; sent++)
      await shop.ask("POST /webhooks/payments/demo", { headers: { "x-signature": signature }, body: message });
    await workOffJobs(trade);
    return { status: 200, body: {} };
  });

const workOff = step("work off the queue", false, (_, trade) => workOffJobs(trade));

async function workOffJobs({ shop: { app } }: Trade) {
  await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null and attempts < 3`.execute(
    app.db,
  );
  await app.jobs.drain();
}

const wait = (minutes: number) =>
  step("wait", false, async (_, trade) => {
    trade.ahead += minutes;
    await expireOverdue(trade.shop.app);
    await releaseExpiredHolds(trade.shop.app);
  });

const cancel = (order: number, byAdmin: boolean) =>
  step(`cancel${byAdmin ? " as administrator" : ""}`, true, ({ orders }, { shop, admin }) => {
    const { id, buyer } = recent(orders, order);
    return shop.ask(`POST /orders/${id}/cancel`, {
      token: byAdmin ? admin.token : buyer.token,
      body: { reason: "test" },
    });
  });
