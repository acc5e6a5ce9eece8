import { type ProductFlag, productFlags } from "#contract/catalogue/products.ts";
import { PositionSet } from "./position-set.ts";
import type { IndexEntry } from "./product-index.sql.ts";

type Variations = NonNullable<IndexEntry["variations"]>;
type Aspect = "option" | "price" | ProductFlag;

const blockSize = 31;
const initialSize = 1024;
/** Less of it is not worth moving the rest. */
const maxUnused = 100_000;

/**
 * The variations on sale of products of which one filter may be passed by one variation and another filter by another.
 * Of all others, what is true of the product is true of a variation with any of its options.
 */
export class VariationIndex {
  /** Products whose variations differ in price or a flag; all of these, and those without some combination of options. */
  readonly differing: Record<Aspect, PositionSet> = {
    option: new PositionSet(),
    price: new PositionSet(),
    in_stock: new PositionSet(),
    on_sale: new PositionSet(),
  };
  /**
   * Of each product its length, then blocks of at most 31 variations, which are the bits of masks: how many variations
   * and option values, where its prices begin, the mask of each flag, the code and mask of each option value.
   */
  data = new Int32Array(initialSize);
  prices = new Float64Array(initialSize);
  #used = 1;
  #pricesUsed = 0;
  /** How much of `data` belongs to products that are no longer on sale. */
  #unused = 0;
  /** By position where its product begins in `data`; 0 where the product alone is enough. */
  #starts = new Int32Array(initialSize);
  /** Option values by numbers from 0. */
  readonly #codes = new Map<number, number>();

  get codeCount() {
    return this.#codes.size;
  }

  codeOf(optionId: number): number | undefined {
    return this.#codes.get(optionId);
  }

  /** Where the first block of a position begins in `data`; its end where it has none. */
  firstBlock(position: number): number {
    return (this.#starts[position] ?? 0) + 1;
  }

  endOfBlocks(position: number): number {
    const start = this.#starts[position] ?? 0;
    return start + 1 + (this.data[start] as number);
  }

  /** Adds variations of a product at a position above all others. */
  add(position: number, variations: Variations) {
    const differing = listDiffering(variations);
    if (differing.length === 0) return;
    for (const aspect of new Set<Aspect>(["option", ...differing])) this.differing[aspect].add(position);
    if (position >= this.#starts.length) this.#starts = grow(this.#starts, position + 1);
    const start = this.#used++;
    this.#starts[position] = start;
    for (let at = 0; at < variations.length; at += blockSize) this.#addBlock(variations.slice(at, at + blockSize));
    this.data[start] = this.#used - start - 1;
  }

  delete(position: number) {
    const start = this.#starts[position] ?? 0;
    if (start === 0) return;
    this.#starts[position] = 0;
    this.#unused += this.data[start] as number;
    if (this.#unused > maxUnused && this.#unused * 2 > this.#used) this.#compact();
  }

  /** Whether any variation at a position has such a price. */
  somePrice(position: number, isWanted: (price: number) => boolean): boolean {
    const end = this.endOfBlocks(position);
    for (let at = this.firstBlock(position); at < end; at = endOfBlock(this.data, at)) {
      const from = this.data[at + 2] as number;
      if (this.prices.subarray(from, from + (this.data[at] as number)).some(isWanted)) return true;
    }
    return false;
  }

  #addBlock(variations: Variations) {
    const masks = new Map<number, number>();
    for (const [at, [, , ...options]] of variations.entries())
      for (const id of options) masks.set(id, (masks.get(id) ?? 0) | (1 << at));
    const maskOf = (isSet: (variation: Variations[number]) => boolean) =>
      variations.reduce((mask, variation, at) => (isSet(variation) ? mask | (1 << at) : mask), 0);
    const flags = productFlags.map((_, flag) => maskOf(([, bits]) => ((bits >> flag) & 1) === 1));
    const options = [...masks].flatMap(([id, mask]) => [this.#addCode(id), mask]);
    const block = [variations.length, masks.size, this.#pricesUsed, ...flags, ...options];
    const size = Math.max(this.#used + block.length + 1, this.#pricesUsed + variations.length);
    if (size > this.data.length) {
      this.data = grow(this.data, size);
      const prices = new Float64Array(this.data.length);
      prices.set(this.prices);
      this.prices = prices;
    }
    this.data.set(block, this.#used);
    this.#used += block.length;
    for (const [price] of variations) this.prices[this.#pricesUsed++] = price;
  }

  /** Moves what is in use together; nothing reads meanwhile. */
  #compact() {
    const { data, prices } = this;
    this.data = new Int32Array(data.length);
    this.prices = new Float64Array(prices.length);
    this.#used = 1;
    this.#pricesUsed = 0;
    this.#unused = 0;
    for (let position = 0; position < this.#starts.length; position++) {
      const start = this.#starts[position] as number;
      if (start === 0) continue;
      const end = start + 1 + (data[start] as number);
      this.data.set(data.subarray(start, end), this.#used);
      for (let at = start + 1; at < end; at = endOfBlock(data, at)) {
        const from = data[at + 2] as number;
        this.data[this.#used + at - start + 2] = this.#pricesUsed;
        this.prices.set(prices.subarray(from, from + (data[at] as number)), this.#pricesUsed);
        this.#pricesUsed += data[at] as number;
      }
      this.#starts[position] = this.#used;
      this.#used += end - start;
    }
  }

  #addCode(optionId: number): number {
    const code = this.#codes.get(optionId) ?? this.#codes.size;
    this.#codes.set(optionId, code);
    return code;
  }
}

/** Where the parts of the block that begins at `at` are. */
export const flagsOfBlock = (at: number) => at + 3;
export const optionsOfBlock = (at: number) => at + 3 + productFlags.length;
export const endOfBlock = (data: Int32Array, at: number) => optionsOfBlock(at) + 2 * (data[at + 1] as number);

function grow(numbers: Int32Array<ArrayBuffer>, size: number) {
  const grown = new Int32Array(Math.max(size, Math.ceil(numbers.length * 1.5)));
  grown.set(numbers);
  return grown;
}

/** What differs between variations of a product in such a way that one may pass a filter and another the other. */
function listDiffering(variations: Variations): Aspect[] {
  const differs = (valueOf: (variation: Variations[number]) => number) =>
    variations.some((variation) => valueOf(variation) !== valueOf(variations[0] as Variations[number]));
  const optionCount = (variations[0]?.length ?? 2) - 2;
  const combinations = Array.from(
    { length: optionCount },
    (_, at) => new Set(variations.map((variation) => variation[at + 2])).size,
  ).reduce((product, size) => product * size, 1);
  return [
    ...(combinations === variations.length ? [] : ["option" as const]),
    ...(differs(([price]) => price) ? ["price" as const] : []),
    ...productFlags.filter((_, at) => differs(([, flags]) => (flags >> at) & 1)),
  ];
}
