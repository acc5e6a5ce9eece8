import { type Bits, bitsFor, hasBit, putBit, roomier, Scratch, takeBit } from "./bitmap.ts";
import { Lexicon } from "./search-dictionary.ts";
import { hasPlace, renamed, withoutPlace, withPlace } from "./name-places.ts";
import { firstWhere, SlotOrder } from "./sorted-index.ts";
import { SlotSet } from "./position-set.ts";
import type { Column } from "./radix-sort.ts";
import type { TallyRow, TallyWords } from "./product-index.sql.ts";

const firstRoom = 1024;
const stars = [4, 3, 2, 1] as const;

/** A number for each slot, by what it says. A product without ratings has an average of -1; for names see name-places.ts. */
const columnNames = ["id", "min", "max", "popularity", "published", "average", "ratings", "name"] as const;
type ColumnName = (typeof columnNames)[number];

/**
 * The products on sale in memory, arranged for counting and paging. Each has a slot, a number that is never given again:
 * a product that changes leaves its slot and gets a new one, so that every set only ever grows at its end.
 */
export class Tally {
  /** What products are counted by, with their names, in the order they are shown in. */
  words: TallyWords = { options: [], tags: [], types: [] };
  /** The slots of products on sale as they are now. Everything else may name slots that were left. */
  live: Bits = bitsFor(firstRoom);
  size = 0;
  /** How many slots were ever given. */
  slots = 0;
  readonly categories = new Map<number, SlotSet>();
  readonly types = new Map<number, SlotSet>();
  readonly tags = new Map<number, SlotSet>();
  readonly options = new Map<number, SlotSet>();
  readonly inStock = new SlotSet();
  readonly onSale = new SlotSet();
  /** Products with at least 4, 3, 2 and 1 stars. */
  readonly rated = stars.map(() => new SlotSet());
  /** Products with several prices; all their prices where there are more than two. */
  readonly wide = new SlotSet();
  readonly prices = new Map<number, number[]>();
  readonly lexicon = new Lexicon();
  readonly scratch = new Scratch();
  readonly #columns = Object.fromEntries(columnNames.map((name) => [name, new Float64Array(firstRoom)])) as Record<
    ColumnName,
    Column
  >;
  readonly orders = {
    popular: this.#order("popularity"),
    newest: this.#order("published"),
    price: this.#order("min"),
    highest: this.#order("max"),
    rating: this.#order("average", "ratings"),
    name: this.#order("name"),
  };
  /** Slots given before are in the order of their ids, and found by that; those given after are found here. */
  readonly #later = new Map<number, number>();
  #early = 0;
  #unplaced = 0;

  #order(...names: ColumnName[]) {
    return new SlotOrder(
      () => this.live,
      () => [...names, "id" as const].map((name) => this.#columns[name]),
    );
  }

  column(name: ColumnName): Column {
    return this.#columns[name];
  }

  /** Takes a product in as it is now. */
  put(row: TallyRow) {
    const before = this.slotOf(row.id);
    const name = before === undefined ? row.name_hash : renamed(this.#columns.name[before] as number, row.name_hash);
    this.drop(row.id);
    const slot = this.slots++;
    this.#makeRoom();
    const last = this.#early === slot && (slot === 0 || row.id > (this.#columns.id[slot - 1] as number));
    if (last) this.#early++;
    else this.#later.set(row.id, slot);
    this.#fill(slot, row, name);
    if (!hasPlace(name)) this.#unplaced++;
    putBit(this.live, slot);
    this.size++;
    for (const order of Object.values(this.orders)) order.add(slot);
  }

  #fill(slot: number, row: TallyRow, name: number) {
    const average = row.rating_count > 0 ? row.rating_sum / row.rating_count : -1;
    const { id, min, max, popularity, published } = row;
    const values = { id, min, max, popularity, published, average, ratings: row.rating_count, name };
    for (const column of columnNames) this.#columns[column][slot] = values[column];
    if (row.prices) this.wide.add(slot);
    if (row.prices && row.prices.length > 2) this.prices.set(slot, row.prices);
    for (const category of row.categories) setOf(this.categories, category).add(slot);
    for (const tag of row.tags) setOf(this.tags, tag).add(slot);
    for (const option of row.options) setOf(this.options, option).add(slot);
    setOf(this.types, row.type).add(slot);
    if (row.in_stock) this.inStock.add(slot);
    if (row.on_sale) this.onSale.add(slot);
    for (const [at, least] of stars.entries()) if (average >= least) this.rated[at]?.add(slot);
    this.lexicon.add(slot, { named: split(row.named), beside: split(row.beside), first: row.first });
  }

  /** Forgets a product, if it is here. */
  drop(id: number) {
    const slot = this.slotOf(id);
    if (slot === undefined) return;
    takeBit(this.live, slot);
    this.#later.delete(id);
    this.prices.delete(slot);
    if (!hasPlace(this.#columns.name[slot] as number)) this.#unplaced--;
    this.size--;
  }

  /** Whether every product has its place in the order of names. One that came or got another name has none. */
  get knowsNames() {
    return this.#unplaced === 0;
  }

  /** Takes all places in the order of names away, so that they are given anew. */
  forgetNames() {
    const names = this.#columns.name;
    for (let slot = 0; slot < this.slots; slot++) names[slot] = withoutPlace(names[slot] as number);
    this.#unplaced = this.size;
    this.orders.name.forget();
  }

  /** Gives a product its place in the order of names, if it is here by that very name. Places begin at 1. */
  placeName(id: number, hash: number, place: number) {
    const slot = this.slotOf(id);
    if (slot === undefined || this.#columns.name[slot] !== hash) return;
    this.#columns.name[slot] = withPlace(hash, place);
    this.#unplaced--;
  }

  slotOf(id: number): number | undefined {
    const later = this.#later.get(id);
    if (later !== undefined) return later;
    const ids = this.#columns.id;
    const slot = firstWhere(this.#early, (at) => (ids[at] as number) >= id);
    return slot < this.#early && ids[slot] === id && hasBit(this.live, slot) ? slot : undefined;
  }

  /** The ids of slots. */
  idsOf(slots: readonly number[]): number[] {
    return slots.map((slot) => this.#columns.id[slot] as number);
  }

  #makeRoom() {
    const room = this.#columns.id.length;
    if (this.slots <= room) return;
    const more = Math.ceil((room * 3) / 2 / 32) * 32;
    this.live = roomier(this.live, more);
    for (const name of columnNames) {
      const grown = new Float64Array(more);
      grown.set(this.#columns[name]);
      this.#columns[name] = grown;
    }
  }
}

function setOf(sets: Map<number, SlotSet>, id: number): SlotSet {
  const known = sets.get(id);
  if (known) return known;
  const made = new SlotSet();
  sets.set(id, made);
  return made;
}

const split = (words: string) => (words === "" ? [] : words.split(" "));
