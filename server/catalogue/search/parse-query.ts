import type { App } from "#server/platform/app.ts";
import { splitIntoWords } from "./product-index.sql.ts";
import type { ProductIndex } from "./product-index.ts";
import type { SearchTerm } from "./search-dictionary.ts";
import { editDistance, listEdits } from "./spelling.ts";

const maxTextLength = 100;
const maxWords = 8;
const maxCompletions = 12;
const maxSimilar = 8;

export interface ParsedQuery {
  /** The words as typed. */
  typed: string[];
  /** The words after correction. */
  words: string[];
  /** Products must match all of them; undefined if nothing can match. */
  terms: SearchTerm[] | undefined;
  /** The corrected text if a word was corrected or left out. */
  didYouMean: string | null;
}

/**
 * Turns typed text into search terms: misspelled words are corrected, unknown ones left out. With `isTyping` the last
 * word may be unfinished and stands for its most frequent completions. Reads the first 100 characters and 8 words.
 */
export async function parseQuery(
  db: App["db"],
  index: ProductIndex,
  text: string,
  { isTyping = false } = {},
): Promise<ParsedQuery> {
  // PostgreSQL's text type cannot hold NUL.
  const cut = [...text.replaceAll("\0", " ").trim()].slice(0, maxTextLength).join("");
  const typed = cut ? await wordsOf(db, cut) : [];
  const corrected = typed.map((word) => correctWord(index, word));
  const words = corrected.filter((word) => word !== undefined);
  const isCorrected = corrected.some((word, at) => word !== typed[at]);
  const isCompleting = isTyping && typed.at(-1) === words.at(-1);
  return {
    typed,
    words,
    terms: words.length > 0 ? termsOf(index, words, isCompleting) : undefined,
    didYouMean: isCorrected && words.length > 0 ? words.join(" ") : null,
  };
}

/** The search words of a text. Only text other than ASCII needs the database. */
async function wordsOf(db: App["db"], text: string): Promise<string[]> {
  const words = /^[ -~]*$/.test(text)
    ? text
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .filter((word) => word !== "")
    : await splitIntoWords(db, text);
  return words.slice(0, maxWords);
}

/** Each word also matches longer ones, unless it is very short. */
function termsOf({ dictionary, live }: ProductIndex, words: string[], isCompleting: boolean): SearchTerm[] {
  const last = words.at(-1) ?? "";
  const completions = isCompleting ? dictionary.complete(last, maxCompletions, live) : [];
  const terms = words.map((word): SearchTerm => ({ words: [word], isPrefix: word.length > 2 || word === last }));
  if (completions.length > 0) terms.splice(-1, 1, { words: completions, isPrefix: false });
  return terms;
}

/** The word if it is known, otherwise the most likely correction; undefined if there is none. */
function correctWord(index: ProductIndex, word: string): string | undefined {
  if (index.dictionary.hasPrefix(word, index.live)) return word;
  return findOneEditAway(index, word) ?? findSimilarWord(index, word);
}

function findOneEditAway({ dictionary, live }: ProductIndex, word: string): string | undefined {
  const { swapped, all } = listEdits(word);
  if (all.length === 0) return undefined;
  const matches = dictionary.findSpellings(word, all, live);
  const rank = ({ isExact, place, products }: (typeof matches)[number]) =>
    // A whole word before a prefix, swapped letters before wrong ones, then the more frequent word.
    (isExact ? 2e12 : 0) + (place <= swapped ? 1e12 : 0) + products;
  return matches.toSorted((one, other) => rank(other) - rank(one))[0]?.word;
}

function findSimilarWord({ dictionary, live }: ProductIndex, word: string): string | undefined {
  const length = [...word].length;
  if (length < 5) return undefined;
  const similar = dictionary.findSimilar(word, length < 7 ? 0.4 : 0.3, maxSimilar, live);
  const maxDistance = Math.max(2, Math.floor(length / 4));
  return similar.find((other) => editDistance(word, other) <= maxDistance);
}
