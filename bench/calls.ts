// node bench/calls.ts: what the public calls and adding to the cart cost. BENCH_DATA_DIR measures a shop of your own.
import { machine, measure, table } from "./measure.ts";
import { ask, openBenchShop } from "./shop.ts";

interface Card {
  id: number;
  slug: string;
  in_stock: boolean;
  left: number | null;
  default_variation_id: number | null;
}
/** Pages of a hundred products looked at, so that details are of more products than are kept. */
const pages = 60;

const shop = await openBenchShop();
try {
  const { data: first, meta } = await ask(shop, "GET /product?per_page=100");
  const cards: Card[] = [...first];
  for (let page = 2; page <= Math.min(pages, meta.pages); page++)
    cards.push(...(await ask(shop, `GET /product?per_page=100&facets=false&page=${page}`)).data);
  const { data: tree } = await ask(shop, "GET /categories?depth=1");
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
  /** Addresses never asked before: the answer has to be made. */
  const unseen = (title: string, path: () => string) =>
    measure({
      title,
      url: shop.url,
      pids: shop.pids,
      requests: [{ method: "GET", setupRequest: (request) => ({ ...request, path: `/v1${path()}` }) }],
    });
  const of = <T>(all: readonly T[]) => all[turn % all.length] as T;
  const rows = [
    await get("list page, kept", [`/product?category=${tops[0]}`]),
    await get(
      "details, kept",
      first.slice(0, 50).map(({ slug }: Card) => `/product/details/${slug}`),
    ),
    await get(
      "suggestions, kept",
      words.map((word) => `/product/search-suggestion?q=${word}`),
    ),
    await get("category tree, kept", ["/categories"]),
    await unseen("list with facets, made anew", () => `/product?category=${of(tops)}&price_min=${turn++ % 100_000}`),
    await unseen("list in another order, made anew", () => `/product?sort=${of(sorts)}&price_min=${turn++ % 100_000}`),
    await unseen("list of a search, made anew", () => `/product?name=${of(words)}&price_min=${turn++ % 100_000}`),
    await unseen(
      "suggestions of slips, made anew",
      () => `/product/search-suggestion?q=${of(words)}${letters(turn++)}`,
    ),
    await unseen(
      "suggestions of beginnings, made anew",
      () =>
        `/product/search-suggestion?q=${of(words).slice(0, 2 + (turn % 3))}%20${letters(turn++).slice(0, 1)}${"%20".repeat(turn % 60)}`,
    ),
    await unseen("related, made anew", () => `/product/related/${of(cards).id}?per_page=${1 + (turn++ % 24)}`),
  ];
  // Fewer than these are all kept.
  if (cards.length > 5000)
    rows.push(await unseen("details, made anew", () => `/product/details/${cards[turn++ % cards.length]?.slug}`));
  rows.push(await added(cards));
  console.log(`\n${meta.total} products; ${machine()}\n\n${table(rows)}`);

  /** Guests fill carts of their own line by line, with products of which there is plenty. */
  async function added(all: Card[]) {
    const init = () => ask(shop, "GET /cart/guest/init");
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

/** A number in letters: 0 is "aa". */
function letters(number: number) {
  const letter = (at: number) => String.fromCharCode(97 + (at % 26));
  return letter(Math.floor(number / 26)) + letter(number);
}
