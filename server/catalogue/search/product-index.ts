import { type ProductFlag, productFlags } from "#contract/catalogue/products.ts";
import { type Bitmap, BitmapPool, clearBit, createBitmap, growBitmap, hasBit, setBit } from "./bitmap.ts";
import { PositionSet } from "./position-set.ts";
import type { FacetLabels, IndexEntry, SearchLabels } from "./product-index.sql.ts";
import { type Column, radixSort } from "./radix-sort.ts";
import { binarySearch, SortedIndex } from "./sorted-index.ts";
import { CatalogueWords } from "./text/catalogue-words.ts";
import type { SearchLanguage } from "./text/language.ts";
import { mainNounOf } from "./text/main-noun.ts";
import { SearchDictionary } from "./text/search-dictionary.ts";
import { VariationIndex } from "./variation-index.ts";

const initialCapacity = 1024;
const starSteps = [4, 3, 2, 1] as const;

/** One number of each product by its position; `average` is -1 without ratings. */
const columnNames = ["id", "min", "max", "popularity", "published", "average", "ratings"] as const;
type ColumnName = (typeof columnNames)[number];

/**
 * The products on sale in memory, indexed for filtering, counting and sorting (docs/decisions/0012). Every product has
 * a position. Positions are never reused: a changed product moves to a new one at the end, so that sets only grow at
 * theirs.
 */
export class ProductIndex {
  readonly language: SearchLanguage;
  /** Positions of products on sale now; all other sets may still contain positions of former versions. */
  live: Bitmap = createBitmap(initialCapacity);
  size = 0;
  /** How many positions were assigned so far. */
  positionCount = 0;
  readonly categories = new Map<number, PositionSet>();
  readonly types = new Map<number, PositionSet>();
  readonly tags = new Map<number, PositionSet>();
  readonly options = new Map<number, PositionSet>();
  /** Filterable attributes: by key, then by value. */
  readonly attributes = new Map<string, Map<string, PositionSet>>();
  readonly flags = Object.fromEntries(productFlags.map((flag) => [flag, new PositionSet()])) as Record<
    ProductFlag,
    PositionSet
  >;
  /** Products sold in the last 30 days. */
  readonly sold = new PositionSet();
  /** Products with at least 4, 3, 2 and 1 stars. */
  readonly minStars = starSteps.map(() => new PositionSet());
  /** Of products whose variations on sale differ in more than their options. */
  readonly variations = new VariationIndex();
  readonly dictionary: SearchDictionary;
  /** Products whose name is about an accessory, such as a cover. */
  readonly accessories = new PositionSet();
  readonly pool = new BitmapPool();
  readonly #columns = Object.fromEntries(
    columnNames.map((name) => [name, new Float64Array(initialCapacity)]),
  ) as Record<ColumnName, Column>;
  readonly #nameKeys: string[] = [];
  readonly sorted = {
    popular: this.#sortedBy("popularity"),
    newest: this.#sortedBy("published"),
    price: this.#sortedBy("min"),
    maxPrice: this.#sortedBy("max"),
    rating: this.#sortedBy("average", "ratings"),
    name: this.#sortedByName(),
  };
  /** The first positions were assigned in the order of ids and are found by binary search, later ones in this map. */
  readonly #positionById = new Map<number, number>();
  #orderedCount = 0;
  #labels: FacetLabels;
  #words: CatalogueWords;

  constructor(labels: FacetLabels & SearchLabels, language: SearchLanguage) {
    this.language = language;
    this.dictionary = new SearchDictionary(language.stemOf);
    this.#labels = labels;
    this.#words = new CatalogueWords(labels, language);
  }

  get labels(): FacetLabels {
    return this.#labels;
  }

  /** The search words of categories and options, and the synonyms. */
  get words(): CatalogueWords {
    return this.#words;
  }

  setLabels(labels: FacetLabels & SearchLabels) {
    this.#labels = labels;
    this.#words = new CatalogueWords(labels, this.language);
  }

  column(name: ColumnName): Column {
    return this.#columns[name];
  }

  /** Adds a product or replaces its former version. */
  upsert(entry: IndexEntry) {
    this.delete(entry.id);
    const position = this.positionCount++;
    this.#ensureCapacity();
    const isOrdered =
      this.#orderedCount === position && (position === 0 || entry.id > (this.#columns.id[position - 1] as number));
    if (isOrdered) this.#orderedCount++;
    else this.#positionById.set(entry.id, position);
    this.#write(position, entry);
    setBit(this.live, position);
    this.size++;
    for (const index of Object.values(this.sorted)) index.add(position);
  }

  delete(id: number) {
    const position = this.positionOf(id);
    if (position === undefined) return;
    clearBit(this.live, position);
    this.#positionById.delete(id);
    this.variations.delete(position);
    this.size--;
  }

  positionOf(id: number): number | undefined {
    const known = this.#positionById.get(id);
    if (known !== undefined) return known;
    const ids = this.#columns.id;
    const position = binarySearch(this.#orderedCount, (at) => (ids[at] as number) >= id);
    const isFound = position < this.#orderedCount && ids[position] === id && hasBit(this.live, position);
    return isFound ? position : undefined;
  }

  idsAt(positions: readonly number[]): number[] {
    return positions.map((position) => this.#columns.id[position] as number);
  }

  #write(position: number, entry: IndexEntry) {
    const { id, min, max, popularity, published, rating_count } = entry;
    const average = rating_count > 0 ? entry.rating_sum / rating_count : -1;
    const values = { id, min, max, popularity, published, average, ratings: rating_count };
    for (const column of columnNames) this.#columns[column][position] = values[column];
    this.#nameKeys[position] = entry.name_key;
    if (entry.variations) this.variations.add(position, entry.variations);
    for (const category of entry.categories) setOf(this.categories, category).add(position);
    for (const tag of entry.tags) setOf(this.tags, tag).add(position);
    for (const option of entry.options) setOf(this.options, option).add(position);
    for (const [key, value] of entry.attributes) setOf(this.#valuesOf(key), value).add(position);
    setOf(this.types, entry.type).add(position);
    for (const flag of productFlags) if (entry[flag]) this.flags[flag].add(position);
    if (entry.sold) this.sold.add(position);
    // As shown: 3.96 is 4 stars.
    const shown = Math.round(average * 10) / 10;
    for (const [at, stars] of starSteps.entries()) if (shown >= stars) this.minStars[at]?.add(position);
    const mainNoun = mainNounOf(entry.name_key, this.language);
    if (this.language.accessories.has(this.language.stemOf(mainNoun))) this.accessories.add(position);
    this.dictionary.add(position, {
      primary: splitWords(entry.primary_words),
      secondary: splitWords(entry.secondary_words),
      mainNoun,
    });
  }

  #valuesOf(key: string): Map<string, PositionSet> {
    const known = this.attributes.get(key);
    if (known) return known;
    const created = new Map<string, PositionSet>();
    this.attributes.set(key, created);
    return created;
  }

  /** Sorted by these columns, then by id. */
  #sortedBy(...names: ColumnName[]) {
    const columns = () => [...names, "id" as const].map((name) => this.#columns[name]);
    return new SortedIndex({
      live: () => this.live,
      comparer: () => {
        const known = columns();
        return (one, other) => compareColumns(known, one, other);
      },
      sort: (positions) => columns().reduceRight(radixSort, positions),
    });
  }

  /** Sorted by name, then by id. */
  #sortedByName() {
    const compare = (one: number, other: number) => {
      const [left, right] = [this.#nameKeys[one] as string, this.#nameKeys[other] as string];
      if (left !== right) return left < right ? -1 : 1;
      return (this.#columns.id[one] as number) - (this.#columns.id[other] as number);
    };
    return new SortedIndex({
      live: () => this.live,
      comparer: () => compare,
      sort: (positions) => positions.sort(compare),
    });
  }

  #ensureCapacity() {
    const capacity = this.#columns.id.length;
    if (this.positionCount <= capacity) return;
    const larger = Math.ceil((capacity * 3) / 2 / 32) * 32;
    this.live = growBitmap(this.live, larger);
    for (const name of columnNames) {
      const grown = new Float64Array(larger);
      grown.set(this.#columns[name]);
      this.#columns[name] = grown;
    }
  }
}

function setOf<Key>(sets: Map<Key, PositionSet>, id: Key): PositionSet {
  const known = sets.get(id);
  if (known) return known;
  const created = new PositionSet();
  sets.set(id, created);
  return created;
}

const splitWords = (words: string) => (words === "" ? [] : words.split(" "));

function compareColumns(columns: readonly Column[], one: number, other: number) {
  for (let at = 0; at < columns.length; at++) {
    const column = columns[at] as Column;
    const difference = (column[one] as number) - (column[other] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
