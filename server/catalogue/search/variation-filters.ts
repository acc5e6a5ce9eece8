import { productFlags } from "#contract/catalogue/products.ts";
import { type Bitmap, clearBit, forEachBit, hasBit, intersectInto, setBit, unionInto } from "./bitmap.ts";
import { type FilterBitmap, type PriceRange, type ProductFilter, type Selection, toBitmap } from "./filters.ts";
import type { ProductIndex } from "./product-index.ts";
import { endOfBlock, flagsOfBlock, optionsOfBlock, type VariationIndex } from "./variation-index.ts";

/**
 * What a list says of products of which one variation passes one filter and another variation another: all filters of
 * options, price, stock and reductions have to be passed by one of them, and each facet counts products by variations
 * that pass all filters but its own.
 */
export interface CheckedVariations {
  /** The products that were looked at, which facets of variations must not count again. */
  products: Bitmap;
  /** Those of them without a variation that passes all filters but that of a facet. */
  failing: (facet: string) => Bitmap;
  optionCount: (id: number) => number;
  /** In the order of `productFlags`. */
  flags: number[];
  minPrice: number;
  maxPrice: number;
}

/** A filter of variations, by the key of its facet. */
type Condition =
  | { kind: "flag"; key: string; at: number }
  | { kind: "price"; key: string; min: number; max: number }
  // By the code of an option value 1 if it passes.
  | { kind: "option"; key: string; passing: Uint8Array };

/** Undefined if what is true of products is true of one of their variations. */
export function checkVariations(
  index: ProductIndex,
  filter: ProductFilter,
  { base, filters, isCounting }: { base: Selection; filters: FilterBitmap[]; isCounting: boolean },
): CheckedVariations | undefined {
  const conditions = listConditions(index, filter);
  const products = isCounting || conditions.length > 1 ? selectDiffering(index, filter, base, filters) : undefined;
  if (!products) return undefined;
  const failing = new Map(conditions.map(({ key }) => [key, index.pool.empty()]));
  const failingAny = index.pool.empty();
  const isOfVariations = filters.map(({ key }) => failing.has(key));
  const bitmaps = [...failing.values()];
  const counter = new VariationCounter(index, conditions, filter);
  const check = (position: number) => {
    const missed = findMissed(filters, position);
    // Selections lack one filter at most.
    if (missed === several) return clearBit(products, position);
    const passed = counter.add(position, missed === none || isOfVariations[missed] === true);
    if (!passed.all) setBit(failingAny, position);
    for (let at = 0; at < bitmaps.length; at++) if (!passed.without[at]) setBit(bitmaps[at] as Bitmap, position);
  };
  forEachBit(products, check, base.words);
  return { products, failing: (facet) => failing.get(facet) ?? failingAny, ...counter.result() };
}

function listConditions(index: ProductIndex, { priceMin, priceMax, options, flags }: ProductFilter): Condition[] {
  const codesOf = (values: number[]) => {
    const passing = new Uint8Array(index.variations.codeCount);
    for (const id of values) passing[index.variations.codeOf(id) ?? passing.length] = 1;
    return passing;
  };
  const isPriced = priceMin !== undefined || priceMax !== undefined;
  return [
    ...productFlags.flatMap((key, at) => (flags.includes(key) ? [{ kind: "flag" as const, key, at }] : [])),
    ...(isPriced ? [{ kind: "price" as const, key: "price", min: priceMin ?? 0, max: priceMax ?? Infinity }] : []),
    ...options.map(({ group, values }) => ({
      kind: "option" as const,
      key: `option.${group}`,
      passing: codesOf(values),
    })),
  ];
}

/** The products of `base` of which some variations pass one of the filters and others don't. */
function selectDiffering(
  index: ProductIndex,
  { flags, options, ...prices }: ProductFilter,
  base: Selection,
  filters: FilterBitmap[],
): Bitmap | undefined {
  const { differing } = index.variations;
  if (differing.option.size === 0) return undefined;
  const union = index.pool.empty();
  for (const flag of flags) differing[flag].addTo(union);
  if (prices.priceMin !== undefined || prices.priceMax !== undefined) addPricedAround(index, prices, union);
  if (options.length > 0) {
    const having = index.pool.empty();
    for (const { key, passing } of filters) if (key.startsWith("option.")) unionInto(having, passing);
    intersectInto(having, toBitmap(index, differing.option));
    unionInto(union, having);
  }
  const products = index.pool.copy(base.bitmap);
  intersectInto(products, union, base.words);
  return products;
}

/** Adds products with prices in the range and others outside. */
function addPricedAround(index: ProductIndex, { priceMin = 0, priceMax = Infinity }: PriceRange, union: Bitmap) {
  const [min, max] = [index.column("min"), index.column("max")];
  const isWithin = (price: number) => price >= priceMin && price <= priceMax;
  forEachBit(toBitmap(index, index.variations.differing.price), (position) => {
    const [low, high] = [min[position] as number, max[position] as number];
    const isUniform = (isWithin(low) && isWithin(high)) || high < priceMin || low > priceMax;
    if (!isUniform) setBit(union, position);
  });
}

const none = -1;
const several = -2;

/** The place of the only filter that no variation of a product passes. */
function findMissed(filters: FilterBitmap[], position: number): number {
  let missed = none;
  for (let at = 0; at < filters.length; at++) {
    if (hasBit((filters[at] as FilterBitmap).passing, position)) continue;
    if (missed !== none) return several;
    missed = at;
  }
  return missed;
}

/** Whether some variation passes all conditions, and all but each of them. */
interface Passed {
  all: boolean;
  without: boolean[];
}

class VariationCounter {
  readonly #index: ProductIndex;
  readonly #conditions: Condition[];
  /** The masks of the variations that pass all conditions but each, then of those that pass all. */
  readonly #masks: Int32Array;
  readonly #passed: Passed;
  /** By the code of an option value the place of the condition of its group in `#masks`, or of all. */
  readonly #placeOfOption: Int32Array;
  readonly #placeOfFlag: number[];
  readonly #placeOfPrice: number;
  readonly #options: Int32Array;
  /** By the code of an option value the last product that was counted, and 1. */
  readonly #lastCounted: Int32Array;
  readonly #flags = productFlags.map(() => 0);
  #minPrice = Infinity;
  #maxPrice = -Infinity;

  constructor(index: ProductIndex, conditions: Condition[], { options }: ProductFilter) {
    this.#index = index;
    this.#conditions = conditions;
    this.#masks = new Int32Array(conditions.length + 1);
    this.#passed = { all: false, without: conditions.map(() => false) };
    const places = new Map(conditions.map(({ key }, at) => [key, at]));
    const placeOf = (key: string) => places.get(key) ?? conditions.length;
    this.#placeOfFlag = productFlags.map(placeOf);
    this.#placeOfPrice = placeOf("price");
    this.#placeOfOption = new Int32Array(index.variations.codeCount).fill(conditions.length);
    if (options.length > 0)
      for (const { id, group_id } of index.labels.options) {
        const code = index.variations.codeOf(id);
        if (code !== undefined) this.#placeOfOption[code] = placeOf(`option.${group_id}`);
      }
    this.#options = new Int32Array(index.variations.codeCount);
    this.#lastCounted = new Int32Array(index.variations.codeCount);
  }

  /** Checks the variations at a position; the answer is valid until the next. */
  add(position: number, isCounted: boolean): Passed {
    const passed = this.#passed;
    const { variations } = this.#index;
    const { data } = variations;
    const end = variations.endOfBlocks(position);
    passed.all = false;
    passed.without.fill(false);
    let flags = 0;
    for (let at = variations.firstBlock(position); at < end; at = endOfBlock(data, at)) {
      this.#setMasks(at);
      for (let place = 0; place < this.#conditions.length; place++)
        if (this.#masks[place] !== 0) passed.without[place] = true;
      if (this.#masks[this.#conditions.length] !== 0) passed.all = true;
      if (!isCounted) continue;
      flags |= this.#flagsOf(at);
      this.#addOptions(at, position);
      this.#addPrices(at, position);
    }
    for (let at = 0; at < this.#flags.length; at++) if ((flags >> at) & 1) (this.#flags[at] as number)++;
    return passed;
  }

  #setMasks(at: number) {
    const { data, prices } = this.#index.variations;
    const masks = this.#masks.fill(2 ** (data[at] as number) - 1);
    for (let place = 0; place < this.#conditions.length; place++) {
      const passing = passingMask(this.#conditions[place] as Condition, { data, prices }, at);
      for (let other = 0; other < masks.length; other++)
        if (other !== place) masks[other] = (masks[other] as number) & passing;
    }
  }

  #flagsOf(at: number) {
    const { data } = this.#index.variations;
    let flags = 0;
    for (let flag = 0; flag < this.#flags.length; flag++) {
      const mask = this.#masks[this.#placeOfFlag[flag] as number] as number;
      if (((data[flagsOfBlock(at) + flag] as number) & mask) !== 0) flags |= 1 << flag;
    }
    return flags;
  }

  #addOptions(at: number, position: number) {
    const { data } = this.#index.variations;
    const end = endOfBlock(data, at);
    for (let place = optionsOfBlock(at); place < end; place += 2) {
      const code = data[place] as number;
      const mask = this.#masks[this.#placeOfOption[code] as number] as number;
      if (((data[place + 1] as number) & mask) === 0 || this.#lastCounted[code] === position + 1) continue;
      this.#lastCounted[code] = position + 1;
      this.#options[code] = (this.#options[code] as number) + 1;
    }
  }

  #addPrices(at: number, position: number) {
    const [min, max] = [this.#index.column("min")[position] as number, this.#index.column("max")[position] as number];
    if (min >= this.#minPrice && max <= this.#maxPrice) return;
    const { data, prices } = this.#index.variations;
    const from = data[at + 2] as number;
    for (let rest = this.#masks[this.#placeOfPrice] as number; rest !== 0; rest &= rest - 1) {
      const price = prices[from + 31 - Math.clz32(rest & -rest)] as number;
      this.#minPrice = Math.min(this.#minPrice, price);
      this.#maxPrice = Math.max(this.#maxPrice, price);
    }
  }

  result() {
    const optionCount = (id: number) => this.#options[this.#index.variations.codeOf(id) ?? -1] ?? 0;
    return { optionCount, flags: this.#flags, minPrice: this.#minPrice, maxPrice: this.#maxPrice };
  }
}

type VariationData = Pick<VariationIndex, "data" | "prices">;

/** The mask of the variations of a block that pass a filter. */
function passingMask(condition: Condition, { data, prices }: VariationData, at: number): number {
  let mask = 0;
  switch (condition.kind) {
    case "flag":
      return data[flagsOfBlock(at) + condition.at] as number;
    case "price": {
      const from = data[at + 2] as number;
      for (let row = 0; row < (data[at] as number); row++) {
        const price = prices[from + row] as number;
        if (price >= condition.min && price <= condition.max) mask |= 1 << row;
      }
      return mask;
    }
    case "option": {
      const end = endOfBlock(data, at);
      for (let place = optionsOfBlock(at); place < end; place += 2)
        if (condition.passing[data[place] as number] === 1) mask |= data[place + 1] as number;
      return mask;
    }
  }
}
