import type { App } from "#server/platform/app.ts";
import { type Vocabulary, vocabulary } from "./known-words.ts";
import type { Term } from "./search-dictionary.ts";
import { distance, edits } from "./spelling.ts";

const longestText = 100;
const completed = 12;

export interface Understood {
  /** The words as they were typed. */
  typed: string[];
  /** The words the shop has for them. */
  words: string[];
  /** What every product has to be found by; undefined when nothing can be found. */
  terms: Term[] | undefined;
  /** The text as it was understood, when a word had to be mended or left out. */
  didYouMean: string | null;
}

/**
 * Makes sense of whatever was typed: known words stay, misspelled ones are mended, the rest is left out. `typing` says
 * that the last word may be unfinished and only its commonest completions matter.
 */
export async function understand(
  app: Pick<App, "db" | "bus">,
  text: string,
  { typing = false } = {},
): Promise<Understood> {
  // PostgreSQL's text has no NUL.
  const cut = [...text.replaceAll("\0", " ").trim()].slice(0, longestText).join("");
  const known = await vocabulary(app);
  const typed = cut ? await known.typed(cut) : [];
  const mended = await Promise.all(typed.map((word) => (word.begins ? word.word : mend(known, word.word))));
  const words = mended.filter((word) => word !== undefined);
  const same = mended.every((word, at) => word === typed[at]?.word);
  return {
    typed: typed.map(({ word }) => word),
    words,
    terms: words.length > 0 ? await termsOf(known, words, typing && typed.at(-1)?.word === words.at(-1)) : undefined,
    didYouMean: same || words.length === 0 ? null : words.join(" "),
  };
}

/** All words must be found; each may be the beginning of a longer one unless it is very short. */
async function termsOf(known: Vocabulary, words: string[], typing: boolean): Promise<Term[]> {
  const last = words.at(-1) ?? "";
  const ends = typing ? await known.completions(last, completed) : [];
  const terms = words.map((word): Term => ({ words: [word], begins: word.length > 2 || word === last }));
  if (ends.length > 0) terms.splice(-1, 1, { words: ends, begins: false });
  return terms;
}

const mend = async (known: Vocabulary, word: string): Promise<string | undefined> =>
  (await oneEditAway(known, word)) ?? (await alike(known, word));

async function oneEditAway(known: Vocabulary, word: string): Promise<string | undefined> {
  const { swapped, all } = edits(word);
  if (all.length === 0) return undefined;
  const hits = await known.spelled(word, all);
  const better = (hit: (typeof hits)[number]) =>
    // A finished word before a beginning, swapped letters before wrong ones, then the commoner word.
    (hit.exact ? 2e12 : 0) + (hit.place <= swapped ? 1e12 : 0) + hit.products;
  return hits.toSorted((one, other) => better(other) - better(one))[0]?.word;
}

async function alike(known: Vocabulary, word: string): Promise<string | undefined> {
  const length = [...word].length;
  if (length < 5) return undefined;
  const near = await known.alike(word, length < 7 ? 0.4 : 0.3);
  const allowed = Math.max(2, Math.floor(length / 4));
  return near.find((other) => distance(word, other) <= allowed);
}
