import { type Bitmap, intersectInto, unionInto } from "#server/catalogue/search/bitmap.ts";
import type { ProductIndex } from "#server/catalogue/search/product-index.ts";

/** A part of a search; a product matches in any of these ways. */
export interface SearchTerm {
  /** It has all words of one of these phrases, in singular or plural. */
  phrases: string[][];
  /** It has a word that begins with one of these. */
  prefixes: string[];
  /** It has a variation with one of these option values. */
  options: number[];
  categories: number[];
  /** Those of `categories` whose main noun was searched for. */
  mainNounCategories: number[];
  /** This term without its synonyms, then with the closest, the two closest and so on; none if it has no synonyms. */
  closer?: readonly SearchTerm[];
}

/** The products that match a term in any way. */
export function matchTerm(index: ProductIndex, { phrases, prefixes, options, categories }: SearchTerm): Bitmap {
  const { dictionary, pool } = index;
  const matching = pool.empty();
  for (const phrase of phrases) dictionary.addPhrase(matching, phrase, "all", pool);
  for (const prefix of prefixes) dictionary.addPrefix(matching, prefix, "all");
  for (const option of options) index.options.get(option)?.addTo(matching);
  for (const category of categories) index.categories.get(category)?.addTo(matching);
  return matching;
}

/** The products that match every term by their name, brand, tags or options; with whole words, or also with prefixes. */
export function matchNames(index: ProductIndex, terms: readonly SearchTerm[], { whole }: { whole: boolean }): Bitmap {
  const { dictionary, pool } = index;
  const matchName = ({ phrases, prefixes, options }: SearchTerm) => {
    const matching = pool.empty();
    for (const phrase of phrases) dictionary.addPhrase(matching, phrase, "primary", pool);
    if (!whole) for (const prefix of prefixes) dictionary.addPrefix(matching, prefix, "primary");
    for (const option of options) index.options.get(option)?.addTo(matching);
    return matching;
  };
  const [first, ...others] = terms.map(matchName);
  for (const other of others) intersectInto(first as Bitmap, other);
  return first ?? pool.empty();
}

/** Products whose name has a word searched for as its main noun. */
export function matchMainNouns(index: ProductIndex, terms: readonly SearchTerm[]): Bitmap {
  const matching = index.pool.empty();
  for (const { phrases } of terms) for (const word of phrases.flat()) index.dictionary.addByMainNoun(matching, word);
  return matching;
}

/** Products in a category that a word searched for names. */
export function matchCategories(index: ProductIndex, terms: readonly SearchTerm[]): Bitmap {
  const matching = index.pool.empty();
  for (const { mainNounCategories } of terms)
    for (const id of mainNounCategories) index.categories.get(id)?.addTo(matching);
  return matching;
}

/** Products that are what the terms name, by main noun or category, rather than only having the words. */
export function matchThings(index: ProductIndex, terms: readonly SearchTerm[]): Bitmap {
  const matching = matchMainNouns(index, terms);
  unionInto(matching, matchCategories(index, terms));
  return matching;
}
