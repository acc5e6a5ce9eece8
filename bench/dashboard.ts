// node bench/dashboard.ts: how long the calls of the dashboard's lists take, one after the other, in a shop with 1,000,000
// orders, 200,000 customers and 100,000 products with 500,000 variations, which is filled first. CPU ms are of the shop's
// process and its database. BENCH_DATA_DIR=<folder> keeps the shop for later runs; --only /stock measures the calls that
// begin so.
import { parseArgs } from "node:util";
import { listRows, openDatabase } from "#server/platform/database/database.ts";
import { fillOrders } from "./fill-orders.ts";
import { cpuMs, isShort, machine, quantile, requireInput } from "./measure.ts";
import { call, fillShop, openBenchShop, runningDatabase, signIn } from "./shop.ts";

const { values } = parseArgs({
  options: {
    orders: { type: "string", default: "1000000" },
    customers: { type: "string", default: "200000" },
    products: { type: "string", default: "100000" },
    rounds: { type: "string", default: "15" },
    only: { type: "string", default: "/" },
  },
});

const shop = await openBenchShop({ SHOP_DEMO: "1" });
try {
  await fillIfNeeded();
  const headers = await signIn(shop);
  const [{ id: product, name }] = (await call(shop, "GET /product/admin?per_page=1&sort=name", { headers })).data;
  const [{ number, customer }] = (await call(shop, "GET /orders?per_page=1&status=completed", { headers })).data;
  console.log("| call | p50 ms | p95 ms | CPU ms |\n|---|---|---|---|");
  let isSlow = false;
  const calls = paths({ product, word: name.split(" ")[0], number, customer: customer.id });
  const measured = calls.filter((path) => path.startsWith(values.only));
  requireInput(measured.length, `No call begins with ${values.only}.`);
  for (const path of measured) {
    const budgetMs = path.startsWith("/dashboard/summary") ? 50 : 100;
    const { p50, p95, cpu } = await measurePath(path, headers);
    if (p50 > budgetMs) isSlow = true;
    const cell = (milliseconds: number) => (milliseconds > budgetMs ? `**${milliseconds}**` : String(milliseconds));
    console.log(`| ${path} | ${cell(p50)} | ${cell(p95)} | ${cpu} |`);
  }
  console.log(`\n${values.orders} orders, ${values.customers} customers, ${values.products} products; ${machine()}`);
  process.exitCode = isSlow && !isShort ? 1 : 0;
} finally {
  await shop.stop();
}

/** Fills the shop unless it has so many orders already. */
async function fillIfNeeded() {
  const connection = runningDatabase(shop.dataDir);
  if (!connection) throw new Error("the shop's database is not running");
  const { db, close } = openDatabase(connection, { size: 2 });
  try {
    const rows = await listRows<{ orders: number; products: number }>(db)`
      select (select count(*) from orders) as orders, (select count(*) from products) as products`;
    if ((rows[0]?.orders ?? 0) >= Number(values.orders)) return;
    if ((rows[0]?.products ?? 0) < Number(values.products))
      fillShop(shop.dataDir, ["--products", values.products, "--categories", "1000", "--values", "9"]);
    await fillOrders(connection, { customers: Number(values.customers), orders: Number(values.orders) });
  } finally {
    await close();
  }
}

async function measurePath(path: string, headers: Record<string, string>) {
  const times: number[] = [];
  let before = 0;
  for (let round = -2; round < Number(values.rounds); round++) {
    if (round === 0) before = cpuMs(shop.pids);
    const begun = performance.now();
    await call(shop, `GET ${path}`, { headers });
    if (round >= 0) times.push(performance.now() - begun);
  }
  const cpu = Math.round((cpuMs(shop.pids) - before) / times.length);
  return { p50: Math.round(quantile(times)), p95: Math.round(quantile(times, 0.95)), cpu };
}

interface Known {
  product: number;
  word: string;
  number: number;
  customer: number;
}

/** The calls of the lists, with each filter, a page further back, and filters together. */
function paths({ product, word, number, customer }: Known): string[] {
  const orders = [
    "",
    "page=400",
    "sort=-total",
    ...["unpaid", "to_ship", "on_hold", "returns", "refunds_to_send", "completed"].map((view) => `view=${view}`),
    "status=cancelled",
    "from=2026-06-01&to=2026-06-30",
    "refunded_from=2026-06-01&refunded_to=2026-06-30",
    "payment_status=paid",
    "payment_status=disputed",
    "payment_method=cod",
    "shipping_method=2",
    "fulfilment_status=unfulfilled",
    `product_id=${product}`,
    `sku=B${product}-0`,
    "country=CH",
    "country=LU",
    "total_min=90000",
    "total_min=50000&total_max=51000",
    `customer_id=${customer}`,
    `name=${number}`,
    "name=Novak",
    `name=customer-${customer}%40example.com`,
    `name=${word}`,
    `name=B${product}-0`,
    "name=nothing+of+the+kind",
    "country=CH&payment_method=cod&from=2026-01-01",
    "country=FR&view=completed&sort=-total",
  ].map((filters) => `/orders?per_page=20&${filters}`);
  return [
    ...orders,
    ...["", "?from=2026-11-01&to=2026-11-07", "?from=2026-01-01&to=2026-03-31", "?from=2025-11-01&to=2026-10-31"].map(
      (period) => `/dashboard/summary${period}`,
    ),
    "/dashboard/demand?per_page=20",
    "/orders/counts",
    "/returns?per_page=20",
    "/returns?per_page=20&status=requested",
    "/customers?per_page=20",
    "/customers?per_page=20&name=Novak",
    `/orders/by-customer?customer_id=${customer}`,
    "/product/admin?per_page=20",
    `/product/admin?per_page=20&name=${word}`,
    "/product/admin?per_page=20&name=Bamboo",
    ...["low", "out"].map((status) => `/product/admin?per_page=20&stock=${status}`),
    "/stock?per_page=20",
    ...["low", "out"].map((status) => `/stock?per_page=20&status=${status}`),
    `/stock?per_page=20&name=${word}`,
    "/stock?per_page=20&name=Bamboo",
    "/stock?per_page=20&name=Bamboo&status=low",
    "/reviews/admin?per_page=20",
    "/reviews/admin?per_page=20&view=pending",
    "/reviews/admin?per_page=20&name=arrived",
    `/reviews/admin?per_page=20&name=${word}`,
    "/reviews/admin?per_page=20&name=nothing+of+the+kind",
    "/coupons?per_page=20",
    "/gift-cards?per_page=20",
    "/audit?per_page=20",
    "/audit?per_page=20&entity=product&entity_id=77",
  ];
}
