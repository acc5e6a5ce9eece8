// node bench/memory.ts: memory of the shop's process (RSS) after the start, under load and idle again. BENCH_DATA_DIR
// measures an existing shop.
import { setTimeout } from "node:timers/promises";
import { isShort, machine, measure, measurePaths, memoryMb, requireInput } from "./measure.ts";
import { call, openBenchShop } from "./shop.ts";

const idleMs = isShort ? 0 : 15_000;
const pageSize = 100;

const shop = await openBenchShop();
const [pid = 0] = shop.pids;
const rows: string[] = [];
try {
  note("after the start");
  const { data: cards, meta } = await call(shop, `GET /product?per_page=${pageSize}`);
  requireInput(cards.length, "This shop has no products to measure.");
  const slugs = cards.map(({ slug }: { slug: string }) => slug) as string[];
  const variations = cards.flatMap((card: { default_variation_id: number | null }) => card.default_variation_id ?? []);
  const { guest_id } = await call(shop, "GET /cart/guest/init");
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
  await measure({
    title: "carts",
    url: shop.url,
    pids: shop.pids,
    seconds: 10,
    requests: [
      {
        method: "PUT",
        path: "/v1/cart",
        headers: { "content-type": "application/json", cookie: `guest_id=${guest_id}` },
        setupRequest: (request) => ({
          ...request,
          method: "POST",
          body: JSON.stringify({ variation_id: variations[turn++ % 20], quantity: 1 }),
        }),
      },
    ],
  });
  note("carts");
  await setTimeout(idleMs);
  note("idle");
  console.log(
    `\n${meta.total} products; ${machine()}\n\n| when | RSS MB | peak | anonymous MB |\n|---|---|---|---|\n${rows.join("\n")}`,
  );
} finally {
  await shop.stop();
}

/** Adds a row with the kernel's figures of the process. */
function note(when: string) {
  rows.push(`| ${[when, ...["VmRSS", "VmHWM", "RssAnon"].map((name) => memoryMb(pid, name))].join(" | ")} |`);
}
