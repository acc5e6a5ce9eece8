// node bench/calls.ts: what the public calls and adding to the cart cost. BENCH_DATA_DIR measures a shop of your own.
import { machine, measure, table } from "./measure.ts";
import { ask, openBenchShop } from "./shop.ts";

const shop = await openBenchShop();
try {
  const { data: cards, meta } = await ask(shop, "GET /product?per_page=100");
  const { data: tree } = await ask(shop, "GET /categories?depth=1");
  const slugs = cards.map((card: { slug: string }) => card.slug) as string[];
  const variations = cards.flatMap(
    (card: { default_variation_id: number | null }) => card.default_variation_id ?? [],
  ) as number[];
  const { guest_id } = await ask(shop, "GET /cart/guest/init");
  const words = ["shoe", "lamp", "guita", "camra", "blue", "hedphones", "tea", "watch"];
  let turn = 0;
  const get = (title: string, paths: string[]) =>
    measure({
      title,
      url: shop.url,
      pids: shop.pids,
      requests: paths.map((path) => ({ method: "GET" as const, path: `/v1${path}` })),
    });
  /** Addresses never asked before: the answer has to be made. */
  const unseen = (title: string, path: () => string) =>
    measure({
      title,
      url: shop.url,
      pids: shop.pids,
      requests: [{ method: "GET", setupRequest: (request) => ({ ...request, path: `/v1${path()}` }) }],
    });
  const top = tree[0]?.path ?? "";
  const rows = [
    await get("list page, kept", [`/product?category=${top}`]),
    await unseen("list page with facets, made anew", () => `/product?category=${top}&price_min=${turn++ % 100_000}`),
    await get(
      "details, kept",
      slugs.slice(0, 50).map((slug) => `/product/details/${slug}`),
    ),
    await get(
      "suggestions, kept",
      words.map((word) => `/product/search-suggestion?q=${word}`),
    ),
    await unseen(
      "suggestions, made anew",
      () => `/product/search-suggestion?q=${words[turn % words.length]}${(turn++).toString(36)}`,
    ),
    await get("category tree, kept", ["/categories"]),
    await measure({
      title: "add to cart",
      url: shop.url,
      pids: shop.pids,
      connections: 1,
      requests: [
        {
          method: "PATCH",
          path: "/v1/cart",
          headers: { "content-type": "application/json", cookie: `guest_id=${guest_id}` },
          setupRequest: (request) => ({
            ...request,
            method: "POST",
            body: JSON.stringify({ variation_id: variations[turn++ % Math.min(20, variations.length)], quantity: 1 }),
          }),
        },
      ],
    }),
  ];
  console.log(`\n${meta.total} products; ${machine()}\n\n${table(rows)}`);
} finally {
  await shop.stop();
}
