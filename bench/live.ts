// node bench/live.ts: 1,000 sockets of an administrator while 500 orders a minute are placed and paid: how long after a payment
// was answered each socket shows it, and whether the figures of all sockets then equal a recount of the orders.
// MINUTES=5 runs longer; SOCKETS and PER_MINUTE change the load.
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { io, type Socket } from "socket.io-client";
import { Client } from "undici";
import type { LiveOrderSummary, ServerEvents } from "#contract/events.ts";
import { cpuMs, isShort, machine, quantile, requireInput } from "./measure.ts";
import { newBuyers, wholeFlow } from "./order-flow.ts";
import { type BenchShop, openBenchShop, runningDatabase, signIn } from "./shop.ts";

const budgetMs = 1500;
const { MINUTES = "1", SOCKETS = "1000", PER_MINUTE = "500" } = process.env;
const socketCount = Number(SOCKETS);
const orderCount = Math.round(Number(PER_MINUTE) * Number(MINUTES));

interface Watcher {
  socket: Socket<ServerEvents>;
  latest: LiveOrderSummary;
}

const shop = await openBenchShop({ SHOP_DEMO: "1" });
const watchers: Watcher[] = [];
try {
  const database = new pg.Pool({ ...runningDatabase(shop.dataDir), max: 2 });
  // The database ends with the shop.
  database.on("error", () => undefined);
  await database.query("update stock_levels set on_hand = on_hand + 100000");
  const token = (await signIn(shop)).authorization.replace("Bearer ", "");
  /** When the payment of each order was answered, in the order of the answers. */
  const paidAt: number[] = [];
  const delays: number[] = [];
  const connecting = performance.now();
  while (watchers.length < socketCount)
    watchers.push(...(await Promise.all(Array.from({ length: 20 }, () => watch(shop, token, { paidAt, delays })))));
  const connectedIn = performance.now() - connecting;
  const [first] = watchers;
  const begin = first?.latest.today as LiveOrderSummary["today"];
  const began = new Date();
  const cpuBefore = cpuMs(shop.pids);
  const failed = await placeOrders(database, paidAt);
  const cpu = cpuMs(shop.pids) - cpuBefore;
  await setTimeout(isShort ? 2000 : 5000);
  const { rows } = await database.query(
    `select count(*)::int as count, coalesce(sum(quantity), 0)::int as units,
      (select coalesce(sum(amount), 0)::int8 from order_transactions where kind = 'payment' and at >= $1) as revenue
    from orders
    where placed_at >= $1 and confirmed_at is not null`,
    [began],
  );
  const counted = { count: rows[0].count, units: rows[0].units, revenue: Number(rows[0].revenue) };
  const wrong = watchers.filter(({ latest: { today } }) => {
    const grown = { count: today.count - begin.count, units: today.units - begin.units };
    const revenue = today.revenue.amount - begin.revenue.amount;
    return grown.count !== counted.count || grown.units !== counted.units || revenue !== counted.revenue;
  }).length;
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => Math.round(quantile(delays, part)));
  console.log(
    `${watchers.length} sockets connected in ${(connectedIn / 1000).toFixed(1)} s; ${counted.count} orders paid, ` +
      `${failed.length} failed; ${(cpu / orderCount).toFixed(1)} CPU ms an order, figures of all sockets included`,
  );
  console.log(`shown after p50 ${p50}, p95 ${p95}, p99 ${p99} ms (${delays.length} deliveries)`);
  console.log(`figures of ${wrong} sockets differ from the recount (${JSON.stringify(counted)}); ${machine()}`);
  if (failed.length > 0) console.log(failed.slice(0, 3));
  requireInput(delays.length, "No payment was shown to a socket.");
  const isLate = (p95 ?? 0) > budgetMs && !isShort;
  process.exitCode = isLate || wrong > 0 || failed.length > 0 ? 1 : 0;
  await database.end();
} finally {
  for (const { socket } of watchers) socket.disconnect();
  await shop.stop();
}

/** Connects a socket, once it has its first figures. Each payment that a later message includes adds its delay. */
async function watch({ url }: BenchShop, token: string, { paidAt, delays }: { paidAt: number[]; delays: number[] }) {
  const socket: Socket<ServerEvents> = io(url, { transports: ["websocket"], auth: { token }, forceNew: true });
  const watcher = { socket } as Watcher;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once("connect_error", reject);
  let begin: number | undefined;
  let seen = 0;
  socket.on("order_summary", (summary) => {
    watcher.latest = summary;
    begin ??= summary.today.count;
    const shown = summary.today.count - begin;
    // A payment may be shown before its answer has arrived.
    for (; seen < shown; seen++) delays.push(performance.now() - (paidAt[seen] ?? performance.now()));
    resolve();
  });
  await promise;
  return watcher;
}

/** Places and pays the orders at an even rate; returns what failed. */
async function placeOrders(database: pg.Pool, paidAt: number[]): Promise<unknown[]> {
  const { rows } = await database.query("select variation_id from available_stock where available > 5 limit 100");
  const variations = rows.map((row) => Number(row.variation_id));
  const buyers = (await newBuyers(shop, database, 50)).map((buyer) => ({ buyer, client: new Client(shop.url) }));
  const failed: unknown[] = [];
  const all: Promise<void>[] = [];
  const began = performance.now();
  for (let index = 0; index < orderCount; index++) {
    await setTimeout(Math.max(0, began + (index * 60_000) / Number(PER_MINUTE) - performance.now()));
    const { buyer, client } = buyers[index % buyers.length] as (typeof buyers)[number];
    all.push(
      wholeFlow(client, buyer, variations).then(
        () => void paidAt.push(performance.now()),
        (error: unknown) => void failed.push(error),
      ),
    );
  }
  await Promise.all(all);
  await Promise.all(buyers.map(({ client }) => client.close()));
  return failed;
}
