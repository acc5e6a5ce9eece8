import { type Bitmap, countIntersection, intersectInto, subtractFrom } from "./bitmap.ts";
import { bitmapOf, type ProductFilter, type Selection } from "./filters.ts";
import type { Page } from "./list-page.ts";
import type { ProductIndex } from "./product-index.ts";
import { matchCategories, matchMainNouns, matchNames, matchTerm, type SearchTerm } from "./text/search-term.ts";

/** What a match is worth: the main noun of a name and the category outweigh a name that only mentions a word. */
export const relevanceScores = { wholeName: 2, nameBeginning: 1, mainNoun: 2, category: 3, accessory: -1 } as const;
const { wholeName, nameBeginning, mainNoun, category, accessory } = relevanceScores;

/**
 * Products with the code that was typed, then by how they match the terms, most relevant first, then those with the
 * words themselves before those with synonyms, then by popularity.
 */
export function pageByRelevance(
  index: ProductIndex,
  found: Selection,
  { ids, terms, offset, limit }: Pick<ProductFilter, "ids"> & { terms: readonly SearchTerm[] } & Omit<Page, "sort">,
): number[] {
  const { words } = found;
  const page: number[] = [];
  let skip = offset;
  for (const level of listLevels(index, found, { ids, terms })) {
    const count = countIntersection(level, level, words);
    const range = { offset: skip, limit: limit - page.length, descending: true };
    page.push(...index.sorted.popular.page(level, count, range, words));
    if (page.length === limit) break;
    skip = Math.max(0, skip - count);
  }
  return page;
}

function listLevels(
  index: ProductIndex,
  found: Selection,
  { ids, terms }: Pick<ProductFilter, "ids"> & { terms: readonly SearchTerm[] },
): Iterable<Bitmap> {
  if (!ids) return splitByCloseness(index, groupByScore(index, found, terms), terms);
  const coded = bitmapOf(index, ids);
  intersectInto(coded, found.bitmap);
  const others = index.pool.copy(found.bitmap);
  subtractFrom(others, coded);
  const levels = groupByScore(index, { bitmap: others, words: found.words }, terms);
  return [coded, ...splitByCloseness(index, levels, terms)];
}

/** Each level in parts: products with the words themselves, with their closest synonym, with the next and so on. */
function* splitByCloseness(
  index: ProductIndex,
  levels: readonly Bitmap[],
  terms: readonly SearchTerm[],
): Generator<Bitmap> {
  const steps = matchCloser(index, terms);
  for (const level of levels) {
    for (const matching of steps) {
      const closest = index.pool.intersection(level, matching);
      subtractFrom(level, closest);
      yield closest;
    }
    yield level;
  }
}

/** The products that match all terms with none of their synonyms, with the closest one of each and so on. */
function matchCloser(index: ProductIndex, terms: readonly SearchTerm[]): Bitmap[] {
  const count = Math.max(...terms.map(({ closer = [] }) => closer.length));
  return Array.from({ length: count }, (_, step) => {
    const matching = index.pool.copy(index.live);
    for (const term of terms) intersectInto(matching, matchTerm(index, term.closer?.[step] ?? term));
    return matching;
  });
}

/** The products of each score, highest first. */
function groupByScore(index: ProductIndex, { bitmap, words }: Selection, terms: readonly SearchTerm[]): Bitmap[] {
  const { pool } = index;
  const whole = matchNames(index, terms, { whole: true });
  const hasPrefixes = terms.some(({ prefixes }) => prefixes.length > 0);
  const beginning = hasPrefixes ? matchNames(index, terms, { whole: false }) : whole;
  const mainNouns = matchMainNouns(index, terms);
  const categories = matchCategories(index, terms);
  const accessories = pool.empty();
  index.accessories.addTo(accessories);
  subtractFrom(accessories, mainNouns);
  const levels = Array.from({ length: wholeName + mainNoun + category - accessory + 1 }, () => pool.empty());
  // Each product is in exactly one of these: all kinds of 32 products are combined at once.
  const scoreWord = (at: number) => {
    const products = bitmap[at] as number;
    if (products === 0) return;
    const [isWhole, begins] = [whole[at] as number, beginning[at] as number];
    const [isMainNoun, isAccessory, isInCategory] = [
      mainNouns[at] as number,
      accessories[at] as number,
      categories[at] as number,
    ];
    for (let name = 0; name <= wholeName; name++) {
      const named = products & (name === wholeName ? isWhole : name === nameBeginning ? begins & ~isWhole : ~begins);
      if (named === 0) continue;
      addTo(levels[name + mainNoun + category - accessory], at, named & isMainNoun & isInCategory);
      addTo(levels[name + mainNoun - accessory], at, named & isMainNoun & ~isInCategory);
      addTo(levels[name + category], at, named & isAccessory & isInCategory);
      addTo(levels[name], at, named & isAccessory & ~isInCategory);
      const other = named & ~isMainNoun & ~isAccessory;
      addTo(levels[name + category - accessory], at, other & isInCategory);
      addTo(levels[name - accessory], at, other & ~isInCategory);
    }
  };
  if (words) for (const at of words) scoreWord(at);
  else for (let at = 0; at < bitmap.length; at++) scoreWord(at);
  return levels.reverse();
}

function addTo(level: Bitmap | undefined, at: number, products: number) {
  if (level && products !== 0) level[at] = (level[at] as number) | products;
}
