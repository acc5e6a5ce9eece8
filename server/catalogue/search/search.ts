import { LRUCache } from "lru-cache";
import type { ProductCard } from "#contract/catalogue/products.ts";
import type { Db } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { nameOrder } from "./name-order.ts";
import { listProductCards } from "#server/catalogue/variations/variations-for-sale.ts";
import { tallyRows, tallyWords } from "./product-index.sql.ts";
import { Tally } from "./product-index.ts";
import { allProducts, facetLabels } from "#server/catalogue/cache-tags.ts";

/** Above this many products on sale the database counts: they would take too much of a process's memory. */
const mostProducts = 2_000_000;
/** Nobody waits for more products than this to be read; until they are here the database is asked. */
const mostAwaited = 50_000;
/** More changed products than this are not worth looking up one by one. */
const mostChanged = 20_000;
const mostCards = 3000;
/** Read in pieces, so that what the database sends never stands in memory as a whole. */
const pageOfRows = 2000;
/** Slots left by products that changed, beside as many as there are products, before all is read anew. */
const slotsToSpare = 8192;

export interface Tallies {
  /** Every product on sale as of now, to be counted in memory; undefined where there are too many, or not all are read yet. */
  now(): Promise<Tally | undefined>;
  /** Whether it has the order of names, too; where not, the database does, and it is being read. */
  knowsNames(tally: Tally): boolean;
  /** The cards of products on sale, in the order asked. */
  cards(ids: readonly number[]): Promise<ProductCard[]>;
}

const opened = new WeakMap<App["bus"], Tallies>();

/** What this process remembers of the products on sale (docs/decisions/0012): made on first use, mended with every change. */
export function talliesOf(app: Pick<App, "db" | "bus">): Tallies {
  const known = opened.get(app.bus);
  if (known) return known;
  const made = openTallies(app);
  opened.set(app.bus, made);
  return made;
}

function openTallies({ db, bus }: Pick<App, "db" | "bus">): Tallies {
  const shown = shownCards(db);
  const counted = countedRows(db);
  bus.listen((topics, missed) => {
    const change: Change = {
      // What only time changes: nothing says which products.
      everything: missed || topics.includes(allProducts),
      words: topics.includes(facetLabels),
      ids: topics.filter((topic) => topic.startsWith("product:")).map((topic) => Number(topic.slice(8))),
    };
    shown.forget(change);
    counted.forget(change);
  });
  return { now: counted.now, knowsNames: nameOrder(db), cards: shown.cards };
}

interface Change {
  everything: boolean;
  /** The names of what products are counted by. */
  words: boolean;
  ids: number[];
}

/** Every product on sale, read again where it has changed by the time somebody asks. */
function countedRows(db: Db) {
  let tally: Tally | undefined;
  let stale: Change = { everything: true, words: true, ids: [] };
  let mending: Promise<void> | undefined;
  /** Settled when reading everything turns out to take long. */
  let long = Promise.withResolvers<void>();

  const isStale = () => stale.everything || stale.words || stale.ids.length > 0;
  const readAnew = async () => {
    tally = undefined;
    const fresh = new Tally();
    fresh.words = await tallyWords(db);
    for await (const rows of pagesOfRows(db)) {
      for (const row of rows) fresh.put(row);
      if (fresh.size > mostAwaited) long.resolve();
      if (fresh.size > mostProducts) return;
    }
    // Whoever asks from now on waits for what changed meanwhile.
    long = Promise.withResolvers();
    tally = fresh;
  };
  const readAgain = async (into: Tally, { words, ids }: Change) => {
    const names = words ? await tallyWords(db) : into.words;
    const rows = ids.length > 0 ? await tallyRows(db, { after: 0, limit: ids.length, ids }) : [];
    into.words = names;
    const here = new Set(rows.map(({ id }) => id));
    for (const id of ids) if (!here.has(id)) into.drop(id);
    for (const row of rows) into.put(row);
  };
  const mend = async () => {
    while (isStale()) {
      const change = stale;
      stale = { everything: false, words: false, ids: [] };
      const anew = change.everything || (tally && tally.slots > 2 * tally.size + slotsToSpare);
      try {
        if (anew) await readAnew();
        else if (tally) await readAgain(tally, change);
      } catch (error) {
        stale = { everything: true, words: true, ids: [] };
        throw error;
      } finally {
        long = Promise.withResolvers();
      }
    }
  };
  return {
    now: async () => {
      mending ??= mend().finally(() => {
        mending = undefined;
      });
      await Promise.race([mending, long.promise]);
      return tally;
    },
    forget: ({ everything, words, ids }: Change) => {
      stale.everything ||= everything || stale.ids.length + ids.length > mostChanged;
      stale.words ||= words;
      if (stale.everything) stale.ids = [];
      else stale.ids.push(...ids);
    },
  };
}

/** All products on sale in the order of their ids, some at a time. */
async function* pagesOfRows(db: Db) {
  let after = 0;
  for (let read = pageOfRows; read === pageOfRows; ) {
    const rows = await tallyRows(db, { after, limit: pageOfRows, ids: undefined });
    read = rows.length;
    after = rows.at(-1)?.id ?? after;
    yield rows;
  }
}

/** The cards shown last. */
function shownCards(db: Db) {
  const kept = new LRUCache<number, ProductCard>({ max: mostCards });
  let changes = 0;
  return {
    cards: async (ids: readonly number[]) => {
      const begun = changes;
      const found = new Map(ids.map((id) => [id, kept.get(id)]));
      for (const card of await listProductCards(
        db,
        ids.filter((id) => !found.get(id)),
      )) {
        found.set(card.id, card);
        // Read before a change, it may be older than what was told.
        if (begun === changes) kept.set(card.id, card);
      }
      return ids.flatMap((id) => found.get(id) ?? []);
    },
    forget: ({ everything, ids }: Change) => {
      changes++;
      if (everything) kept.clear();
      for (const id of ids) kept.delete(id);
    },
  };
}
