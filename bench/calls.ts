// node bench/calls.ts [--products N] [--categories N]...: cost of public endpoints and of adding to the cart, in shops
// filled with 10, 3,000 and 6,000 categories. BENCH_DATA_DIR measures an existing shop instead.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { openDatabase } from "#server/platform/database/database.ts";
import { tagsChannel } from "#server/platform/database/transaction.ts";
import { cpuMs, isShort, type Measured, machine, measure, measurePaths, requireInput, table } from "./measure.ts";
import { type BenchShop, call, fillShop, openBenchShop, runningDatabase } from "./shop.ts";

interface Card {
  id: number;
  slug: string;
  in_stock: boolean;
  left: number | null;
  default_variation_id: number | null;
}
/** Pages of a hundred products, so that details are of more products than the cache keeps. */
const pages = 60;
const words = ["shoe", "lamp", "guita", "camra", "blue", "hedphones", "tea", "watch"];
const sorts = ["popular", "newest", "price", "-price", "rating", "name"];

const { values } = parseArgs({
  options: {
    products: { type: "string", default: "20000" },
    categories: { type: "string", multiple: true, default: ["10", "3000", "6000"] },
  },
});
if (process.env.BENCH_SHOP) await measureShop("");
else if (process.env.BENCH_DATA_DIR) await measureShop(process.env.BENCH_DATA_DIR);
else for (const count of values.categories) await measureFilledShop(count);

/** Fills a new shop with that many categories, measures it and deletes it. */
async function measureFilledShop(categories: string) {
  requireInput(Number(categories), "--categories takes the number of categories, 1 or more.");
  const folder = mkdtempSync(join(tmpdir(), "kiosk-bench-"));
  try {
    fillShop(folder, ["--products", values.products, "--categories", categories], { SHOP_DEMO: "0" });
    await measureShop(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureShop(folder: string) {
  const shop = await openBenchShop({ SHOP_DEMO: "0" }, folder);
  try {
    const { data: first, meta } = await call(shop, "GET /product?per_page=100");
    requireInput(first.length, "This shop has no products. Fill it with bench/fill.ts.");
    const cards: Card[] = [...first];
    for (let page = 2; page <= Math.min(pages, meta.pages); page++)
      cards.push(...(await call(shop, `GET /product?per_page=100&facets=false&page=${page}`)).data);
    const { data: tree } = await call(shop, "GET /categories?depth=1");
    const tops = tree.map(({ path }: { path: string }) => path) as string[];
    const rows = [
      ...(await measureCached(shop, tops, cards)),
      ...(await measureUncached(shop, { tops, cards, total: meta.total })),
      await addToCart(shop, cards),
    ];
    const { data: all } = await call(shop, "GET /categories");
    console.log(`\n${meta.total} products, ${countCategories(all)} categories; ${machine()}\n\n${table(rows)}\n`);
    for (const changed of [100, 20_000]) console.log(await measureChanges(shop, Math.min(changed, meta.total)));
  } finally {
    await shop.stop();
  }
}

interface Category {
  subfolder: Category[];
}
function countCategories(level: Category[]): number {
  return level.reduce((count, { subfolder }) => count + 1 + countCategories(subfolder), 0);
}

async function measureCached(shop: BenchShop, tops: string[], cards: Card[]): Promise<Measured[]> {
  const get = (title: string, paths: string[]) =>
    measure({
      title,
      url: shop.url,
      pids: shop.pids,
      requests: paths.map((path) => ({ method: "GET" as const, path: `/v1${path}` })),
    });
  return [
    await get("list page, cached", [`/product?category=${tops[0]}`]),
    await get(
      "details, cached",
      cards.slice(0, 50).map(({ slug }) => `/product/details/${slug}`),
    ),
    await get(
      "suggestions, cached",
      words.map((word) => `/product/search-suggestion?q=${word}`),
    ),
    await get("category tree, cached", ["/categories"]),
  ];
}

/** Requests URLs never requested before, so that no answer is cached. */
async function measureUncached(
  shop: BenchShop,
  { tops, cards, total }: { tops: string[]; cards: Card[]; total: number },
): Promise<Measured[]> {
  let turn = 0;
  const get = (title: string, path: () => string) => measurePaths(shop, `${title}, uncached`, () => `/v1${path()}`);
  const of = <T>(all: readonly T[]) => all[turn % all.length] as T;
  const rows = [
    await get("list with facets", () => `/product?category=${of(tops)}&price_min=${turn++ % 100_000}`),
    await get("list in another order", () => `/product?sort=${of(sorts)}&price_min=${turn++ % 100_000}`),
    await get(
      "list whose cards are not in memory",
      () => `/product?sort=newest&page=${1 + (turn % Math.ceil(total / 24))}&per_page=24&price_min=${turn++ % 100_000}`,
    ),
    await get("list of a search", () => `/product?name=${of(words)}&price_min=${turn++ % 100_000}`),
    await get("suggestions of misspelled words", () => `/product/search-suggestion?q=${of(words)}${suffix(turn++)}`),
    await get(
      "suggestions of prefixes",
      () =>
        `/product/search-suggestion?q=${of(words).slice(0, 2 + (turn % 3))}%20${suffix(turn++).slice(0, 1)}${"%20".repeat(turn % 60)}`,
    ),
    await get("related", () => `/product/related/${of(cards).id}?per_page=${1 + (turn++ % 24)}`),
  ];
  // The cache would hold all of fewer products.
  if (cards.length > 5000)
    rows.push(await get("details", () => `/product/details/${cards[turn++ % cards.length]?.slug}`));
  return rows;
}

/** Guests fill their own carts line by line with products that are well in stock. */
async function addToCart(shop: BenchShop, cards: Card[]) {
  const init = () => call(shop, "GET /cart/guest/init");
  const guests = await Promise.all(
    Array.from({ length: isShort ? 4 : 400 }, async () => (await init()).guest_id as string),
  );
  const plenty = cards.filter(({ in_stock, left }) => in_stock && left === null).slice(0, 20);
  const variations = plenty.flatMap(({ default_variation_id: id }) => id ?? []);
  requireInput(variations.length, "No product of this shop can be added to a cart.");
  let lines = 0;
  const next = () => ({ guest: guests[lines % guests.length], at: Math.floor(lines++ / guests.length) });
  return measure({
    title: "add to cart",
    url: shop.url,
    pids: shop.pids,
    requests: [
      {
        method: "POST",
        path: "/v1/cart",
        setupRequest: (request) => {
          const { guest, at } = next();
          return {
            ...request,
            headers: { "content-type": "application/json", cookie: `guest_id=${guest}` },
            body: JSON.stringify({ variation_id: variations[at % variations.length], quantity: 1 }),
          };
        },
      },
    ],
  });
}

/** How long the first list takes after this many products changed in one transaction. */
async function measureChanges(shop: BenchShop, changed: number): Promise<string> {
  const connection = runningDatabase(shop.dataDir);
  if (!connection) throw new Error("The shop has no embedded database.");
  const database = openDatabase(connection, { size: 1 });
  try {
    const before = cpuMs(shop.pids);
    await sql`
      select pg_notify(${tagsChannel}, json_build_object('tags', json_agg('product:' || id))::text)
      from (select id, row_number() over (order by id) as n from products limit ${changed}) as p
      group by n / 100`.execute(database.db);
    // The shop receives the messages in the meantime, and begins to read the products again.
    await setTimeout(20);
    const begun = performance.now();
    await call(shop, `GET /product?price_min=${changed}`);
    const took = Math.round(performance.now() - begun);
    return `first list after ${changed} changed products: ${took} ms; the changes took ${cpuMs(shop.pids) - before} CPU ms`;
  } finally {
    await database.close();
  }
}

/** A number as two letters: 0 is "aa". */
function suffix(number: number) {
  const character = (at: number) => String.fromCharCode(97 + (at % 26));
  return character(Math.floor(number / 26)) + character(number);
}
