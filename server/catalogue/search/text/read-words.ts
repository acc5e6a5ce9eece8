import { intersects } from "#server/catalogue/search/bitmap.ts";
import type { ProductIndex } from "#server/catalogue/search/product-index.ts";
import { unspaced } from "./plain-text.ts";
import { correctPrefix, correctWord } from "./spelling.ts";

const maxCompletions = 12;
const longestPhrase = 3;

/** One or more typed words that are searched as one. */
export interface SearchUnit {
  typed: string;
  /** What is searched for: the typed words, or their correction. */
  used: string;
  /** What is found: the words, and other ways to write them. None if the words are unknown. */
  phrases: string[][];
  /** What is found too, behind the words themselves, closest first. */
  synonyms: string[][];
  /** Beginnings of words that are found too. */
  prefixes: string[];
  /** Synonyms that are found where the words themselves are unknown. */
  added: string[];
  /** Whether it is a limit to the price ("under 200"), which products have in no words as a rule. */
  isPriceLimit?: boolean;
}
type Reading = Omit<SearchUnit, "typed" | "used">;

/**
 * Corrects unknown words and groups words into units without stop words; splits words joined of two where nothing else is
 * found. `isTyping`: the last may be unfinished.
 */
export function readWords(index: ProductIndex, typed: readonly string[], isTyping: boolean): SearchUnit[] {
  const { stopWords } = index.language;
  const isOnlyStopWords = typed.every((word) => stopWords.has(word));
  const isUnfinished = (at: number) => isTyping && at === typed.length - 1;
  const used = typed.map((word, at) => spellWord(index, word, isUnfinished(at)));
  const units: SearchUnit[] = [];
  for (let at = 0; at < used.length; ) {
    const limit = readPriceLimit(index, typed.slice(at));
    if (limit) {
      units.push(limit.unit);
      at += limit.length;
      continue;
    }
    const word = used[at] as string;
    const phrase = readPhrase(index, used.slice(at, at + longestPhrase));
    const end = at + (phrase?.length ?? 1);
    const add = (words: string, reading: Reading) =>
      units.push({ typed: words === word ? (typed[at] as string) : words, used: words, ...reading });
    if (phrase)
      units.push({ typed: typed.slice(at, end).join(" "), used: used.slice(at, end).join(" "), ...phrase.reading });
    else if (isUnfinished(at)) add(word, readUnfinished(index, word));
    else if (isOnlyStopWords || !stopWords.has(word))
      for (const part of numberParts(index, word)) add(part, readWord(index, part) ?? unknown);
    at = end;
  }
  if (units.some(isFound)) return units;
  const unfinished = isTyping ? units.at(-1) : undefined;
  return units.flatMap((unit) => (unit === unfinished ? [unit] : splitUnit(index, unit)));
}

const unknown: Reading = { phrases: [], synonyms: [], prefixes: [], added: [] };
const isFound = ({ phrases, synonyms, prefixes }: Reading) => phrases.length + synonyms.length + prefixes.length > 0;

/** The word itself if something can be found by it, otherwise its most likely correction, if any. */
function spellWord(index: ProductIndex, word: string, isUnfinished: boolean): string {
  const isUsable =
    index.language.stopWords.has(word) || index.words.isSynonymPart(word) || readWord(index, word) !== undefined;
  if (isUsable || numberParts(index, word).length > 1) return word;
  return correctWord(index, word) ?? (isUnfinished ? correctPrefix(index, word) : undefined) ?? word;
}

/** "under 200", "up to 50 euros"; not "under 5 kg". */
function readPriceLimit(
  { language }: ProductIndex,
  typed: readonly string[],
): { length: number; unit: SearchUnit } | undefined {
  for (const words of language.priceLimits) {
    const [amount = "", next = ""] = typed.slice(words.length);
    const begins = words.every((word, at) => typed[at] === word) && isNumber(amount);
    if (!begins || isAmount([amount, next])) continue;
    const length = words.length + (currencyWords.test(next) ? 2 : 1);
    const text = typed.slice(0, length).join(" ");
    const unit = { ...unknown, typed: text, used: text, phrases: [[...words, amount]], isPriceLimit: true };
    return { length, unit };
  }
  return undefined;
}

const currencyWords = /^(eur|euros?|usd|dollars?|gbp|pounds?|chf|francs?|franken)$/;

/** Several words that have a synonym ("power bank"), are also written as one ("iphone 13") or an amount ("250 g"). */
function readPhrase(index: ProductIndex, words: readonly string[]): { length: number; reading: Reading } | undefined {
  for (let length = words.length; length > 1; length--) {
    const phrase = words.slice(0, length);
    const joined = phrase.join("");
    const synonyms = knownSynonyms(index, phrase);
    const isAlsoOne = length === 2 && index.dictionary.has(joined, index.live);
    if (synonyms.length === 0 && !isAlsoOne && !isAmount(phrase)) continue;
    const phrases = [phrase, ...(isAlsoOne ? [[joined]] : [])];
    return { length, reading: { phrases, synonyms, prefixes: [], added: [] } };
  }
  return undefined;
}

/** A word that the shop or its synonyms have, or the beginning of one. */
function readWord(index: ProductIndex, word: string): Reading | undefined {
  const isOwn = isKnown(index, word);
  const parts = word.match(/\d+|\D+/g) ?? [];
  const halves = isAmount(parts) ? [parts] : splitWord(index, word, isOwn ? 3 : 2);
  const synonyms = knownSynonyms(index, [word]);
  const compounds = compoundsOf(index, word);
  const isThere = isOwn || halves.length > 0 || compounds.length > 0;
  if (!isThere && synonyms.length === 0) return readPrefix(index, word);
  return {
    phrases: [[word], ...halves, ...compounds],
    synonyms,
    prefixes: (word.length > 2 && !isNumber(word)) || unspaced.test(word) ? [word] : [],
    added: isThere ? [] : synonyms.map((phrase) => phrase.join(" ")),
  };
}

/** Products whose main noun ends with the word, in languages that join nouns. */
function compoundsOf({ dictionary, language, live }: ProductIndex, word: string): string[][] {
  if (!language.hasCompounds || word.length < shortestPart) return [];
  return dictionary.compoundsOf(language.stemOf(word), maxCompletions, live).map((compound) => [compound]);
}

const shortestPart = 4;

function readPrefix(index: ProductIndex, word: string): Reading | undefined {
  if (isNumber(word) || (word.length < 2 && !unspaced.test(word))) return undefined;
  const { dictionary, words, live, language } = index;
  const stem = language.stemOf(word);
  for (const prefix of stem.length > 3 ? [word, stem] : [word])
    if (dictionary.hasPrefix(prefix, live) || words.hasPrefix(prefix))
      return { phrases: [], synonyms: [], prefixes: [prefix], added: [] };
  return undefined;
}

/** A word that may be unfinished: itself and its most frequent completions. */
function readUnfinished(index: ProductIndex, word: string): Reading {
  const completions = index.dictionary
    .complete(word, maxCompletions, index.live)
    .filter((other) => other !== word)
    .map((other) => [other]);
  const known = readWord(index, word) ?? unknown;
  // Words of a subtitle are searched for but not completed.
  return completions.length > 0 ? { ...known, phrases: [...known.phrases, ...completions], prefixes: [] } : known;
}

const isNumber = (word: string) => /^\d+$/.test(word);

/** "250 g", "128 gb". */
const isAmount = ([amount = "", unit = "", ...others]: readonly string[]) =>
  isNumber(amount) && units.test(unit) && others.length === 0;

const units = /^([kmcn]?[gmlw]|[kmgt]b|m?ah|m?hz|v|oz|lbs?|inch|ft)$/;

const isKnown = ({ dictionary, words, live }: ProductIndex, word: string) =>
  dictionary.has(word, live) || words.has(word);

const knownSynonyms = (index: ProductIndex, phrase: readonly string[]) =>
  index.words.synonymsOf(phrase).filter((synonym) => synonym.every((word) => isKnown(index, word)));

/** Two words written as one, which some product has: `powerbank`, `iphone13`, `128gb`. */
function splitWord(index: ProductIndex, word: string, minLength: number): string[][] {
  const { dictionary, pool, language, live } = index;
  const halves: string[][] = [];
  for (let at = 1; at < word.length; at++) {
    const pair = [word.slice(0, at), word.slice(at)];
    const isAtNumber = /(\d\D|\D\d)/.test(word.slice(at - 1, at + 1));
    if (!isAtNumber && pair.some((half) => half.length < minLength || language.stopWords.has(half))) continue;
    if (!pair.every((half) => dictionary.has(half, live))) continue;
    const matching = pool.empty();
    dictionary.addPhrase(matching, pair, "all", pool);
    if (intersects(matching, live)) halves.push(pair);
  }
  return halves;
}

/** A name and a number written as one that no product has together are searched for one by one: "iphone13". */
function numberParts(index: ProductIndex, word: string): string[] {
  const parts = word.match(/\d+|\D+/g) ?? [];
  return parts.length === 2 && readWord(index, word) === undefined ? parts : [word];
}

/** A unit that nothing is found by, as what describes a thing and the thing, if it joins the two: "wintercoat". */
function splitUnit(index: ProductIndex, unit: SearchUnit): SearchUnit[] {
  const parts = splitCompound(index, unit.used);
  return parts?.map((part) => ({ typed: part, used: part, ...(readWord(index, part) ?? unknown) })) ?? [unit];
}

/**
 * The longest thing that the shop has, behind a known word. Of short or unknown words any word would consist: carpets,
 * eggplant.
 */
function splitCompound(index: ProductIndex, word: string): string[] | undefined {
  const { dictionary, words, live, language } = index;
  const describes = (part: string) =>
    isKnown(index, part) || words.isSynonymPart(part) || language.descriptions.has(part);
  for (let at = shortestPart; at <= word.length - shortestPart; at++) {
    const [description, thing] = [word.slice(0, at), word.slice(at)];
    if (language.stopWords.has(description) || language.stopWords.has(thing) || !describes(description)) continue;
    if (dictionary.isMainNoun(thing, live) || words.has(thing) || knownSynonyms(index, [thing]).length > 0)
      return [description, thing];
  }
  return undefined;
}
