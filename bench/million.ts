// BENCH_DATA_DIR=<folder> SHOP_DEMO=0 node bench/million.ts: suggestions and lists of a large shop, 16 clients at once.
// Fill the folder first: DATA_DIR=<folder> SHOP_DEMO=0 node bench/fill.ts <csv> --products 1000000
import { setTimeout } from "node:timers/promises";
import { seeded } from "#server/testing/properties.ts";
import { machine, measurePaths, memoryMb, requireInput, table } from "./measure.ts";
import { call, openBenchShop } from "./shop.ts";

const clients = 16;
const seconds = 15;
const deepestPage = 50;
const fastMs = 100;

requireInput(
  process.env.BENCH_DATA_DIR || process.env.BENCH_SHOP ? 1 : 0,
  "Set BENCH_DATA_DIR to a folder that bench/fill.ts has filled.",
);
const shop = await openBenchShop();
const [pid = 0] = shop.pids;
try {
  const opened = performance.now();
  await indexLoaded();
  console.log(
    `the product index is loaded after ${((performance.now() - opened) / 1000).toFixed(0)} s; ${memoryMb(pid, "VmRSS")} MB`,
  );
  const { data: tree } = await call(shop, "GET /categories?depth=8");
  const paths = flat(tree).map(({ path }) => path);
  const { data: cards, meta, facets } = await call(shop, "GET /product?per_page=100&sort=newest");
  requireInput(cards.length, "This shop has no products. Fill it with bench/fill.ts.");
  const options = facets
    .filter(({ key }: { key: string }) => key.startsWith("option."))
    .flatMap(({ values }: { values: { id: number }[] }) => values.map(({ id }) => id)) as number[];
  const words = [
    ...new Set<string>(cards.flatMap(({ name }: { name: string }) => name.toLowerCase().match(/[a-z]{3,}/g))),
  ];
  const pick = seeded(7);
  const of = <T>(all: readonly T[]) => all[pick(all.length)] as T;
  const prefix = (word: string) => word.slice(0, 2 + pick(word.length - 1));
  const misspelled = (word: string) => word.slice(0, 2) + word.slice(3) + of(["", "x", "e"]);
  const typed = () =>
    [prefix(of(words)), `${of(words)} ${prefix(of(words))}`, misspelled(of(words)), of(words)][pick(4)] ?? "";
  const filters = [
    () => `category=${of(paths)}`,
    () => `category=${of(paths)}&option=${of(options)}`,
    () => `name=${of(words)}`,
    () => `name=${of(words)}&price_max=${1000 + pick(50_000)}`,
    () => `price_min=${pick(30_000)}&price_max=${20_000 + pick(30_000)}`,
    () => `option=${of(options)}&in_stock=true&price_min=${pick(40_000)}`,
    () => `category=${of(paths)}&on_sale=true`,
    () => `sort=${of(["newest", "price", "-price", "rating"])}&category=${of(paths)}`,
  ];
  const load = (title: string, path: () => string) =>
    measurePaths(shop, title, () => `/v1${path()}`, { connections: clients, seconds });
  const rows = [
    await load("suggestions", () => `/product/search-suggestion?q=${encodeURIComponent(typed())}`),
    await load(
      "suggestions of several words, mostly uncached",
      () => `/product/search-suggestion?q=${encodeURIComponent(`${typed()} ${prefix(of(words))}`)}`,
    ),
    await load("list pages with facets", () => `/product?${of(filters)()}&page=${1 + pick(deepestPage)}`),
  ];
  console.log(
    `\n${meta.total} products, ${clients} clients; ${machine()}\n\n${table(rows)}\n\n${memoryMb(pid, "VmRSS")} MB at the end`,
  );
} finally {
  await shop.stop();
}

/** Waits until lists are answered quickly, that is from the product index. */
async function indexLoaded() {
  for (let turn = 0; ; turn++) {
    const begun = performance.now();
    await call(shop, `GET /product?price_min=${turn}&per_page=1`);
    if (performance.now() - begun < fastMs) return;
    await setTimeout(1000);
  }
}

interface Category {
  path: string;
  subfolder: Category[];
}
function flat(categories: Category[]): Category[] {
  return categories.flatMap((category) => [category, ...flat(category.subfolder)]);
}
