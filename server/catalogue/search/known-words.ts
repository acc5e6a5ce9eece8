import type { App } from "#server/platform/app.ts";
import {
  completions,
  type Mend,
  type TypedWord,
  typedWords,
  wordsAlike,
  wordsSpelled,
} from "./dictionary-oracle.fixture.ts";
import { talliesOf } from "./search.ts";
import type { Tally } from "./product-index.ts";

/** What search knows of the shop's words. */
export interface Vocabulary {
  /** The words of a text as search sees them, and whether the shop knows them. */
  typed(text: string): Promise<TypedWord[]>;
  /** The commonest words of names that begin so, itself first. */
  completions(word: string, limit: number): Promise<string[]>;
  /** For each of these spellings of a word the commonest word that is so or begins so, as far as there is one. */
  spelled(word: string, spellings: string[]): Promise<Mend[]>;
  /** Words made of much the same three-letter pieces, most alike first. */
  alike(word: string, threshold: number): Promise<string[]>;
}

const mostTyped = 8;
const mostAlike = 8;

/** The words of the shop: as this process remembers them, else as the database has them. */
export async function vocabulary(app: Pick<App, "db" | "bus">): Promise<Vocabulary> {
  const tally = await talliesOf(app).now();
  const asked = askedOf(app.db);
  return tally ? remembered(tally, asked) : asked;
}

const askedOf = (db: App["db"]): Vocabulary => ({
  typed: (text) => typedWords(db, text),
  completions: (word, limit) => completions(db, word, limit),
  spelled: (_, spellings) => wordsSpelled(db, spellings),
  alike: (word, threshold) => wordsAlike(db, word, threshold),
});

function remembered({ lexicon, live }: Tally, asked: Vocabulary): Vocabulary {
  return {
    typed: async (text) => {
      // What is not plain English letters is made plain by the database, as the words themselves were.
      if (!/^[ -~]*$/.test(text)) return asked.typed(text);
      const words = text
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .filter((part) => part !== "");
      return words.slice(0, mostTyped).map((word) => ({ word, begins: lexicon.knows(word, live) }));
    },
    completions: async (begin, limit) => lexicon.completions(begin, limit, live),
    spelled: async (word, spellings) => lexicon.spelled(word, spellings, live),
    alike: async (word, threshold) => lexicon.alike(word, threshold, mostAlike, live),
  };
}
