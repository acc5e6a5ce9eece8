import type { House } from "#server/platform/house.ts";
import {
  allWords,
  completions,
  type KnownWord,
  type Mend,
  type TypedWord,
  typedWords,
  wordsSpelled,
} from "./search-words.sql.ts";

/** What search knows of the shop's words. */
export interface Vocabulary {
  /** The words of a text as search sees them, and whether the shop knows them. */
  typed(text: string): Promise<TypedWord[]>;
  /** The commonest words that begin so, itself first. */
  completions(word: string, limit: number): Promise<string[]>;
  /** For each of these spellings the commonest word that is so or begins so, as far as there is one. */
  spelled(edits: string[]): Promise<Mend[]>;
}

/** Above this many words the database is asked. */
const mostWords = 30_000;
const mostTyped = 8;
const bytesPerWord = 700;

/** The words of a shop in memory, as long as they are not too many, and as long as nothing changes. */
export async function vocabulary({ db, reads }: Pick<House, "db" | "reads">): Promise<Vocabulary> {
  const asked: Vocabulary = {
    typed: (text) => typedWords(db, text),
    completions: (word, limit) => completions(db, word, limit),
    spelled: (edits) => wordsSpelled(db, edits),
  };
  const { value } = await reads.read("catalogue: the words", async (hear) => {
    hear("catalogue");
    const words = await allWords(db, mostWords);
    return { value: words ? remembered(words, asked) : asked, bytes: 1 + bytesPerWord * (words?.length ?? 0) };
  });
  return value;
}

/** `words` come in order of their letters. */
function remembered(words: KnownWord[], asked: Vocabulary): Vocabulary {
  const best = new Map<string, KnownWord>();
  const keep = (begin: string, word: KnownWord) => {
    const known = best.get(begin);
    const isExact = known?.word === begin;
    if (word.word === begin || !known || (!isExact && word.products > known.products)) best.set(begin, word);
  };
  for (const word of words) for (let end = 1; end <= word.word.length; end++) keep(word.word.slice(0, end), word);
  return {
    typed: async (text) => {
      // What is not plain English letters is made plain by the database, as the words themselves were.
      if (!/^[ -~]*$/.test(text)) return asked.typed(text);
      const parts = text
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .filter((part) => part !== "");
      return parts
        .slice(0, mostTyped)
        .map((word) => ({ word, exact: best.get(word)?.word === word, begins: best.has(word) }));
    },
    completions: async (begin, limit) => {
      const found: KnownWord[] = [];
      for (let at = firstFrom(words, begin); words[at]?.word.startsWith(begin); at++)
        found.push(words[at] as KnownWord);
      const exactFirst = (word: KnownWord) => (word.word === begin ? 1 : 0);
      found.sort((one, other) => exactFirst(other) - exactFirst(one) || other.products - one.products);
      return found.slice(0, limit).map(({ word }) => word);
    },
    spelled: async (edits) =>
      edits.flatMap((edit, at) => {
        const known = best.get(edit);
        return known ? [{ ...known, exact: known.word === edit, place: at + 1 }] : [];
      }),
  };
}

/** The place of the first word that is not before `begin`. */
function firstFrom(words: KnownWord[], begin: string) {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.word ?? "") < begin) low = middle + 1;
    else high = middle;
  }
  return low;
}
