import type { ProductFlag } from "#contract/catalogue/products.ts";
import {
  type Bitmap,
  clearBit,
  findWords,
  forEachBit,
  intersectInto,
  setBit,
  subtractFrom,
  unionInto,
} from "./bitmap.ts";
import { PositionSet } from "./position-set.ts";
import type { ProductIndex } from "./product-index.ts";
import { matchTerm, type SearchTerm } from "./text/search-term.ts";

/** Which products a list shows. Values of one option group are alternatives, groups narrow each other. */
export interface ProductFilter {
  categoryId?: number | undefined;
  /** Only these products, as of a SKU, and those that match the terms, if any. */
  ids?: readonly number[] | undefined;
  /** Every other product must match all of them. */
  terms?: SearchTerm[] | undefined;
  tags: number[];
  types: number[];
  options: { group: number; values: number[] }[];
  attributes: { key: string; values: string[] }[];
  /** Minor units. A product matches with any of its prices. */
  priceMin?: number | undefined;
  priceMax?: number | undefined;
  rating?: number | undefined;
  flags: ProductFlag[];
  /** Only products sold in the last 30 days. */
  isSold?: boolean;
}

export const noFilter: ProductFilter = { tags: [], types: [], options: [], attributes: [], flags: [] };

/** Some products, and the words of `bitmap` they are in when these are few. */
export interface Selection {
  bitmap: Bitmap;
  words: number[] | undefined;
}
/** The products that pass one filter; read-only, as it may belong to the index. */
export interface FilterBitmap {
  /** The key of the filter's facet. */
  key: string;
  passing: Bitmap;
}

/** The products of the category that match the search. */
export function selectBase(index: ProductIndex, { categoryId, terms, ids, isSold }: ProductFilter): Selection {
  const { pool, live } = index;
  const category = categoryId === undefined ? undefined : (index.categories.get(categoryId) ?? emptySet);
  const bitmap = category ? toBitmap(index, category) : pool.copy(live);
  const words = category?.words(bitmap.length / 8);
  if (category) intersectInto(bitmap, live, words);
  if (isSold) intersectInto(bitmap, index.sold.bitmap ?? toBitmap(index, index.sold), words);
  if (ids) intersectInto(bitmap, selectFound(index, ids, terms), words);
  else for (const term of terms ?? []) intersectInto(bitmap, matchTerm(index, term), words);
  return { bitmap, words: findWords(bitmap, words) };
}

function selectFound(index: ProductIndex, ids: readonly number[], terms: SearchTerm[] | undefined): Bitmap {
  const found = bitmapOf(index, ids);
  if (!terms) return found;
  const matching = index.pool.copy(index.live);
  for (const term of terms) intersectInto(matching, matchTerm(index, term));
  unionInto(found, matching);
  return found;
}

/** These products, without those that aren't on sale. */
export function bitmapOf(index: ProductIndex, ids: readonly number[]): Bitmap {
  const bitmap = index.pool.empty();
  for (const id of ids) {
    const position = index.positionOf(id);
    if (position !== undefined) setBit(bitmap, position);
  }
  return bitmap;
}

const emptySet = new PositionSet();
const noValues: ReadonlyMap<string, PositionSet> = new Map();

/** A bitmap for each filter that is set. */
export function listFilters(index: ProductIndex, filter: ProductFilter, base: Selection): FilterBitmap[] {
  const { tags, types, options, attributes, rating, flags } = filter;
  const filters = options.map(({ group, values }) => ({
    key: `option.${group}`,
    passing: withAny(index, index.options, values),
  }));
  for (const { key, values } of attributes)
    filters.push({ key: `attr.${key}`, passing: withAny(index, index.attributes.get(key) ?? noValues, values) });
  if (types.length > 0) filters.push({ key: "type", passing: withAny(index, index.types, types) });
  if (tags.length > 0) filters.push({ key: "tag", passing: withAny(index, index.tags, tags) });
  if (filter.priceMin !== undefined || filter.priceMax !== undefined)
    filters.push({ key: "price", passing: filterByPrice(index, filter, base) });
  if (rating) filters.push({ key: "rating", passing: filterByRating(index, rating) });
  for (const flag of flags)
    filters.push({ key: flag, passing: index.flags[flag].bitmap ?? toBitmap(index, index.flags[flag]) });
  return filters;
}

/** Whether the filter narrows the list beyond its category and search. */
export const isNarrowed = ({ tags, types, options, attributes, flags, ...filter }: ProductFilter) =>
  tags.length + types.length + options.length + attributes.length + flags.length > 0 ||
  filter.priceMin !== undefined ||
  filter.priceMax !== undefined ||
  Boolean(filter.rating);

/** Products in any of these sets, as a new bitmap. */
export function unionOf<Key>(index: ProductIndex, sets: ReadonlyMap<Key, PositionSet>, ids: readonly Key[]): Bitmap {
  const bitmap = index.pool.empty();
  for (const id of ids) sets.get(id)?.addTo(bitmap);
  return bitmap;
}

export function toBitmap(index: ProductIndex, set: PositionSet): Bitmap {
  const bitmap = index.pool.empty();
  set.addTo(bitmap);
  return bitmap;
}

/** Products in any of these sets; read-only, as it may belong to a set. */
function withAny<Key>(index: ProductIndex, sets: ReadonlyMap<Key, PositionSet>, ids: readonly Key[]): Bitmap {
  const [id, ...others] = ids;
  return (id !== undefined && others.length === 0 && sets.get(id)?.bitmap) || unionOf(index, sets, ids);
}

export type PriceRange = Pick<ProductFilter, "priceMin" | "priceMax">;

/** Products of `base` with a price in the range. */
function filterByPrice(index: ProductIndex, { priceMin, priceMax }: PriceRange, base: Selection): Bitmap {
  const bitmap = index.pool.copy(base.bitmap);
  if (base.words) return filterEachByPrice(index, bitmap, base.words, { priceMin, priceMax });
  if (priceMin !== undefined) {
    const cheaper = index.pool.empty();
    const maxPrice = index.column("max");
    index.sorted.maxPrice.addUntil(cheaper, (position) => (maxPrice[position] as number) >= priceMin);
    subtractFrom(bitmap, cheaper);
  }
  if (priceMax === undefined) return bitmap;
  const affordable = index.pool.empty();
  const minPrice = index.column("min");
  index.sorted.price.addUntil(affordable, (position) => (minPrice[position] as number) > priceMax);
  intersectInto(bitmap, affordable);
  if (priceMin !== undefined) removeWithoutPriceBetween(index, bitmap, priceMin, priceMax);
  return bitmap;
}

/** Filters each product by its price by itself, which is faster if there are few. */
function filterEachByPrice(index: ProductIndex, bitmap: Bitmap, words: number[], range: PriceRange): Bitmap {
  const { priceMin = Number.NEGATIVE_INFINITY, priceMax = Number.POSITIVE_INFINITY } = range;
  const [min, max] = [index.column("min"), index.column("max")];
  const isInRange = (price: number) => price >= priceMin && price <= priceMax;
  const check = (position: number) => {
    const [low, high] = [min[position] as number, max[position] as number];
    const isAround = low < priceMin && high > priceMax;
    const passes = isAround ? index.variations.somePrice(position, isInRange) : low <= priceMax && high >= priceMin;
    if (!passes) clearBit(bitmap, position);
  };
  forEachBit(bitmap, check, words);
  return bitmap;
}

/** Removes products with prices below and above the range but none in it. */
function removeWithoutPriceBetween(index: ProductIndex, bitmap: Bitmap, low: number, high: number) {
  const candidates = toBitmap(index, index.variations.differing.price);
  intersectInto(candidates, bitmap);
  const [min, max] = [index.column("min"), index.column("max")];
  forEachBit(candidates, (position) => {
    if ((min[position] as number) >= low || (max[position] as number) <= high) return;
    if (!index.variations.somePrice(position, (price) => price >= low && price <= high)) clearBit(bitmap, position);
  });
}

function filterByRating(index: ProductIndex, rating: number): Bitmap {
  const stars = Math.min(4, Math.floor(rating));
  const bitmap = toBitmap(index, index.minStars[4 - stars] as PositionSet);
  const average = index.column("average");
  if (rating !== stars)
    forEachBit(bitmap, (position) => {
      if (Math.round((average[position] as number) * 10) / 10 < rating) clearBit(bitmap, position);
    });
  return bitmap;
}
