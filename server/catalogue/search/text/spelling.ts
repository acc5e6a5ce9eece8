import type { ProductIndex } from "#server/catalogue/search/product-index.ts";

const maxSimilar = 8;
const minTwoEdits = 8;

/** The most likely known word that an unknown one was meant to be; undefined if there is none. */
export const correctWord = (index: ProductIndex, word: string): string | undefined =>
  findOneEditAway(index, word) ??
  findWithOtherVowels(index, word) ??
  findTwoEditsAway(index, word) ??
  findWithOtherFirst(index, word);

/** "c" and "k" sound alike: the word with the other one first, itself or one edit away, as in "kofee". */
function findWithOtherFirst(index: ProductIndex, word: string): string | undefined {
  const other = { c: "k", k: "c" }[word[0] ?? ""];
  if (!other || word.length < minOtherFirst) return undefined;
  const spelling = other + word.slice(1);
  const isThere = index.dictionary.has(spelling, index.live) || index.words.has(spelling);
  return isThere ? spelling : findOneEditAway(index, spelling);
}

const minOtherFirst = 5;

/** "i" and "y" sound alike and are often confused: the word with two of them replaced, as in "bycicle". */
function findWithOtherVowels({ dictionary, words, live }: ProductIndex, word: string): string | undefined {
  const characters = [...word];
  const places = characters.flatMap((character, at) => (character === "i" || character === "y" ? [at] : []));
  if (word.length < minOtherVowels || places.length > maxOtherVowels) return undefined;
  const replaced = (...at: number[]) =>
    characters.map((character, here) => (at.includes(here) ? (character === "i" ? "y" : "i") : character)).join("");
  const spellings = places.flatMap((one, at) => places.slice(at + 1).map((other) => replaced(one, other)));
  return spellings.find((spelling) => dictionary.has(spelling, live) || words.has(spelling));
}

const minOtherVowels = 5;
const maxOtherVowels = 6;

function findOneEditAway({ dictionary, words, live, language }: ProductIndex, word: string): string | undefined {
  const { swapped, all } = listEdits(word);
  let best: { word: string; rank: number } | undefined;
  for (const [at, spelling] of all.entries()) {
    const isNamed = words.has(spelling) || words.isSynonymPart(spelling);
    const frequency = dictionary.frequency(spelling, live);
    if ((frequency === 0 && !isNamed) || /^\d+$/.test(spelling) || language.stopWords.has(spelling)) continue;
    const isNoun = isNamed || dictionary.isMainNoun(spelling, live);
    // Swapped letters before wrong ones, then main nouns, the same first letter, the more frequent word, one as it is
    // written in the shop before its stem, and one that has all letters typed.
    const rank =
      (at < swapped ? 4e9 : 0) +
      (isNoun ? 2e9 : 0) +
      (spelling[0] === word[0] ? 1e9 : 0) +
      Math.min(frequency, 9e8) +
      (dictionary.isWritten(spelling, live) ? 0.5 : 0) +
      (spelling.length > word.length ? 0.25 : 0);
    if (!best || rank > best.rank) best = { word: spelling, rank };
  }
  return best?.word;
}

/** For long words only: short ones are too similar to each other. */
function findTwoEditsAway({ dictionary, live }: ProductIndex, word: string): string | undefined {
  if (word.length < minTwoEdits) return undefined;
  const similar = dictionary.findSimilar(word, 0.3, maxSimilar, live);
  return similar.find((other) => other[0] === word[0] && editDistance(word, other) <= 2);
}

/** The beginning of a word with a typing error, completed. */
export function correctPrefix({ dictionary, live }: ProductIndex, word: string): string | undefined {
  if (word.length < 3) return undefined;
  for (const spelling of listEdits(word).all) {
    // Much of the word has to be missing: otherwise it is another word with two errors.
    const completion = dictionary.complete(spelling, 1, live).find((other) => other.length > word.length + 1);
    if (completion) return completion;
  }
  return undefined;
}

const alphabet = [..."abcdefghijklmnopqrstuvwxyz"];
const maxWordLength = 24;

/**
 * Spellings one edit away from a word: the first `swapped` of them have two letters swapped, the others one letter
 * removed, added or replaced. Short words become other words too easily ("lego" a leg): in those of up to four letters
 * none is replaced and only a doubled one removed, in those of up to six the first is not replaced.
 */
export function listEdits(word: string): { swapped: number; all: string[] } {
  const characters = [...word];
  if (characters.length < 3 || characters.length > maxWordLength) return { swapped: 0, all: [] };
  // Hundreds are built, so each is joined from two prepared parts.
  const starts = [0, ...characters.keys()].map((_, at) => characters.slice(0, at).join(""));
  const ends = [0, ...characters.keys()].map((_, at) => characters.slice(at).join(""));
  const without = (at: number, count: number, put = "") => `${starts[at]}${put}${ends[at + count]}`;
  const swaps = characters.slice(1).map((character, at) => without(at, 2, `${character}${characters[at]}`));
  const all = new Set(swaps.filter((spelling) => spelling !== word));
  const swapped = all.size;
  for (const [at, character] of characters.entries())
    if (characters.length > 4 || (characters.length > 3 && character === characters[at - 1])) all.add(without(at, 1));
  const firstReplaced = characters.length > 6 ? 0 : 1;
  if (characters.length > 4)
    for (const character of alphabet)
      for (let at = firstReplaced; at < characters.length; at++) all.add(without(at, 1, character));
  for (const character of alphabet) for (let at = 0; at <= characters.length; at++) all.add(without(at, 0, character));
  all.delete(word);
  return { swapped, all: [...all] };
}

/** The number of edits between two words: a letter replaced, missing, added, or two neighbors swapped. */
export function editDistance(one: string, other: string): number {
  const a = [...one];
  const b = [...other];
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const wrong = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const edits = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + wrong);
      rows[i]?.push(swapped ? Math.min(edits, at(i - 2, j - 2) + 1) : edits);
    }
  }
  return at(a.length, b.length);
}
