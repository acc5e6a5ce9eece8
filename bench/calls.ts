// node bench/calls.ts: cost of public endpoints and of adding to the cart. BENCH_DATA_DIR measures an existing shop.
import { machine, measure, requireInput, table } from "./measure.ts";
import { call, openBenchShop } from "./shop.ts";

interface Card {
  id: number;
  slug: string;
  in_stock: boolean;
  left: number | null;
  default_variation_id: number | null;
}
/** Pages of a hundred products, so that details are of more products than the cache keeps. */
const pages = 60;

const shop = await openBenchShop();
try {
  const { data: first, meta } = await call(shop, "GET /product?per_page=100");
  requireInput(first.length, "This shop has no products. Fill it with bench/fill.ts, or leave out SHOP_DEMO=0.");
  const cards: Card[] = [...first];
  for (let page = 2; page <= Math.min(pages, meta.pages); page++)
    cards.push(...(await call(shop, `GET /product?per_page=100&facets=false&page=${page}`)).data);
  const { data: tree } = await call(shop, "GET /categories?depth=1");
  const words = ["shoe", "lamp", "guita", "camra", "blue", "hedphones", "tea", "watch"];
  const tops = tree.map(({ path }: { path: string }) => path) as string[];
  const sorts = ["popular", "newest", "price", "-price", "rating", "name"];
  let turn = 0;
  const get = (title: string, paths: string[]) =>
    measure({
      title,
      url: shop.url,
      pids: shop.pids,
      requests: paths.map((path) => ({ method: "GET" as const, path: `/v1${path}` })),
    });
  /** URLs never requested before, so that nothing is cached. */
  const uncached = (title: string, path: () => string) =>
    measure({
      title,
      url: shop.url,
      pids: shop.pids,
      requests: [{ method: "GET", setupRequest: (request) => ({ ...request, path: `/v1${path()}` }) }],
    });
  const of = <T>(all: readonly T[]) => all[turn % all.length] as T;
  const rows = [
    await get("list page, cached", [`/product?category=${tops[0]}`]),
    await get(
      "details, cached",
      first.slice(0, 50).map(({ slug }: Card) => `/product/details/${slug}`),
    ),
    await get(
      "suggestions, cached",
      words.map((word) => `/product/search-suggestion?q=${word}`),
    ),
    await get("category tree, cached", ["/categories"]),
    await uncached("list with facets, uncached", () => `/product?category=${of(tops)}&price_min=${turn++ % 100_000}`),
    await uncached("list in another order, uncached", () => `/product?sort=${of(sorts)}&price_min=${turn++ % 100_000}`),
    await uncached("list of a search, uncached", () => `/product?name=${of(words)}&price_min=${turn++ % 100_000}`),
    await uncached(
      "suggestions of misspelled words, uncached",
      () => `/product/search-suggestion?q=${of(words)}${suffix(turn++)}`,
    ),
    await uncached(
      "suggestions of prefixes, uncached",
      () =>
        `/product/search-suggestion?q=${of(words).slice(0, 2 + (turn % 3))}%20${suffix(turn++).slice(0, 1)}${"%20".repeat(turn % 60)}`,
    ),
    await uncached("related, uncached", () => `/product/related/${of(cards).id}?per_page=${1 + (turn++ % 24)}`),
  ];
  // The cache would hold all of fewer products.
  if (cards.length > 5000)
    rows.push(await uncached("details, uncached", () => `/product/details/${cards[turn++ % cards.length]?.slug}`));
  rows.push(await addToCart(cards));
  console.log(`\n${meta.total} products; ${machine()}\n\n${table(rows)}`);

  /** Guests fill their own carts line by line with products that are well in stock. */
  async function addToCart(all: Card[]) {
    const init = () => call(shop, "GET /cart/guest/init");
    const guests = await Promise.all(Array.from({ length: 400 }, async () => (await init()).guest_id as string));
    const plenty = all.filter(({ in_stock, left }) => in_stock && left === null).slice(0, 20);
    const variations = plenty.flatMap(({ default_variation_id: id }) => id ?? []);
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
} finally {
  await shop.stop();
}

/** A number as two letters: 0 is "aa". */
function suffix(number: number) {
  const character = (at: number) => String.fromCharCode(97 + (at % 26));
  return character(Math.floor(number / 26)) + character(number);
}
