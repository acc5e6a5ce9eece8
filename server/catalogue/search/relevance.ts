import { type Bitmap, countIntersection, intersectInto, subtractFrom, unionInto } from "./bitmap.ts";
import type { Selection } from "./filters.ts";
import type { ProductIndex } from "./product-index.ts";
import { matchNames, type SearchTerm } from "./text/search-term.ts";

/** What a match is worth. A thing's own name and category outweigh a name that only mentions it. */
export const relevanceScores = { wholeName: 2, nameBeginning: 1, head: 2, category: 3, accessory: -1 } as const;

/** Products by how they match the terms, most relevant first, then by popularity. */
export function pageByRelevance(
  index: ProductIndex,
  { bitmap, words }: Selection,
  { terms, offset, limit }: { terms: readonly SearchTerm[]; offset: number; limit: number },
): number[] {
  const page: number[] = [];
  let skip = offset;
  for (const level of levelsOf(index, bitmap, words, terms)) {
    const count = countIntersection(level, level, words);
    const range = { offset: skip, limit: limit - page.length, descending: true };
    page.push(...index.sorted.popular.page(level, count, range, words));
    if (page.length === limit) break;
    skip = Math.max(0, skip - count);
  }
  return page;
}

/** One way to match: whether it is of each of the kinds that count, and what it is worth. */
interface Combination {
  score: number;
  kinds: { bitmap: Bitmap; isIn: boolean }[];
}

/** The products of each score, highest first. Computed one by one, as a page rarely needs all. */
function* levelsOf(index: ProductIndex, found: Bitmap, words: number[] | undefined, terms: readonly SearchTerm[]) {
  for (const [, combinations] of [...Map.groupBy(listCombinations(index, terms), ({ score }) => score)].toSorted(
    ([one], [other]) => other - one,
  )) {
    const level = index.pool.empty();
    for (const { kinds } of combinations) {
      const matching = index.pool.copy(found);
      for (const { bitmap, isIn } of kinds) {
        if (isIn) intersectInto(matching, bitmap, words);
        else subtractFrom(matching, bitmap);
      }
      unionInto(level, matching);
    }
    yield level;
  }
}

function listCombinations(index: ProductIndex, terms: readonly SearchTerm[]): Combination[] {
  const scores = relevanceScores;
  const whole = matchNames(index, terms, { whole: true });
  const hasPrefixes = terms.some(({ prefixes }) => prefixes.length > 0);
  const beginning = hasPrefixes ? matchNames(index, terms, { whole: false }) : whole;
  const name = [
    { score: scores.wholeName, kinds: [{ bitmap: whole, isIn: true }] },
    ...(hasPrefixes
      ? [
          {
            score: scores.nameBeginning,
            kinds: [
              { bitmap: beginning, isIn: true },
              { bitmap: whole, isIn: false },
            ],
          },
        ]
      : []),
    { score: 0, kinds: [{ bitmap: beginning, isIn: false }] },
  ];
  const yesOrNo = (score: number, bitmap: Bitmap): Combination[] => [
    { score, kinds: [{ bitmap, isIn: true }] },
    { score: 0, kinds: [{ bitmap, isIn: false }] },
  ];
  const others = [
    yesOrNo(scores.head, matchHeads(index, terms)),
    yesOrNo(scores.category, matchCategories(index, terms)),
    yesOrNo(scores.accessory, matchAccessories(index, terms)),
  ];
  return others.reduce<Combination[]>(
    (all, next) =>
      all.flatMap((one) =>
        next.map((other) => ({ score: one.score + other.score, kinds: [...one.kinds, ...other.kinds] })),
      ),
    name,
  );
}

/** Products whose name is about a thing searched for. */
function matchHeads(index: ProductIndex, terms: readonly SearchTerm[]): Bitmap {
  const matching = index.pool.empty();
  for (const { phrases } of terms) for (const word of phrases.flat()) index.dictionary.addByHead(matching, word);
  return matching;
}

/** Products in a category of a thing searched for. */
function matchCategories(index: ProductIndex, terms: readonly SearchTerm[]): Bitmap {
  const matching = index.pool.empty();
  for (const { headCategories } of terms)
    for (const category of headCategories) index.categories.get(category)?.addTo(matching);
  return matching;
}

/** Accessories, unless they were searched for. */
function matchAccessories(index: ProductIndex, terms: readonly SearchTerm[]): Bitmap {
  const { accessories, stemOf } = index.language;
  const searched = new Set(terms.flatMap(({ phrases }) => phrases.flat()).map(stemOf));
  const matching = index.pool.empty();
  for (const word of accessories) {
    if (searched.has(stemOf(word))) continue;
    index.dictionary.addByHead(matching, word);
    for (const category of index.words.categoriesOf(word)) index.categories.get(category)?.addTo(matching);
  }
  return matching;
}
