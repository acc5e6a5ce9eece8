// node bench/memory.ts: what the shop's process holds (RSS): when it is open and rests, under load, and at rest again. BENCH_DATA_DIR measures a shop of your own.
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { machine, measure } from "./measure.ts";
import { ask, openBenchShop } from "./shop.ts";

const restMs = 15_000;
const pageSize = 100;

const shop = await openBenchShop();
const [pid = 0] = shop.pids;
const rows: string[] = [];
try {
  note("open, its demo world made and painted");
  const { data: cards, meta } = await ask(shop, `GET /product?per_page=${pageSize}`);
  const slugs = cards.map(({ slug }: { slug: string }) => slug) as string[];
  const variations = cards.flatMap((card: { default_variation_id: number | null }) => card.default_variation_id ?? []);
  const { guest_id } = await ask(shop, "GET /cart/guest/init");
  let turn = 0;
  const load = (title: string, paths: () => string) =>
    measure({
      title,
      url: shop.url,
      pids: shop.pids,
      seconds: 10,
      // As browsers ask.
      headers: { "accept-encoding": "gzip, deflate, br, zstd" },
      requests: [{ method: "GET", setupRequest: (request) => ({ ...request, path: paths() }) }],
    });
  await load("documents", () => ["/", "/products", `/details/${slugs[turn++ % slugs.length]}`][turn % 3] ?? "/");
  note("documents, kept");
  await load("documents made anew", () => `/products?price_min=${turn++ % 100_000}`);
  note("list documents, each made anew");
  await load("lists", () => `/v1/product?price_min=${turn++ % 100_000}`);
  note("lists, each made anew");
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
  await setTimeout(restMs);
  note("at rest after that");
  console.log(
    `\n${meta.total} products; ${machine()}\n\n| when | RSS MB | highest so far | anonymous MB |\n|---|---|---|---|\n${rows.join("\n")}`,
  );
} finally {
  await shop.stop();
}

/** Notes what the kernel says the process holds now. */
function note(when: string) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const mb = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  rows.push(`| ${when} | ${mb("VmRSS")} | ${mb("VmHWM")} | ${mb("RssAnon")} |`);
}
