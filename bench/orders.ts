// node bench/orders.ts: placing orders, the whole order flow and a bare order transaction on the same database, in turns;
// then the whole flow by 10 and by 100 customers at once.
import pg from "pg";
import { Client } from "undici";
import { v7 as uuid } from "uuid";
import { cpuMs, isShort, machine, quantile, requireInput } from "./measure.ts";
import { type Buyer, call, newBuyers, order, pick, type Ready, wholeFlow } from "./order-flow.ts";
import { openBenchShop, runningDatabase } from "./shop.ts";

const wanted = Number(process.env.ROUNDS ?? 5);
const seconds = Number(process.env.SECONDS ?? 2);

interface Rate {
  perSecond: number;
  /** CPU ms of the shop and its database for one. */
  cpuMs: number;
  /** CPU ms with those of the load generator. On a busy machine it compares better than rates do. */
  allMs: number;
}
interface Round {
  bare: Rate;
  placed: Rate;
  flow: Rate;
}
interface Measuring {
  database: pg.Pool;
  variations: number[];
}

const shop = await openBenchShop();
try {
  const database = openPool();
  const { rows } = await database.query("select variation_id from available_stock where available > 5 limit 100");
  const variations = rows.map((row) => Number(row.variation_id));
  requireInput(variations.length, "This shop has no products in stock.");
  await addStock(database);
  await database.query(
    "create table if not exists bench_outbox (id bigserial primary key, topic text not null, body jsonb not null)",
  );
  console.log(machine());
  for (const many of isShort ? [4] : [1, 16]) await compare({ database, variations }, many);
  for (const many of isShort ? [4] : [10, 100]) await crowd({ database, variations }, many);
  await database.end();
} finally {
  await shop.stop();
}

/** Rounds of the bare transaction, of placing and of the whole flow in turn; prints the medians. */
async function compare({ database, variations }: Measuring, many: number) {
  const clients = Array.from({ length: many }, () => new Client(shop.url));
  const buyers = await newBuyers(shop, database, isShort ? 20 : Math.max(200, many * 60));
  const flowing = buyers.splice(0, many);
  const rounds: Round[] = [];
  for (let round = 0; round <= wanted; round++) {
    const until = Date.now() + seconds * 1000;
    const bare = await rate(many, () => (Date.now() < until ? bareOrder(database, variations) : undefined));
    const carts = await readyCarts(database, clients, buyers, variations);
    const placed = await rate(many, (at) => next(carts, (cart) => order(clients[at] as Client, cart)));
    const end = Date.now() + seconds * 1000;
    const flow = await rate(many, (at) =>
      Date.now() < end ? wholeFlow(clients[at] as Client, flowing[at] as Buyer, variations) : undefined,
    );
    // The first round only warms up.
    if (round > 0) rounds.push({ bare, placed, flow });
  }
  await Promise.all(clients.map((client) => client.close()));
  show(rounds, many);
}

/** The whole flow by many at once; prints the cost of one and how many failed. */
async function crowd({ database, variations }: Measuring, many: number) {
  const clients = Array.from({ length: many }, () => new Client(shop.url));
  const buyers = await newBuyers(shop, database, many);
  const failed: unknown[] = [];
  const run = (ms: number) => {
    const end = Date.now() + ms;
    return rate(many, (at) =>
      Date.now() < end
        ? wholeFlow(clients[at] as Client, buyers[at] as Buyer, variations).catch((error) => void failed.push(error))
        : undefined,
    );
  };
  await run(1000 * seconds);
  const { perSecond, cpuMs: cost } = await run(wanted * seconds * 1000);
  await Promise.all(clients.map((client) => client.close()));
  console.log(
    `${many} at once | whole flow ${perSecond.toFixed(0)}/s, ${cost.toFixed(2)} CPU ms, ${failed.length} failed`,
  );
  if (failed.length > 0) console.log(failed.slice(0, 3));
  requireInput(perSecond, "No order was placed.");
}

function show(rounds: Round[], many: number) {
  const middle = (kind: keyof Round) => {
    const of = (what: keyof Rate) => quantile(rounds.map((round) => round[kind][what]));
    const own = `${of("cpuMs").toFixed(2)} of it the shop's and its database's`;
    return `${of("perSecond").toFixed(0)}/s, ${of("allMs").toFixed(2)} CPU ms (${own})`;
  };
  const share = (kind: keyof Round) => {
    const ratios = rounds.map((round) => round[kind].perSecond / round.bare.perSecond);
    const byCpu = rounds.map((round) => round.bare.allMs / round[kind].allMs);
    const all = ratios.map((ratio) => ratio.toFixed(2)).join(", ");
    return `${quantile(ratios).toFixed(2)} of bare (${all}), by CPU ${quantile(byCpu).toFixed(2)}`;
  };
  console.log(`${many} at once | bare ${middle("bare")}`);
  console.log(`  | placing ${middle("placed")}; ${share("placed")}`);
  console.log(`  | whole flow (cart, quote, place, pay) ${middle("flow")}`);
}

function openPool() {
  const pool = new pg.Pool({ ...runningDatabase(shop.dataDir), max: 16 });
  // The database ends with the shop.
  pool.on("error", () => undefined);
  return pool;
}

async function addStock(database: pg.Pool) {
  await database.query("update stock_levels set on_hand = on_hand + 1000000");
  await database.query(
    `insert into stock_movements (variation_id, location_id, delta_on_hand, delta_reserved, reason, ref_type, ref_id)
    select variation_id, location_id, 1000000, 0, 'receipt', 'bench', $1 from stock_levels`,
    [uuid()],
  );
}

/** A cart of two lines for each buyer, and its quote. */
async function readyCarts(database: pg.Pool, clients: Client[], buyers: Buyer[], variations: number[]) {
  const carts = buyers.map((buyer) => ({ buyer, cartId: uuid() }));
  await database.query("insert into carts (id, user_id) select * from unnest($1::uuid[], $2::bigint[])", [
    carts.map(({ cartId }) => cartId),
    carts.map(({ buyer }) => buyer.id),
  ]);
  await database.query(
    `insert into cart_items (cart_id, variation_id, quantity, seen_price_amount)
    select c.id, v.id, 1, v.price_amount
    from unnest($1::uuid[], $2::bigint[]) as c (id, variation_id)
    join variations v on v.id = c.variation_id
    on conflict do nothing`,
    [carts.flatMap(({ cartId }) => [cartId, cartId]), carts.flatMap(() => [pick(variations), pick(variations)])],
  );
  const ready: Ready[] = [];
  await rate(clients.length, (at) =>
    next(carts, async ({ buyer, cartId }) => {
      const { data: quote } = await call<{ data: Ready["quote"] }>(
        clients[at] as Client,
        "GET /checkout/quote?country=DE",
        buyer.headers,
      );
      ready.push({ buyer, cartId, quote });
    }),
  );
  return ready;
}

function next<T>(list: T[], work: (one: T) => Promise<unknown>): Promise<unknown> | undefined {
  const one = list.pop();
  return one && work(one);
}

/** Runs `work` by `many` at once until it returns undefined. */
async function rate(many: number, work: (at: number) => Promise<unknown> | undefined): Promise<Rate> {
  const [before, began, asking] = [cpuMs(shop.pids), performance.now(), process.cpuUsage()];
  let done = 0;
  const go = async (at: number) => {
    for (let one = work(at); one; one = work(at)) {
      await one;
      done++;
    }
  };
  await Promise.all(Array.from({ length: many }, (_, at) => go(at)));
  const took = performance.now() - began;
  const { user, system } = process.cpuUsage(asking);
  const [shops, times] = [cpuMs(shop.pids) - before, Math.max(1, done)];
  return { perSecond: (done * 1000) / took, cpuMs: shops / times, allMs: (shops + (user + system) / 1000) / times };
}

/**
 * The smallest order transaction that never oversells: locks two stock rows in the order of their variations, reserves
 * them, inserts an order, two lines, an event and an outbox row.
 */
async function bareOrder(database: pg.Pool, variations: number[]) {
  const client = await database.connect();
  const two = [pick(variations), pick(variations)].sort((one, other) => one - other);
  try {
    await client.query("begin");
    await client.query({
      name: "lock",
      text: `select on_hand - reserved as available
        from stock_levels
        where variation_id = any($1)
        order by variation_id
        for update`,
      values: [two],
    });
    await client.query({
      name: "take",
      text: "update stock_levels set reserved = reserved + 1 where variation_id = any($1) and on_hand - reserved >= 1",
      values: [two],
    });
    const id = uuid();
    await client.query({
      name: "order",
      text: `insert into orders
          (id, fullname, status, currency, subtotal_amount, shipping_amount, tax_amount, total_amount, prices_include_tax,
            quantity, shipping_address)
        values ($1, 'Bench', 'cancelled', 'EUR', 0, 0, 0, 0, true, 2, '{}')`,
      values: [id],
    });
    await client.query({
      name: "lines",
      text: `insert into order_lines
          (order_id, variation_id, name, thumbnail, quantity, unit_price_amount, tax_rate_ppm, tax_amount, total_amount)
        select $1, v, 'x', '', 1, 0, 0, 0, 0 from unnest($2::bigint[]) v`,
      values: [id, two],
    });
    await client.query({
      name: "event",
      text: "insert into order_events (order_id, type, actor_type, text) values ($1, 'placed', 'system', '')",
      values: [id],
    });
    await client.query({
      name: "outbox",
      text: "insert into bench_outbox (topic, body) values ('order_placed', jsonb_build_object('id', $1::text))",
      values: [id],
    });
    await client.query("commit");
  } finally {
    client.release();
  }
}
