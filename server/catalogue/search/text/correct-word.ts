import type { ProductIndex } from "#server/catalogue/search/product-index.ts";
import { editDistance, listEdits } from "./spelling.ts";

const maxSimilar = 8;
const minTwoEdits = 8;

/** The most likely known word that an unknown one was meant to be; undefined if there is none. */
export const correctWord = (index: ProductIndex, word: string): string | undefined =>
  findOneEditAway(index, word) ?? findTwoEditsAway(index, word);

function findOneEditAway({ dictionary, words, live, language }: ProductIndex, word: string): string | undefined {
  const { swapped, all } = listEdits(word);
  let best: { word: string; rank: number } | undefined;
  for (const [at, spelling] of all.entries()) {
    const isNamed = words.has(spelling) || words.isSynonymPart(spelling);
    const frequency = dictionary.frequency(spelling, live);
    if ((frequency === 0 && !isNamed) || /^\d+$/.test(spelling) || language.stopWords.has(spelling)) continue;
    const isThing = isNamed || dictionary.isHead(spelling, live);
    // Swapped letters before wrong ones, then things, the same first letter, and the more frequent word.
    const rank =
      (at < swapped ? 4e9 : 0) + (isThing ? 2e9 : 0) + (spelling[0] === word[0] ? 1e9 : 0) + Math.min(frequency, 9e8);
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
