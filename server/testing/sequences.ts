import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { expireOverdue } from "#server/orders/ending.ts";
import { proveBooks } from "#server/orders/orders.ts";
import { signedByDemo } from "#server/payments/payments.ts";
import { inTransaction } from "#server/platform/transaction.ts";
import { changeSettings } from "#server/shop/shop.ts";
import { type Buyer, selling } from "./selling.ts";
import type { TestShop } from "./shop.ts";

/** What a sequence has made so far: enough to choose what the next step is about. */
interface Made {
  buyers: Buyer[];
  cups: number[];
  orders: { id: string; buyer: Buyer; total: number }[];
}
interface Trade {
  shop: TestShop;
  admin: { token: string };
  /** How many steps were taken, how often each did something, and how often there was which refusal. */
  tally: { steps: number; done: Map<string, number>; refused: Map<string, number> };
  /** Minutes the shop's clock is ahead. */
  ahead: number;
}
type Step = fc.AsyncCommand<Made, Trade>;

/** Prepares a shop for sequences of steps; `tally` counts what was done. */
export async function trading(shop: TestShop): Promise<Trade> {
  const trade: Trade = {
    shop,
    admin: await shop.person("admin"),
    tally: { steps: 0, done: new Map(), refused: new Map() },
    ahead: 0,
  };
  shop.house.now = () => new Date(Date.now() + trade.ahead * 60_000);
  return trade;
}

/** Any sequence of what customers, administrators, the provider and time do to orders. After each step the books must balance. */
export const anySequence = (maxCommands: number) =>
  fc.commands(
    [
      fc.tuple(nth, nth, fc.integer({ min: 1, max: 4 })).map(([buyer, cup, quantity]) => add(buyer, cup, quantity)),
      fc.tuple(nth, fc.integer({ min: 0, max: 6 })).map(([buyer, quantity]) => setQuantity(buyer, quantity)),
      nth.map(place),
      nth.map(place),
      fc
        .tuple(
          nth,
          fc.constantFrom("approve", "approve", "approve", "promise", "promise", "decline", "confirm", "late", "cod"),
        )
        .map(([order, how]) => pay(order, how)),
      fc.tuple(nth, fc.boolean()).map(([order, approve]) => confirm(order, approve)),
      fc.tuple(nth, fc.integer({ min: 1, max: 3 })).map(([order, times]) => tell(order, times)),
      fc.constant(workOff),
      fc.integer({ min: 1, max: 40 }).map(wait),
      fc.tuple(nth, fc.boolean()).map(([order, byAdmin]) => cancel(order, byAdmin)),
      fc.tuple(nth, fc.boolean()).map(([order, all]) => ship(order, all)),
      nth.map(deliver),
      nth.map(cancelUnit),
      nth.map(capture),
      fc.tuple(nth, fc.integer({ min: 1, max: 3000 })).map(([order, amount]) => refund(order, { amount })),
      fc.tuple(nth, fc.boolean()).map(([order, restock]) => refund(order, { restock })),
      fc.tuple(nth, fc.integer({ min: 0, max: 12 })).map(([cup, units]) => count(cup, units)),
    ],
    { maxCommands, size: "max" },
  );
const nth = fc.nat({ max: 9 });

/** Goes through one sequence with customers and goods of its own. Throws with what is off. */
export async function runSequence(trade: Trade, steps: Iterable<Step>) {
  const { product, fill, order, pay } = selling(trade.shop);
  const buyers = [await trade.shop.person(), await trade.shop.person()] as const;
  const cups = [await product({ stock: 3, price: 700 }), await product({ stock: 8, price: 1999 })].map(({ id }) => id);
  // One order is paid to begin with: few sequences would come as far as shipping and refunding by themselves.
  await fill(buyers[0], cups[1] as number, 2);
  const { id, total } = (await order(buyers[0])).body.data;
  await pay(buyers[0], id);
  const made: Made = { buyers: [...buyers], cups, orders: [{ id, buyer: buyers[0], total: total.amount }] };
  await fc.asyncModelRun(() => ({ model: made, real: trade }), steps);
}

/** One step: what it is called when it fails, when it makes sense, and what is done. */
function step(
  name: string,
  needsOrder: boolean,
  act: (made: Made, trade: Trade) => Promise<{ status: number; body: unknown } | void>,
): Step {
  return {
    check: ({ orders }) => !needsOrder || orders.length > 0,
    run: async (made, trade) => {
      const answer = await act(made, trade);
      trade.tally.steps++;
      if (answer) note(trade, name, answer as { status: number; body: { code?: string } });
      const off = await proveBooks(trade.shop.house.db);
      if (off.length > 0) throw new Error(`after "${name}" the books are off: ${JSON.stringify(off)}`);
    },
    toString: () => name,
  };
}

/** A refusal is an answer; a breakdown is not. */
function note({ tally }: Trade, name: string, { status, body }: { status: number; body: { code?: string } }) {
  if (status >= 500 || status === 422) throw new Error(`"${name}" broke down: ${status} ${JSON.stringify(body)}`);
  const [counts, what] = status < 400 ? [tally.done, name] : [tally.refused, `${name}: ${body.code}`];
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

const of = <T>(list: T[], index: number): T => list[index % list.length] as T;
/** The latest most often: the old ones are mostly over. */
const recent = <T>(list: T[], index: number): T => of(list.toReversed(), Math.max(0, index - 5));
const key = () => ({ "idempotency-key": randomUUID() });

const add = (buyer: number, cup: number, quantity: number) =>
  step("add to the cart", false, ({ buyers, cups }, { shop }) =>
    shop.ask("POST /cart", { token: of(buyers, buyer).token, body: { variation_id: of(cups, cup), quantity } }),
  );

const setQuantity = (buyer: number, quantity: number) =>
  step("set a line", false, async ({ buyers }, { shop }) => {
    const { token } = of(buyers, buyer);
    const [line] = (await shop.ask("GET /cart", { token })).body.items;
    if (line) return shop.ask("PATCH /cart", { token, body: { item_id: line.id, quantity } });
  });

const place = (buyer: number) =>
  step("place the order", false, async ({ buyers, cups, orders }, { shop }) => {
    const who = of(buyers, buyer);
    const cart = await shop.ask("GET /cart", { token: who.token });
    if (cart.body.items.length === 0) await selling(shop).fill(who, of(cups, buyer));
    const answer = await selling(shop).order(who);
    if (answer.status === 201 && !orders.some(({ id }) => id === answer.body.data.id))
      orders.push({ id: answer.body.data.id, buyer: who, total: answer.body.data.total.amount });
    return answer;
  });

const pay = (order: number, how: string) =>
  step(`pay: ${how}`, true, async ({ orders }, { shop }) => {
    const { id, buyer } = recent(orders, order);
    if (how !== "promise")
      return selling(shop).pay(buyer, id, how === "cod" ? { provider: "cod" } : { provider: "demo", outcome: how });
    const { db } = shop.house;
    await inTransaction(db, (tx) => changeSettings(tx, { card_capture: "manual" }));
    const answer = await selling(shop).pay(buyer, id);
    await inTransaction(db, (tx) => changeSettings(tx, { card_capture: "automatic" }));
    return answer;
  });

/** Takes what some order has only promised, if any has. */
const capture = (order: number) =>
  step("capture", true, async ({ orders }, { shop, admin: { token } }) => {
    for (const [index] of orders.entries()) {
      const { id } = of(orders, order + index);
      const { actions } = (await shop.ask(`GET /orders/${id}`, { token })).body.data;
      if (actions.includes("capture")) return shop.ask(`POST /orders/${id}/capture`, { token, headers: key() });
    }
  });

const cancelUnit = (order: number) =>
  step("cancel a unit", true, async ({ orders }, { shop, admin: { token } }) => {
    const { id } = recent(orders, order);
    const [line] = (await shop.ask(`GET /orders/${id}`, { token })).body.data.items;
    const items = [{ order_item_id: line.id, quantity: 1 }];
    return shop.ask(`POST /orders/${id}/lines/cancel`, { token, headers: key(), body: { items } });
  });

const confirm = (order: number, approve: boolean) =>
  step(`second step: ${approve ? "yes" : "no"}`, true, async ({ orders }, { shop }) => {
    const { id, buyer } = recent(orders, order);
    const { body } = await shop.ask(`GET /payments/${id}`, { token: buyer.token });
    const token = body.data?.client?.token;
    if (token) return shop.ask(`POST /payments/${id}/confirm`, { token: buyer.token, body: { token, approve } });
  });

/** The provider says, some times over, that the latest payment was taken, whatever became of it here. */
const tell = (order: number, times: number) =>
  step("webhook", true, async ({ orders }, trade) => {
    const { shop } = trade;
    const { id, buyer, total } = recent(orders, order);
    const { body } = await shop.ask(`GET /payments/${id}`, { token: buyer.token });
    if (body.data?.provider !== "demo" || body.data.status === "failed") return;
    const reference = `demo_${body.data.payment_id}`;
    const message = {
      id: `evt_${body.data.payment_id}`,
      reference,
      charge: `${reference}_charge`,
      kind: "capture" as const,
      amount: total,
      currency: "EUR",
      at: shop.house.now().toISOString(),
    };
    const { signature } = signedByDemo(shop.house, message);
    for (let told = 0; told < times; told++)
      await shop.ask("POST /webhooks/payments/demo", { headers: { "x-signature": signature }, body: message });
    await workOffJobs(trade);
  });

const workOff = step("work off the queue", false, (_, trade) => workOffJobs(trade));

async function workOffJobs({ shop: { house } }: Trade) {
  await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null and attempts < 3`.execute(
    house.db,
  );
  await house.jobs.drain();
}

const wait = (minutes: number) =>
  step("wait", false, async (_, trade) => {
    trade.ahead += minutes;
    await expireOverdue(trade.shop.house);
  });

const cancel = (order: number, byAdmin: boolean) =>
  step(`cancel${byAdmin ? " as administrator" : ""}`, true, ({ orders }, { shop, admin }) => {
    const { id, buyer } = recent(orders, order);
    return shop.ask(`POST /orders/${id}/cancel`, {
      token: byAdmin ? admin.token : buyer.token,
      body: { reason: "test" },
    });
  });

const ship = (order: number, all: boolean) =>
  step(all ? "ship all" : "ship one item", true, async ({ orders }, { shop, admin: { token } }) => {
    const { id } = recent(orders, order);
    const [line] = (await shop.ask(`GET /orders/${id}`, { token })).body.data.items;
    const body = all ? {} : { items: [{ order_item_id: line.id, quantity: 1 }] };
    return shop.ask(`POST /orders/${id}/fulfilments`, { token, body });
  });

const deliver = (order: number) =>
  step("deliver", true, async ({ orders }, { shop, admin: { token } }) => {
    const [parcel] = (await shop.ask(`GET /orders/${recent(orders, order).id}`, { token })).body.data.fulfilments;
    if (parcel) return shop.ask(`POST /fulfilments/${parcel.id}/deliver`, { token });
  });

const refund = (order: number, what: { amount: number } | { restock: boolean }) =>
  step("amount" in what ? "refund some" : "refund an item", true, async ({ orders }, { shop, admin: { token } }) => {
    const { id } = recent(orders, order);
    const [line] = (await shop.ask(`GET /orders/${id}`, { token })).body.data.items;
    const items = "amount" in what ? {} : { items: [{ order_item_id: line.id, quantity: 1 }] };
    return shop.ask(`POST /orders/${id}/refunds`, {
      token,
      headers: key(),
      body: { ...what, ...items, reason: "test" },
    });
  });

const count = (cup: number, units: number) =>
  step("count the shelf", false, ({ cups }, { shop, admin: { token } }) =>
    shop.ask(`POST /variations/${of(cups, cup)}/stock`, { token, headers: key(), body: { on_hand: units } }),
  );
