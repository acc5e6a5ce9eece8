import { type Bits, countBoth, eachBit, narrow, placesOf, takeBit, takeOut } from "./bitmap.ts";
import type { CountedOption, CountedValue, Counts } from "./list-oracle.fixture.ts";
import type { ListFilter, ListSort } from "#server/catalogue/list/list.sql.ts";
import { SlotSet } from "./position-set.ts";
import type { TallyWords } from "./product-index.sql.ts";
import type { Tally } from "./product-index.ts";

const mostNamed = 40;

/** What is asked of the products a filter leaves: their ids from the `offset`th on, and the counts of every facet. */
interface Asked {
  page?: Page | undefined;
  facets?: boolean;
}
interface Page {
  /** By name only where `tally.knowsNames`. */
  sort: ListSort;
  offset: number;
  limit: number;
  /** By relevance names that begin with this come first. */
  begin: string;
}
interface Matched {
  total: number;
  ids: number[];
  counts: Counts | undefined;
}

/** The same as `facetCounts` and `pageOfCards`, in memory. */
export function matched(tally: Tally, filter: ListFilter, { page, facets = false }: Asked): Matched {
  const { scratch } = tally;
  scratch.begin(tally.slots);
  const base = within(tally, filter);
  const checks = checksOf(tally, filter, base);
  /** What is left when every filter but this one is applied. */
  const without = (key: string): Left => {
    const others = checks.filter((check) => check.key !== key);
    const [first, ...rest] = others;
    if (!first) return base;
    const bits = scratch.both(base.bits, first.passes);
    for (const { passes } of rest) narrow(bits, passes, base.places);
    return { bits, places: placesOf(bits, base.places) };
  };
  const found = without("");
  const total = countOf(found);
  const left = new Map(facets ? checks.map(({ key }) => [key, without(key)]) : []);
  return {
    total,
    counts: facets ? countsOf(tally, filter, total, (key) => left.get(key) ?? found) : undefined,
    // Last, since it may take apart what was found.
    ids: page && page.offset < total ? tally.idsOf(slotsOf(tally, found, total, page)) : [],
  };
}

/** Slots that are left, and in which places, when these are few. */
interface Left {
  bits: Bits;
  places: number[] | undefined;
}

const countOf = ({ bits, places }: Left) => countBoth(bits, bits, places);

/** What no filter ever leaves out: on sale, in the category, found by the words. */
function within(tally: Tally, { categoryId, terms }: ListFilter): Left {
  const { scratch, live, lexicon } = tally;
  const shelf = categoryId === undefined ? undefined : (tally.categories.get(categoryId) ?? nowhere);
  const bits = shelf ? all(tally, shelf) : scratch.copy(live);
  const places = shelf?.places(bits.length / 8);
  if (shelf) narrow(bits, live, places);
  if (terms) lexicon.narrow(bits, terms, scratch, places);
  return { bits, places: placesOf(bits, places) };
}

const nowhere = new SlotSet();

/** Slots that are in one of some sets. */
export function anyOf(tally: Tally, sets: ReadonlyMap<number, SlotSet>, ids: readonly number[]): Bits {
  const bits = tally.scratch.empty();
  for (const id of ids) sets.get(id)?.addTo(bits);
  return bits;
}

function all(tally: Tally, set: SlotSet): Bits {
  const bits = tally.scratch.empty();
  set.addTo(bits);
  return bits;
}

/** The same, not to be changed. */
function passing(tally: Tally, sets: ReadonlyMap<number, SlotSet>, ids: readonly number[]): Bits {
  const [id = 0, ...others] = ids;
  return (others.length === 0 && sets.get(id)?.bits) || anyOf(tally, sets, ids);
}

interface Check {
  key: string;
  /** Not to be changed. */
  passes: Bits;
}

/** The filters chosen, each under the key of its facet, as `chosen` says them in SQL. */
function checksOf(tally: Tally, filter: ListFilter, base: Left): Check[] {
  const { tags, types, options, rating, inStock, onSale } = filter;
  const checks = options.map(({ group, values }) => ({
    key: `option.${group}`,
    passes: passing(tally, tally.options, values),
  }));
  if (types.length > 0) checks.push({ key: "type", passes: passing(tally, tally.types, types) });
  if (tags.length > 0) checks.push({ key: "tag", passes: passing(tally, tally.tags, tags) });
  if (filter.priceMin !== undefined || filter.priceMax !== undefined)
    checks.push({ key: "price", passes: costing(tally, filter, base) });
  if (rating) checks.push({ key: "rating", passes: ratedFrom(tally, rating) });
  if (inStock) checks.push({ key: "in_stock", passes: tally.inStock.bits ?? all(tally, tally.inStock) });
  if (onSale) checks.push({ key: "on_sale", passes: tally.onSale.bits ?? all(tally, tally.onSale) });
  return checks;
}

/** Those of `base` of which some price lies between the two. */
function costing(tally: Tally, { priceMin, priceMax }: ListFilter, base: Left): Bits {
  const bits = tally.scratch.copy(base.bits);
  if (base.places) return takeOthers(tally, bits, base.places, { priceMin, priceMax });
  if (priceMin !== undefined) {
    const cheaper = tally.scratch.empty();
    tally.orders.highest.addUpTo(cheaper, priceMin - 1);
    takeOut(bits, cheaper);
  }
  if (priceMax === undefined) return bits;
  const upTo = tally.scratch.empty();
  tally.orders.price.addUpTo(upTo, priceMax);
  narrow(bits, upTo);
  if (priceMin !== undefined) takeAround(tally, bits, priceMin, priceMax);
  return bits;
}

/** Takes out products of which no price lies between the two, one by one. */
function takeOthers(
  tally: Tally,
  bits: Bits,
  places: number[],
  {
    priceMin = Number.NEGATIVE_INFINITY,
    priceMax = Number.POSITIVE_INFINITY,
  }: Pick<ListFilter, "priceMin" | "priceMax">,
): Bits {
  const [min, max] = [tally.column("min"), tally.column("max")];
  const isBetween = (price: number) => price >= priceMin && price <= priceMax;
  eachBit(
    bits,
    (slot) => {
      const [low, high] = [min[slot] as number, max[slot] as number];
      const isAround = low < priceMin && high > priceMax;
      const passes = isAround ? tally.prices.get(slot)?.some(isBetween) : low <= priceMax && high >= priceMin;
      if (!passes) takeBit(bits, slot);
    },
    places,
  );
  return bits;
}

/** Takes out products whose cheapest and dearest lie around the two, with nothing between. */
function takeAround(tally: Tally, bits: Bits, low: number, high: number) {
  const wide = all(tally, tally.wide);
  narrow(wide, bits);
  const [min, max] = [tally.column("min"), tally.column("max")];
  eachBit(wide, (slot) => {
    if ((min[slot] as number) >= low || (max[slot] as number) <= high) return;
    if (!tally.prices.get(slot)?.some((price) => price >= low && price <= high)) takeBit(bits, slot);
  });
}

function ratedFrom(tally: Tally, rating: number): Bits {
  const whole = Math.min(4, Math.floor(rating));
  const bits = all(tally, tally.rated[4 - whole] as SlotSet);
  const average = tally.column("average");
  // PostgreSQL is asked in single precision.
  const least = Math.fround(rating);
  if (rating !== whole) eachBit(bits, (slot) => (average[slot] as number) < least && takeBit(bits, slot));
  return bits;
}

function countsOf(tally: Tally, filter: ListFilter, total: number, besides: (key: string) => Left): Counts {
  const { words } = tally;
  const chosen = new Set(filter.options.flatMap(({ values }) => values));
  const count = (set: SlotSet | undefined, key: string) => {
    const { bits, places } = besides(key);
    return set?.countIn(bits, places) ?? 0;
  };
  const options = words.options
    .map(
      (value): CountedOption => ({ ...value, count: count(tally.options.get(value.id), `option.${value.group_id}`) }),
    )
    .filter((value) => value.count > 0 || chosen.has(value.id));
  const counted = (names: TallyWords["tags"], sets: ReadonlyMap<number, SlotSet>, key: string) =>
    names.map(({ id, label }): CountedValue => ({ id, label, count: count(sets.get(id), key) }));
  const anyPrice = besides("price");
  return {
    total,
    ...pricesOf(tally, anyPrice, anyPrice === besides("") ? total : countOf(anyPrice)),
    in_stock: count(tally.inStock, "in_stock"),
    on_sale: count(tally.onSale, "on_sale"),
    rating: tally.rated.map((set) => count(set, "rating")),
    options,
    tags: commonest(counted(words.tags, tally.tags, "tag"), filter.tags),
    types: commonest(counted(words.types, tally.types, "type"), filter.types),
  };
}

function pricesOf(tally: Tally, { bits, places }: Left, count: number): Pick<Counts, "min_price" | "max_price"> {
  const { price, highest } = tally.orders;
  if (count === 0) return { min_price: null, max_price: null };
  const [cheapest = 0] = price.page(bits, count, { offset: 0, limit: 1, falling: false }, places);
  const [dearest = 0] = highest.page(bits, count, { offset: 0, limit: 1, falling: true }, places);
  return { min_price: tally.column("min")[cheapest] ?? null, max_price: tally.column("max")[dearest] ?? null };
}

/** The forty commonest and those chosen, commonest first. */
function commonest(values: CountedValue[], chosen: number[]) {
  const rank = (value: CountedValue) => (chosen.includes(value.id) ? 1e12 : 0) + value.count;
  return values
    .filter((value) => rank(value) > 0)
    .sort((one, other) => rank(other) - rank(one))
    .slice(0, mostNamed)
    .sort((one, other) => other.count - one.count || (one.label < other.label ? -1 : 1));
}

const columnsOf = {
  popular: { order: "popular", falling: true },
  newest: { order: "newest", falling: true },
  price: { order: "price", falling: false },
  "-price": { order: "price", falling: true },
  rating: { order: "rating", falling: true },
  name: { order: "name", falling: false },
} as const;

function slotsOf(tally: Tally, { bits, places }: Left, total: number, { sort, offset, limit, begin }: Page): number[] {
  if (sort !== "relevance") {
    const { order, falling } = columnsOf[sort];
    return tally.orders[order].page(bits, total, { offset, limit, falling }, places);
  }
  // Names that begin with what was typed come first, then the others.
  const first = tally.scratch.empty();
  tally.lexicon.addNamed(first, begin);
  narrow(first, bits);
  const firsts = countOf({ bits: first, places });
  const { popular } = tally.orders;
  const ahead = popular.page(first, firsts, { offset, limit, falling: true }, places);
  if (ahead.length === limit) return ahead;
  takeOut(bits, first);
  const rest = { offset: Math.max(0, offset - firsts), limit: limit - ahead.length, falling: true };
  return [...ahead, ...popular.page(bits, total - firsts, rest, places)];
}
