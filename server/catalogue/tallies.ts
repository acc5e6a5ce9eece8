import { LRUCache } from "lru-cache";
import type { ProductCard } from "#contract/catalogue/products.ts";
import type { Db } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { cardsOf } from "./sale.ts";
import { type TallyRow, tallyRows, tallyWords } from "./tally.sql.ts";
import { type Tally, tallyOf } from "./tally.ts";

/** Above this many products on sale the database counts: memory would cost more than it saves. */
const mostProducts = 50_000;
/** More changed products than this are not worth looking up one by one. */
const mostChanged = 2000;
const mostCards = 3000;
/** Read in pieces, so that what the database sends never stands in memory as a whole. */
const pageOfRows = 2000;

export interface Tallies {
  /** Every product on sale as of now, to be counted in memory; undefined in a shop too large for it. */
  now(): Promise<Tally | undefined>;
  /** The cards of products on sale, in the order asked. */
  cards(ids: readonly number[]): Promise<ProductCard[]>;
}

const opened = new WeakMap<House["bus"], Tallies>();

/** What this process remembers of the products on sale (docs/decisions/0012): made on first use, mended with every change. */
export function talliesOf(house: Pick<House, "db" | "bus">): Tallies {
  const known = opened.get(house.bus);
  if (known) return known;
  const made = openTallies(house);
  opened.set(house.bus, made);
  return made;
}

function openTallies({ db, bus }: Pick<House, "db" | "bus">): Tallies {
  const shown = shownCards(db);
  const counted = countedRows(db);
  bus.listen((topics, missed) => {
    const ids = topics.filter((topic) => topic.startsWith("product:")).map((topic) => Number(topic.slice(8)));
    // The words that products are counted by, or what only time changes: nothing says which products.
    const change = missed || (ids.length === 0 && topics.includes("catalogue")) ? "all" : ids;
    shown.forget(change);
    counted.forget(change);
  });
  return { now: counted.now, cards: shown.cards };
}

type Change = readonly number[] | "all";

/** Every product on sale, read again where it has changed by the time somebody asks. */
function countedRows(db: Db) {
  const rows = new Map<number, TallyRow>();
  let tally: Tally | undefined;
  let isTooLarge = false;
  let stale: Set<number> | "all" = "all";
  let mending: Promise<void> | undefined;

  const readAgain = async (some: Set<number> | "all") => {
    const words = await tallyWords(db);
    if (some === "all") rows.clear();
    else for (const id of some) rows.delete(id);
    const ids = some === "all" ? undefined : [...some];
    let after = 0;
    for (let read = pageOfRows; read === pageOfRows && rows.size <= mostProducts; ) {
      const page = await tallyRows(db, { after, limit: pageOfRows, ids });
      for (const row of page) rows.set(row.id, row);
      read = page.length;
      after = page.at(-1)?.id ?? after;
    }
    isTooLarge = rows.size > mostProducts;
    if (isTooLarge) rows.clear();
    tally = isTooLarge ? undefined : tallyOf(rows.values(), words);
  };
  const mend = async () => {
    while (!isTooLarge && (stale === "all" || stale.size > 0)) {
      const some = stale;
      stale = new Set();
      await readAgain(some).catch((error: unknown) => {
        stale = "all";
        throw error;
      });
    }
  };
  return {
    now: async () => {
      mending ??= mend().finally(() => {
        mending = undefined;
      });
      await mending;
      return tally;
    },
    forget: (change: Change) => {
      if (stale === "all") return;
      if (change === "all" || stale.size + change.length > mostChanged) stale = "all";
      else for (const id of change) stale.add(id);
    },
  };
}

/** The cards shown last. */
function shownCards(db: Db) {
  const kept = new LRUCache<number, ProductCard>({ max: mostCards });
  let changes = 0;
  return {
    cards: async (ids: readonly number[]) => {
      const begun = changes;
      const found = new Map(ids.map((id) => [id, kept.get(id)]));
      for (const card of await cardsOf(
        db,
        ids.filter((id) => !found.get(id)),
      )) {
        found.set(card.id, card);
        // Read before a change, it may be older than what was told.
        if (begun === changes) kept.set(card.id, card);
      }
      return ids.flatMap((id) => found.get(id) ?? []);
    },
    forget: (change: Change) => {
      changes++;
      if (change === "all") kept.clear();
      else for (const id of change) kept.delete(id);
    },
  };
}
