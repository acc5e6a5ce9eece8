import type { SearchChanges } from "#contract/catalogue/products.ts";
import { type Bitmap, countBits, intersectInto, intersects } from "#server/catalogue/search/bitmap.ts";
import { findProductsByCode } from "#server/catalogue/search/codes.sql.ts";
import { splitIntoWords } from "#server/catalogue/search/product-index.sql.ts";
import type { ProductIndex } from "#server/catalogue/search/product-index.ts";
import type { App } from "#server/platform/app.ts";
import { splitPlainText } from "./plain-text.ts";
import { readWords, type SearchUnit } from "./read-words.ts";
import { matchMainNouns, matchTerm, matchThings, type SearchTerm } from "./search-term.ts";

const maxTextLength = 100;
const maxWords = 8;
/** How many synonyms of a word are told apart in the order of results. */
const maxLevels = 4;

export interface ParsedQuery {
  /** The words as typed. */
  typed: string[];
  /** Products must match all of them; undefined if nothing can match. */
  terms: SearchTerm[] | undefined;
  /** Both are null if nothing was changed to find products. */
  answer: { search_changes: SearchChanges | null; did_you_mean: string | null };
}
/**
 * Turns typed text into search terms that match at least one product: misspelled words are corrected, and the weakest
 * words left out where no product has all of them. With `isTyping` the last word may be unfinished. Reads the first 100
 * characters and 8 words.
 */
export async function parseQuery(
  db: App["db"],
  index: ProductIndex,
  text: string,
  { isTyping = false } = {},
): Promise<ParsedQuery> {
  // PostgreSQL's text type cannot hold NUL.
  const cut = [...text.replaceAll("\0", " ").trim()].slice(0, maxTextLength).join("");
  return parseWords(index, cut ? await wordsOf(db, cut) : [], isTyping);
}

/** Parses a query that is split into words, in lower case without accents. */
export function parseWords(index: ProductIndex, words: readonly string[], isTyping = false): ParsedQuery {
  const typed = words.slice(0, maxWords);
  index.pool.reset(index.positionCount);
  const units = readWords(index, typed, isTyping);
  const chosen = chooseUnits(index, units);
  const terms = chosen.length > 0 ? chosen.map(({ term }) => term) : undefined;
  return { typed, terms, answer: describeChanges(units, new Set(chosen.map(({ unit }) => unit))) };
}

/**
 * The products with the typed SKU or barcode, and the search for the words. Beside such a product only words that are
 * found as they were typed count: parts of a code would be corrected to anything.
 */
export async function findCodesAndWords(db: App["db"], index: ProductIndex, text: string, options = {}) {
  const coded = await findProductsByCode(db, index, text);
  const search = await parseQuery(db, index, text, options);
  if (coded.length === 0) return { coded: undefined, search };
  const { dropped = [], corrected = [] } = search.answer.search_changes ?? {};
  return { coded, search: search.terms && dropped.length + corrected.length === 0 ? search : undefined };
}

function describeChanges(units: readonly SearchUnit[], used: ReadonlySet<SearchUnit>): ParsedQuery["answer"] {
  const text = [...used].map((unit) => unit.used).join(" ");
  const dropped = units.filter((unit) => !used.has(unit)).map((unit) => unit.typed);
  const corrected = [...used]
    .filter((unit) => unit.used !== unit.typed)
    .map((unit) => ({ typed: unit.typed, used: unit.used }));
  const added = [...used].flatMap((unit) => unit.added);
  const isReworded = used.size > 0 && dropped.length + corrected.length > 0;
  return {
    search_changes: isReworded || added.length > 0 ? { text, dropped, corrected, added } : null,
    did_you_mean: isReworded ? text : null,
  };
}

/** The search words of a text. Only text other than ASCII needs the database. */
const wordsOf = async (db: App["db"], text: string): Promise<string[]> =>
  /^[ -~]*$/.test(text) ? splitPlainText(text.toLowerCase()) : splitIntoWords(db, text);

interface Candidate {
  unit: SearchUnit;
  /** With categories named by one noun, and also with those that list several ("TV, audio & cameras"). */
  strict: SearchTerm;
  loose: SearchTerm;
  strictMatches: Bitmap;
  looseMatches: Bitmap;
  strength: number;
}

/** The units of which some product matches all; the weakest are left out until one does. */
function chooseUnits(index: ProductIndex, units: readonly SearchUnit[]): { unit: SearchUnit; term: SearchTerm }[] {
  let candidates = units.map((unit) => toCandidate(index, unit));
  candidates = candidates.filter(({ looseMatches }) => intersects(looseMatches, index.live));
  while (candidates.length > 0) {
    if (matchesAny(index, candidates, "strictMatches"))
      return preferThing(index, candidates, "strictMatches").map(({ unit, strict }) => ({ unit, term: strict }));
    if (matchesAny(index, candidates, "looseMatches"))
      return preferThing(index, candidates, "looseMatches").map(({ unit, loose }) => ({ unit, term: loose }));
    const without = (one: Candidate) => candidates.filter((other) => other !== one);
    const weakestFirst = candidates.toSorted((one, other) => one.strength - other.strength);
    const dropped =
      weakestFirst.find((one) => matchesAny(index, without(one), "looseMatches")) ?? (weakestFirst[0] as Candidate);
    candidates = without(dropped);
  }
  return [];
}

type Matches = "strictMatches" | "looseMatches";

function matchAll({ pool, live }: ProductIndex, candidates: readonly Candidate[], matches: Matches): Bitmap {
  const found = pool.copy(live);
  for (const candidate of candidates) intersectInto(found, candidate[matches]);
  return found;
}

function matchesAny(index: ProductIndex, candidates: readonly Candidate[], matches: Matches) {
  const found = matchAll(index, candidates, matches);
  return intersects(found, found);
}

/**
 * Without the words that no such thing has, where all words together have only a few products, which are other things: an
 * ice skate with "a warm boot" is no winter boot, so all boots are found. A "case for laptop" is what another word names.
 */
function preferThing(index: ProductIndex, candidates: Candidate[], matches: Matches): Candidate[] {
  const thing = candidates.findLast(({ strength }) => strength >= thingStrength);
  const found = matchAll(index, candidates, matches);
  if (!thing || countBits(found) > maxOtherThings) return candidates;
  const named = matchMainNouns(
    index,
    candidates.map(({ strict }) => strict),
  );
  if (intersects(found, named)) return candidates;
  const things = index.pool.intersection(matchThings(index, [thing.strict]), index.live);
  if (intersects(found, things) || !intersects(things, things)) return candidates;
  const kept = new Set([thing]);
  for (const candidate of candidates.toSorted((one, other) => other.strength - one.strength)) {
    if (!intersects(things, candidate[matches])) continue;
    intersectInto(things, candidate[matches]);
    kept.add(candidate);
  }
  return candidates.filter((candidate) => kept.has(candidate));
}

const maxOtherThings = 2;
const thingStrength = 2.5;

function toCandidate(index: ProductIndex, unit: SearchUnit): Candidate {
  const levels = unit.synonyms.slice(0, maxLevels).map((_, count) => toTerms(index, unit, count));
  const all = toTerms(index, unit, unit.synonyms.length);
  const strict = { ...all.strict, closer: levels.map((level) => level.strict) };
  const loose = { ...all.loose, closer: levels.map((level) => level.loose) };
  return {
    unit,
    strict,
    loose,
    strictMatches: matchTerm(index, strict),
    looseMatches: matchTerm(index, loose),
    // What is only a synonym is the first of equally strong units to be left out.
    strength: unit.isPriceLimit ? -2 : strengthOf(index, strict) - (unit.added.length > 0 ? 0.5 : 0),
  };
}

/** The terms of a unit with the first of its synonyms. */
function toTerms({ words }: ProductIndex, unit: SearchUnit, synonyms: number): Pick<Candidate, "strict" | "loose"> {
  const phrases = [...unit.phrases, ...unit.synonyms.slice(0, synonyms)];
  const named = phrases.map((phrase) => words.categoriesNamed(phrase));
  const starting = unit.prefixes.flatMap((prefix) => words.categoriesStartingWith(prefix));
  const strict: SearchTerm = {
    phrases,
    prefixes: unit.prefixes,
    options: phrases.flatMap((phrase) => words.optionsNamed(phrase)),
    categories: named.flatMap(({ single }) => single),
    mainNounCategories: named.flatMap(({ mainNoun }) => mainNoun),
  };
  const several = named.flatMap((categories) => categories.several);
  return { strict, loose: { ...strict, categories: [...strict.categories, ...several, ...starting] } };
}

/** Main nouns are stronger than what describes them, names stronger than options, and numbers weakest. */
function strengthOf({ dictionary, live }: ProductIndex, { phrases, options, mainNounCategories }: SearchTerm): number {
  const words = phrases.flat();
  if (phrases.every((phrase) => /^\d/.test(phrase.join("")))) return -1;
  if (mainNounCategories.length > 0 || words.some((word) => dictionary.isMainNoun(word, live))) return 3;
  if (options.length > 0) return 1;
  return words.some((word) => dictionary.isInName(word, live)) ? 2 : 0;
}
