import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { home } from "./selling.ts";

interface NewOrder {
  cart_id: string;
  quote_hash: string;
  shipping_address: typeof home;
}
/** An order whose placement had a success response. */
export interface Acknowledged {
  id: string;
  number: number;
  total: number;
  cartId: string;
  paymentId?: string;
  /** Its payment is confirmed by a webhook seconds after the response. */
  late?: boolean;
}
/** A request sent but not answered yet: it is sent again under the same key until it is. */
type Step = { kind: "order"; key: string; body: NewOrder } | { kind: "payment"; key: string; order: Acknowledged };

interface Buyer {
  userId: number;
  email: string;
  token: string;
  /** The IP address it sends, as limits count by address. */
  address: string;
  signedInAt: number;
  pending?: Step | undefined;
  last?: { key: string; body: NewOrder; id: string };
}
interface Reply {
  status: number;
  // Answers are read freely; their shapes are the contract's business.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** The responses that a crowd of customers got, to compare with the database. */
export interface CrowdLog {
  orders: Map<string, Acknowledged>;
  /** Requests sent again under their key, and how many of them got an earlier answer. */
  repeats: number;
  resumed: number;
  rejections: Map<string, number>;
  /** Number of expected `busy` responses. */
  busy: number;
  /** Requests whose connection the shop closed: expected where it is killed, a fault elsewhere. */
  disconnected: string[];
  slowest: { route: string; ms: number };
  /** Wrong responses, including server errors and missing ones. */
  wrong: string[];
}

export interface Crowd {
  log: CrowdLog;
  userIds(): number[];
  waiting(): number;
  /** Customers order and pay until the signal or the end of the shop; unanswered requests are repeated next time. */
  shopAt(url: string, until: AbortSignal): Promise<void>;
  /** Repeats all unanswered requests, and each customer's last order once more. */
  finish(url: string): Promise<void>;
}

/** `size` concurrent customers who buy the given variations. */
export function crowd(size: number, variations: number[]): Crowd {
  const log = newLog();
  const buyers: Buyer[] = [];
  const waiting = () => buyers.filter(({ pending }) => pending);
  return {
    log,
    userIds: () => buyers.map(({ userId }) => userId),
    waiting: () => waiting().length,
    shopAt: async (url, until) => {
      const unanswered = waiting();
      const free = buyers.filter(({ pending }) => !pending).slice(0, size);
      await Promise.all([...unanswered, ...free].map((buyer) => renewToken({ url, log }, buyer)));
      const visits = [
        ...unanswered.map((buyer) => settle({ url, buyer, log, until })),
        ...Array.from({ length: size }, async (_, index) => {
          const buyer = free[index] ?? (await newBuyer({ url, log }, buyers));
          await repeatLast({ url, buyer, log, until });
          while (!until.aborted) {
            await beginOrder({ url, buyer, log, until }, variations);
            await settle({ url, buyer, log, until });
          }
        }),
      ];
      await Promise.all(visits.map((visit) => visit.catch(ignoreGone)));
    },
    finish: async (url) => {
      await Promise.all(buyers.map((buyer) => renewToken({ url, log }, buyer)));
      const until = new AbortController().signal;
      await Promise.all(waiting().map((buyer) => settle({ url, buyer, log, until })));
      for (const buyer of buyers) await repeatLast({ url, buyer, log, until });
    },
  };
}

/** The shop's URL, and the record of its responses. */
interface Target {
  url: string;
  log: CrowdLog;
}
interface Visit extends Target {
  buyer: Buyer;
  until: AbortSignal;
}

const newLog = (): CrowdLog => ({
  orders: new Map(),
  repeats: 0,
  resumed: 0,
  rejections: new Map(),
  busy: 0,
  disconnected: [],
  slowest: { route: "", ms: 0 },
  wrong: [],
});

class ShopGone extends Error {}
function ignoreGone(error: unknown) {
  if (!(error instanceof ShopGone)) throw error;
}

const password = "kiosk customer";
/** Less than the lifetime of an access token, so that none expires during a visit. */
const signInAgainMs = 8 * 60_000;

async function newBuyer(target: Target, buyers: Buyer[]): Promise<Buyer> {
  const email = `${randomUUID()}@example.com`;
  const address = `10.1.${Math.floor(buyers.length / 250) % 250}.${(buyers.length % 250) + 1}`;
  const token = await signIn(target, address, "POST /auth/register", { email, password });
  const profile = await retry(() => send(target, { token, address }, "GET /account/profile"));
  const buyer = { email, token, address, signedInAt: Date.now(), userId: profile.body.data.id as number };
  buyers.push(buyer);
  return buyer;
}

async function renewToken(target: Target, buyer: Buyer) {
  if (Date.now() - buyer.signedInAt < signInAgainMs) return;
  buyer.token = await signIn(target, buyer.address, "POST /auth/login", { username: buyer.email, password });
  buyer.signedInAt = Date.now();
}

async function signIn(target: Target, address: string, route: string, body: object): Promise<string> {
  const reply = await retry(() => send(target, { token: undefined, address }, route, { body }));
  if (reply.status < 300) return reply.body.access_token;
  // Registered by a request whose answer was lost.
  if (reply.body?.code === "username_taken")
    return signIn(target, address, "POST /auth/login", { username: (body as { email: string }).email, password });
  throw new Error(`sign-in failed: ${JSON.stringify(reply)}`);
}

/** Retries when the rate limit is reached, or the shop is busy. */
async function retry(ask: () => Promise<Reply>): Promise<Reply> {
  let reply = await ask();
  while (reply.status === 429 || reply.status === 503) {
    await pause(reply.status === 429 ? 2000 : 250);
    reply = await ask();
  }
  return reply;
}

const pick = (list: number[]) => list[Math.floor(Math.random() * list.length)] ?? 0;

/** Fills the cart and gets a quote; the request for the order is then pending. */
async function beginOrder(visit: Visit, variations: number[]) {
  const { buyer, log } = visit;
  const quantity = 1 + Math.floor(Math.random() * 2);
  const cart = await send(visit, buyer, "POST /cart", { body: { variation_id: pick(variations), quantity } });
  if (cart.status >= 500) await pause(100);
  if (cart.status !== 200) return countRejection(log, cart);
  const quote = await send(visit, buyer, "GET /checkout/quote?country=DE");
  if (!quote.body.data?.can_order) return emptyCart(visit, cart);
  const body = { cart_id: cart.body.id, quote_hash: quote.body.data.quote_hash, shipping_address: home };
  buyer.pending = { kind: "order", key: randomUUID(), body };
}

async function emptyCart(visit: Visit, cart: Reply) {
  for (const { id } of cart.body.items ?? []) await send(visit, visit.buyer, `DELETE /cart/${id}`);
}

/** Sends what is pending until it is answered; an order is followed by its payment. */
async function settle(visit: Visit) {
  const { buyer, until } = visit;
  while (buyer.pending && !until.aborted) {
    const step = buyer.pending;
    const reply = await sendStep(visit, step);
    if (reply.body?.code === "in_progress" || reply.status === 429 || reply.status >= 500) await pause(250);
    else if (step.kind === "order") await orderAnswered(visit, step, reply);
    else await paymentAnswered(visit, step, reply);
  }
}

const sendStep = (visit: Visit, step: Step) =>
  step.kind === "order"
    ? send(visit, visit.buyer, "POST /orders", { key: step.key, body: step.body })
    : send(visit, visit.buyer, `POST /payments/${step.order.id}`, {
        key: step.key,
        body: { provider: "demo", outcome: step.order.late ? "late" : "approve" },
      });

async function orderAnswered(visit: Visit, step: Step & { kind: "order" }, reply: Reply) {
  const { buyer, log } = visit;
  buyer.pending = undefined;
  if (reply.status !== 201) {
    countRejection(log, reply);
    return emptyCart(visit, await send(visit, buyer, "GET /cart"));
  }
  const { id, number, total } = reply.body.data;
  const late = log.orders.size % 3 === 0;
  const order = { id, number, total: total.amount, cartId: step.body.cart_id, late };
  if (log.orders.has(id)) log.wrong.push(`order ${number} was the response to two different requests`);
  log.orders.set(id, order);
  buyer.last = { key: step.key, body: step.body, id };
  buyer.pending = { kind: "payment", key: randomUUID(), order };
  if (log.orders.size % 5 === 0) await repeatOrder(visit);
}

async function paymentAnswered(visit: Visit, step: Step & { kind: "payment" }, reply: Reply) {
  const { buyer, log } = visit;
  if (reply.status === 201) step.order.paymentId = reply.body.data.payment_id;
  else if (reply.body?.code === "already_paid" || (step.order.late && reply.body?.code === "payment_in_progress")) {
    // It was paid by a request whose answer was lost.
    log.resumed++;
    const payment = await retry(() => send(visit, buyer, `GET /payments/${step.order.id}`));
    step.order.paymentId = payment.body.data.payment_id;
  } else log.wrong.push(`order ${step.order.number} could not be paid: ${JSON.stringify(reply)}`);
  buyer.pending = undefined;
}

/** A double click, and a second tab: the same key, and another key for the same cart. */
async function repeatOrder(visit: Visit) {
  await repeatLast(visit);
  await repeatLast(visit, randomUUID());
}

async function repeatLast(visit: Visit, key = visit.buyer.last?.key ?? "") {
  const { buyer, log, until } = visit;
  const { last } = buyer;
  if (!last) return;
  let reply = await send(visit, buyer, "POST /orders", { key, body: last.body });
  while (!until.aborted && (reply.body?.code === "in_progress" || reply.status === 429 || reply.status >= 500)) {
    await pause(250);
    reply = await send(visit, buyer, "POST /orders", { key, body: last.body });
  }
  if (reply.body?.code === "in_progress" || reply.status >= 500) return;
  log.repeats++;
  if (reply.body?.data?.id !== last.id)
    log.wrong.push(`order ${last.id} repeated its request and got ${reply.status} ${JSON.stringify(reply.body)}`);
}

function countRejection({ rejections }: CrowdLog, { status, body }: Reply) {
  const code = String(body?.code ?? status);
  rejections.set(code, (rejections.get(code) ?? 0) + 1);
}

/** Longer than any request may take on any machine: what is not answered by then hangs. */
const hangsMs = 60_000;

async function send(
  { url, log }: Target,
  { token, address }: { token: string | undefined; address: string },
  route: string,
  { key, body }: { key?: string; body?: unknown } = {},
): Promise<Reply> {
  const [method = "GET", path] = route.split(" ");
  const began = performance.now();
  try {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        // Only sign-in is limited for this machine, and these customers are faster than people.
        ...(path?.startsWith("/auth/") ? { "x-forwarded-for": address } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { "idempotency-key": key } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(hangsMs),
    });
    const text = await response.text();
    if (response.status >= 500) noteTrouble(log, route, response, text);
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  } catch (error) {
    if ((error as Error).name === "TimeoutError") log.wrong.push(`${route} was not answered in ${hangsMs} ms`);
    else log.disconnected.push(route);
    throw new ShopGone(route);
  } finally {
    const ms = performance.now() - began;
    if (ms > log.slowest.ms) log.slowest = { route, ms };
  }
}

/** Whether a 503 is as promised: a known code and Retry-After. */
function noteTrouble(log: CrowdLog, route: string, { status, headers }: Response, text: string) {
  if (status === 503 && text.includes('"code":"busy"') && headers.get("retry-after") !== null) log.busy++;
  else log.wrong.push(`${route} responded ${status}, Retry-After ${headers.get("retry-after")} s: ${text}`);
}
