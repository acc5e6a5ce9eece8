import { allProducts, facetLabels, productIdsOf } from "#server/catalogue/cache-tags.ts";
import type { App } from "#server/platform/app.ts";
import type { CacheTag } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { defaultLanguage, languageOf } from "#words/say.ts";
import { listEntries, listEntriesAfter, listLabels } from "./product-index.sql.ts";
import { ProductIndex } from "./product-index.ts";
import { getSearchLanguage } from "./text/language.ts";

const batchSize = 2000;
/** How long a request waits for the index, in milliseconds, before it is answered 503. */
const defaultWait = 10_000;
/** The index is rebuilt if it has this many unused positions more than products. */
const maxUnused = 8192;
/** How long lists are made from an index that may miss changes, while it is built again. */
const maxStaleMs = 60_000;

const searchLanguage = () => getSearchLanguage(languageOf(defaultLanguage().language));

type Services = Pick<App, "db" | "bus" | "log" | "responseCache">;

const opened = new WeakMap<App["bus"], Search>();

/** The search of this process. */
export function searchOf(app: Services): Search {
  const known = opened.get(app.bus);
  if (known) return known;
  const created = new Search(app);
  opened.set(app.bus, created);
  return created;
}

/** Loads the product index on first use and applies every change to it (docs/decisions/0012). */
class Search {
  readonly #app: Services;
  #index: ProductIndex | undefined;
  /** Changes not yet applied to the index, and to the one being built. */
  #pending = new Changes();
  #pendingForBuild = new Changes();
  #updating: Promise<void> | undefined;
  #catchingUp: Promise<void> | undefined;
  #building: Promise<void> | undefined;
  #isRebuildDue = false;
  /** Since when changes may be missing in the index, which is built again. */
  #staleSince: number | undefined;
  /** Incremented when changes may have been missed, so that an index being built is discarded. */
  #generation = 0;

  constructor(app: Services) {
    this.#app = app;
    app.bus.subscribe((tags, missed) => this.#onChange(tags, missed));
  }

  /** The index with all changes committed before. Throws `busy` (503, Retry-After) if it loads longer than `waitMs`. */
  getIndex(waitMs = defaultWait): Promise<ProductIndex> {
    if (this.#staleSince !== undefined && Date.now() - this.#staleSince > maxStaleMs) this.#index = undefined;
    this.#rebuildIfDue();
    if (this.#index && !this.#updating && this.#pending.isEmpty()) return Promise.resolve(this.#index);
    return withTimeout(this.#bringUpToDate(), waitMs);
  }

  #onChange(tags: CacheTag[], missed: boolean) {
    if (missed) {
      this.#generation++;
      this.#staleSince ??= Date.now();
      return this.#rebuildIfDue();
    }
    this.#isRebuildDue ||= tags.includes(allProducts);
    const ids = productIdsOf(tags);
    const labels = tags.includes(facetLabels) || tags.includes("categories");
    for (const changes of [this.#pending, this.#pendingForBuild]) changes.add(ids, labels);
    this.#catchingUp ??= this.#catchUp().finally(() => {
      this.#catchingUp = undefined;
    });
    return this.#catchingUp;
  }

  /** Applies changes before a request needs them. If that fails, the next request tries again and says why. */
  async #catchUp() {
    try {
      while (this.#index && !this.#pending.isEmpty()) await this.#updateOnce(this.#index);
    } catch (error) {
      this.#app.log.warn({ err: error }, "the product index is not up to date; the next request tries again");
    }
  }

  async #bringUpToDate(): Promise<ProductIndex> {
    // The running update may have begun before the last change, but not the next one.
    if (this.#index && this.#updating) await this.#updating;
    if (this.#index && (this.#updating || !this.#pending.isEmpty())) await this.#updateOnce(this.#index);
    while (!this.#index) await this.#buildOnce();
    return this.#index;
  }

  #updateOnce(index: ProductIndex) {
    this.#updating ??= this.#update(index).finally(() => {
      this.#updating = undefined;
    });
    return this.#updating;
  }

  async #update(index: ProductIndex) {
    const changes = this.#pending;
    this.#pending = new Changes();
    try {
      await applyChanges(this.#app.db, index, changes);
    } catch (error) {
      this.#pending.add(changes.ids, changes.labels);
      throw error;
    }
  }

  #buildOnce() {
    this.#building ??= this.#build().finally(() => {
      this.#building = undefined;
    });
    return this.#building;
  }

  async #build() {
    const { db } = this.#app;
    let generation: number;
    let index: ProductIndex;
    do {
      generation = this.#generation;
      this.#pendingForBuild = new Changes();
      index = new ProductIndex(await listLabels(db), searchLanguage());
      await loadEntries(db, index);
      while (!this.#pendingForBuild.isEmpty()) {
        const changes = this.#pendingForBuild;
        this.#pendingForBuild = new Changes();
        await applyChanges(db, index, changes);
      }
    } while (generation !== this.#generation);
    const isOtherLanguage = this.#index && this.#index.language !== index.language;
    this.#index = index;
    this.#pending = new Changes();
    // Lists were made from the former index meanwhile.
    if (this.#staleSince !== undefined || isOtherLanguage) this.#app.responseCache.clear();
    this.#staleSince = undefined;
  }

  /** Rebuilds in the background; the current index stays in use meanwhile. */
  #rebuildIfDue() {
    const isSparse = this.#index && this.#index.positionCount > 2 * this.#index.size + maxUnused;
    const isOtherLanguage = this.#index && this.#index.language !== searchLanguage();
    const isStale = this.#staleSince !== undefined && this.#app.bus.isConnected();
    if (!this.#index || this.#building || !(this.#isRebuildDue || isSparse || isOtherLanguage || isStale)) return;
    this.#isRebuildDue = false;
    this.#buildOnce().catch((error: unknown) => {
      this.#isRebuildDue = true;
      this.#app.log.warn({ err: error }, "the product index could not be rebuilt; the next request tries again");
    });
  }
}

/** Products and labels to read again. */
class Changes {
  readonly ids = new Set<number>();
  labels = false;

  add(ids: Iterable<number>, labels: boolean) {
    for (const id of ids) this.ids.add(id);
    this.labels ||= labels;
  }

  isEmpty() {
    return this.ids.size === 0 && !this.labels;
  }
}

/** Reads in batches to limit memory. */
async function loadEntries(db: App["db"], index: ProductIndex) {
  let after = 0;
  for (let count = batchSize; count === batchSize; ) {
    const entries = await listEntriesAfter(db, after, batchSize);
    for (const entry of entries) index.upsert(entry);
    count = entries.length;
    after = entries.at(-1)?.id ?? after;
  }
  for (const sorted of Object.values(index.sorted)) {
    sorted.prepare();
    await new Promise(setImmediate);
  }
}

/** Reads a batch while the one before is applied. */
async function applyChanges(db: App["db"], index: ProductIndex, { ids, labels }: Changes) {
  if (labels) index.setLabels(await listLabels(db));
  const all = [...ids];
  const read = async (at: number) => {
    const batch = all.slice(at, at + batchSize);
    return { batch, entries: batch.length > 0 ? await listEntries(db, batch) : [] };
  };
  let next = read(0);
  for (let at = 0; at < all.length; at += batchSize) {
    const { batch, entries } = await next;
    next = read(at + batchSize);
    const onSale = new Set(entries.map(({ id }) => id));
    for (const id of batch) if (!onSale.has(id)) index.delete(id);
    for (const entry of entries) index.upsert(entry);
  }
}

async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  if (milliseconds === Number.POSITIVE_INFINITY) return work;
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Problem("busy", { retryAfter: 2 })), milliseconds);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
