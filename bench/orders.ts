// node bench/orders.ts: placing orders through the calls, and the rate of the bare transaction on the same database.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { v7 as uuid } from "uuid";
import { cpuMs, machine } from "./measure.ts";
import { ask, type BenchShop, openBenchShop } from "./shop.ts";

const pick = (list: number[]) => list[Math.floor(Math.random() * list.length)] ?? 0;
const tokens = new Map<number, string>();
const placed: number[] = [];

const shop = await openBenchShop();
const seconds = 6;
const address = { fullname: "Bench Buyer", line1: "Street 1", city: "Berlin", postal_code: "10115", country: "DE" };
const at = { host: join(shop.dataDir, "pg18"), user: "shop", database: "shop" };
try {
  const { data: cards } = await ask(shop, "GET /product?per_page=100&in_stock=true");
  const variations = cards.flatMap(
    (card: { default_variation_id: number | null }) => card.default_variation_id ?? [],
  ) as number[];
  const database = await pool(shop);
  await database.query("update stock_levels set on_hand = on_hand + 1000000");
  await database.query(`insert into stock_movements (variation_id, location_id, delta_on_hand, delta_reserved, reason, ref_type, ref_id)
    select variation_id, location_id, 1000000, 0, 'receipt', 'bench', 'bench' from stock_levels`);
  console.log(machine());
  for (const buyers of [1, 16]) {
    const bare = await rate(buyers, () => bareOrder(database, variations));
    const flow = await rate(buyers, (buyer) => wholeFlow(shop, buyer, variations));
    console.log(
      `${buyers} at once: bare transaction ${bare.perSecond.toFixed(0)}/s; whole flow (cart, quote, place, pay) ${flow.perSecond.toFixed(0)}/s, ` +
        `${flow.cpuMs.toFixed(2)} CPU ms; placing alone ${placing(flow.perSecond)}; errors ${flow.errors}`,
    );
  }
  await database.end();
} finally {
  await shop.stop();
}

function placing(flow: number) {
  const mean = placed.reduce((sum, ms) => sum + ms, 0) / Math.max(1, placed.length);
  placed.length = 0;
  return `mean ${mean.toFixed(1)} ms in a flow of ${flow.toFixed(0)}/s`;
}

async function pool({ dataDir }: BenchShop) {
  const [, , , port, host] = readFileSync(join(dataDir, "pg18", "postmaster.pid"), "utf8").split("\n");
  return new pg.Pool({ ...at, host: host ?? at.host, port: Number(port), max: 16 });
}

async function rate(buyers: number, work: (buyer: number) => Promise<void>) {
  const before = shop.pids.map(cpuMs);
  const until = Date.now() + seconds * 1000;
  let [done, errors] = [0, 0];
  await Promise.all(
    Array.from({ length: buyers }, async (_, buyer) => {
      while (Date.now() < until)
        await work(buyer).then(
          () => done++,
          (error: unknown) => {
            if (errors++ === 0) console.error(error);
          },
        );
    }),
  );
  const used = shop.pids.map(cpuMs).reduce((sum, now, index) => sum + now - (before[index] ?? 0), 0);
  return { perSecond: done / seconds, cpuMs: used / Math.max(1, done), errors };
}

/** The least an order can be: lock and take stock of two variations, write an order, two lines and an event. */
async function bareOrder(database: pg.Pool, variations: number[]) {
  const client = await database.connect();
  const two = [pick(variations), pick(variations)].sort((one, other) => one - other);
  try {
    await client.query("begin");
    await client.query({
      name: "take",
      text: "update stock_levels set reserved = reserved + 1 where variation_id = any($1) and on_hand - reserved >= 1",
      values: [two],
    });
    const id = uuid();
    await client.query({
      name: "order",
      text: `insert into orders (id, fullname, status, currency, subtotal_amount, shipping_amount, tax_amount, total_amount, prices_include_tax, quantity, shipping_address)
        values ($1, 'Bench', 'cancelled', 'EUR', 0, 0, 0, 0, true, 2, '{}')`,
      values: [id],
    });
    await client.query({
      name: "lines",
      text: `insert into order_lines (order_id, variation_id, name, thumbnail, quantity, unit_price_amount, tax_rate_bp, tax_amount, total_amount)
        select $1, v, 'x', '', 1, 0, 0, 0, 0 from unnest($2::bigint[]) v`,
      values: [id, two],
    });
    await client.query({
      name: "event",
      text: "insert into order_events (order_id, type, actor_type, text) values ($1, 'placed', 'system', '')",
      values: [id],
    });
    await client.query("commit");
  } finally {
    client.release();
  }
}

async function wholeFlow(at: BenchShop, buyer: number, variations: number[]) {
  const token = tokens.get(buyer) ?? (await register(at));
  tokens.set(buyer, token);
  const headers = { authorization: `Bearer ${token}` };
  const cart = await ask(at, "POST /cart", { body: { variation_id: pick(variations), quantity: 1 }, headers });
  const { data: quote } = await ask(at, "GET /checkout/quote?country=DE", { headers });
  const began = performance.now();
  const { data: order } = await ask(at, "POST /orders", {
    body: {
      cart_id: cart.id,
      quote_hash: quote.quote_hash,
      shipping_method_id: quote.shipping_method_id,
      shipping_address: address,
    },
    headers: { ...headers, "idempotency-key": uuid() },
  });
  placed.push(performance.now() - began);
  await ask(at, `POST /payments/${order.id}`, {
    body: { provider: "demo", outcome: "approve" },
    headers: { ...headers, "idempotency-key": uuid() },
  });
}

async function register(at: BenchShop): Promise<string> {
  const person = await ask(at, "POST /auth/register", {
    body: { email: `${uuid()}@example.com`, password: "bench bench" },
  });
  return person.access_token as string;
}
