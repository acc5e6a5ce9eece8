// node bench/memory.ts: memory of the shop's process (RSS) after the start, under load and idle again. BENCH_DATA_DIR
// measures an existing shop.
import { setTimeout } from "node:timers/promises";
import { isShort, machine, measure, measurePaths, memoryMb, requireInput } from "./measure.ts";
import { call, openBenchShop } from "./shop.ts";

interface Card {
  slug: string;
  in_stock: boolean;
  /** The units left, if few are. */
  left: number | null;
  default_variation_id: number | null;
}

const idleMs = isShort ? 0 : 15_000;
const pageSize = 100;

const shop = await openBenchShop();
const [pid = 0] = shop.pids;
const rows: string[] = [];
try {
  note("after the start");
  const { data: cards, meta } = await call(shop, `GET /product?per_page=${pageSize}`);
  requireInput(cards.length, "This shop has no products to measure.");
  const slugs = cards.map(({ slug }: Card) => slug) as string[];
  const plenty = cards.filter(({ in_stock, left }: Card) => in_stock && left === null).slice(0, 20) as Card[];
  requireInput(plenty.length, "No product of this shop can be added to a cart.");
  let turn = 0;
  const load = (title: string, paths: () => string) =>
    // As browsers send it.
    measurePaths(shop, title, paths, { seconds: 10, headers: { "accept-encoding": "gzip, deflate, br, zstd" } });
  await load("documents", () => ["/", "/products", `/details/${slugs[turn++ % slugs.length]}`][turn % 3] ?? "/");
  note("documents, cached");
  await load("documents, uncached", () => `/products?price_min=${turn++ % 100_000}`);
  note("list documents, uncached");
  await load("lists", () => `/v1/product?price_min=${turn++ % 100_000}`);
  note("lists, uncached");
  await changeCart(plenty);
  note("carts");
  await setTimeout(idleMs);
  note("idle");
  console.log(
    `\n${meta.total} products; ${machine()}\n\n| when | RSS MB | peak | anonymous MB |\n|---|---|---|---|\n${rows.join("\n")}`,
  );
} finally {
  await shop.stop();
}

/** Sets quantities of one guest's lines: adding would end at the most that can be bought of each. */
async function changeCart(cards: Card[]) {
  const { guest_id } = await call(shop, "GET /cart/guest/init");
  const headers = { cookie: `guest_id=${guest_id}` };
  for (const { default_variation_id: variation_id } of cards)
    await call(shop, "POST /cart", { headers, body: { variation_id, quantity: 1 } });
  const { items } = await call(shop, "GET /cart", { headers });
  let turn = 0;
  await measure({
    title: "carts",
    url: shop.url,
    pids: shop.pids,
    seconds: 10,
    requests: [
      {
        method: "PATCH",
        path: "/v1/cart",
        headers: { "content-type": "application/json", ...headers },
        setupRequest: (request) => {
          const { id: item_id } = items[turn % items.length];
          return { ...request, body: JSON.stringify({ item_id, quantity: 1 + (turn++ % 3) }) };
        },
      },
    ],
  });
}

/** Adds a row with the kernel's figures of the process. */
function note(when: string) {
  rows.push(`| ${[when, ...["VmRSS", "VmHWM", "RssAnon"].map((name) => memoryMb(pid, name))].join(" | ")} |`);
}
