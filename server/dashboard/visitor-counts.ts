import type { LiveVisitors } from "#contract/events.ts";

export type Counts = Omit<LiveVisitors, "seq">;
type Page = keyof Counts["pages"];
/** The kind of page a request belongs to, and whether it changed a cart. */
interface Seen {
  page: Page;
  fillsCart: boolean;
}

const maxVisitors = 50_000;

/** Pages by the documents and the calls of the pages that are opened without a document. */
const pages: [method: string, path: RegExp, page: Page][] = [
  ["GET", /^\/($|v1\/home$)/, "home"],
  ["GET", /^\/(products|v1\/product)$/, "lists"],
  ["GET", /^\/(details|v1\/product\/details)\//, "products"],
  ["GET", /^\/cart$/, "cart"],
  ["POST", /^\/v1\/cart$/, "products"],
  ["PATCH", /^\/v1\/cart$/, "cart"],
  ["GET", /^\/(checkout|payment\/[^/]+|v1\/checkout\/quote)$/, "checkout"],
  ["POST", /^\/v1\/payments\/[^/]+$/, "checkout"],
  ["GET", /^\/account(\/|$)/, "account"],
];

/** What a request says about where its visitor is; undefined for what any page may request. */
export function pageOf(method: string, url: string): Seen | undefined {
  const path = url.split("?", 1)[0] ?? "";
  const page = pages.find(([of, pattern]) => of === method && pattern.test(path))?.[2];
  return page && { page, fillsCart: path === "/v1/cart" };
}

/** Where a visitor was last, and when, and when a cart of theirs was last changed. */
export interface Sighting {
  page: Page;
  at: number;
  cartAt: number;
}

export const isPage = (text: string): text is Page => Object.hasOwn(noVisitors().pages, text);

/** Where visitors were last, in memory, for a while. */
export class VisitorCounts {
  readonly #staleMs: number;
  readonly #visitors = new Map<string, Sighting>();

  constructor(staleMs: number) {
    this.#staleMs = staleMs;
  }

  find(visitor: string): Sighting | undefined {
    return this.#visitors.get(visitor);
  }

  note(visitor: string, { page, fillsCart }: Seen, at: number) {
    this.add(visitor, { page, at, cartAt: fillsCart ? at : Number.NEGATIVE_INFINITY });
  }

  /** Adds a sighting, which another process may have made before or after those known. */
  add(visitor: string, sighting: Sighting) {
    const before = this.#visitors.get(visitor) ?? sighting;
    const last = before.at > sighting.at ? before : sighting;
    this.#visitors.delete(visitor);
    this.#visitors.set(visitor, { ...last, cartAt: Math.max(before.cartAt, sighting.cartAt) });
    const [oldest] = this.#visitors.keys();
    if (this.#visitors.size > maxVisitors && oldest !== undefined) this.#visitors.delete(oldest);
  }

  /** Counts those seen lately and forgets the others. */
  count(now: number): Counts {
    const counts = noVisitors();
    for (const [visitor, { page, at, cartAt }] of this.#visitors) {
      if (now - at > this.#staleMs) {
        this.#visitors.delete(visitor);
        continue;
      }
      counts.visitors++;
      counts.pages[page]++;
      if (now - cartAt <= this.#staleMs && page !== "checkout") counts.carts_filling++;
    }
    return counts;
  }
}

export const noVisitors = (): Counts => ({
  visitors: 0,
  carts_filling: 0,
  pages: { home: 0, lists: 0, products: 0, cart: 0, checkout: 0, account: 0 },
});
