import { type Bitmap, type BitmapPool, intersectInto } from "#server/catalogue/search/bitmap.ts";
import { PositionSet } from "#server/catalogue/search/position-set.ts";
import { binarySearch } from "#server/catalogue/search/sorted-index.ts";
import { WordIndex } from "./word-index.ts";

/** The search words of one product. */
export interface ProductWords {
  /** Words of its name, brand and tags. */
  primary: readonly string[];
  /** Words of its type and subtitle. */
  secondary: readonly string[];
  /** The main noun of its name: `cap` of "Pavilion Cap"; empty if unknown. */
  mainNoun: string;
}
interface WordEntry {
  word: string;
  /** Products with this word in name, brand or tags. */
  primary: PositionSet;
  /** Products with this word elsewhere only. */
  secondary: PositionSet;
  /** Products with this main noun. */
  mainNoun: PositionSet | undefined;
}
/** Where words are looked for: in the name, brand and tags, or also in the type and subtitle. */
export type WordScope = "primary" | "all";

/** The search words of the products on sale, each with the positions of its products. */
export class SearchDictionary {
  readonly #words: WordIndex<WordEntry>;
  #byTrigram: Map<string, WordEntry[]> | undefined;

  constructor(stemOf: (word: string) => string) {
    this.#words = new WordIndex(stemOf);
  }

  /** Adds the words of a product whose position is above all added before. */
  add(position: number, { primary, secondary, mainNoun }: ProductWords) {
    const names = new Set(primary);
    for (const word of names) this.#getOrCreate(word).primary.add(position);
    for (const word of new Set(secondary)) if (!names.has(word)) this.#getOrCreate(word).secondary.add(position);
    if (mainNoun === "") return;
    const entry = this.#getOrCreate(mainNoun);
    entry.mainNoun ??= new PositionSet();
    entry.mainNoun.add(position);
  }

  /** Adds products that have every one of these words, in any form, to `bitmap`. */
  addPhrase(bitmap: Bitmap, phrase: readonly string[], scope: WordScope, pool: BitmapPool) {
    const [first = "", ...others] = phrase;
    if (others.length === 0) return this.#addForms(bitmap, first, scope);
    const matching = pool.empty();
    this.#addForms(matching, first, scope);
    for (const word of others) {
      const next = pool.empty();
      this.#addForms(next, word, scope);
      intersectInto(matching, next);
    }
    for (let at = 0; at < bitmap.length; at++) bitmap[at] = (bitmap[at] as number) | (matching[at] as number);
  }

  /** Adds products that have a word beginning with `prefix`. */
  addPrefix(bitmap: Bitmap, prefix: string, scope: WordScope) {
    for (const entry of this.#words.startingWith(prefix)) addEntry(bitmap, entry, scope);
  }

  /** Adds products with this main noun. */
  addByMainNoun(bitmap: Bitmap, word: string) {
    for (const { mainNoun } of this.#words.forms(word)) mainNoun?.addTo(bitmap);
  }

  /** Whether some product in `live` has the word, in any form. */
  has(word: string, live: Bitmap): boolean {
    return this.#words.forms(word).some((entry) => isIn(entry, live));
  }

  /** Whether some product in `live` has the word as it is written here. */
  isWritten(word: string, live: Bitmap): boolean {
    const entry = this.#words.get(word);
    return entry !== undefined && isIn(entry, live);
  }

  /** Whether some product in `live` has a word that begins with `prefix`. */
  hasPrefix(prefix: string, live: Bitmap): boolean {
    return this.#words.hasPrefix(prefix) && this.#words.startingWith(prefix).some((entry) => isIn(entry, live));
  }

  /** Whether some product in `live` has this main noun. */
  isMainNoun(word: string, live: Bitmap): boolean {
    return this.#words.forms(word).some(({ mainNoun }) => mainNoun?.intersects(live) ?? false);
  }

  /**
   * The most frequent words in names of products in `live` that are compounds with this one: Esstisch, of Tisch. Not
   * adjectives, which have a form in -es: praktisches.
   */
  compoundsOf(stem: string, limit: number, live: Bitmap): string[] {
    return this.#words
      .endingWith(stem)
      .filter(({ word, primary }) => primary.intersects(live) && !this.#isAdjective(word))
      .sort((one, other) => frequencyOf(other) - frequencyOf(one))
      .slice(0, limit)
      .map(({ word }) => word);
  }

  /** How many products have the word, in any form; 0 if none in `live` has. */
  frequency(word: string, live: Bitmap): number {
    const forms = this.#words.forms(word).filter((entry) => isIn(entry, live));
    return forms.reduce((sum, entry) => sum + frequencyOf(entry), 0);
  }

  /** Whether the name, brand or a tag of some product in `live` has the word, in any form. */
  isInName(word: string, live: Bitmap): boolean {
    return this.#words.forms(word).some(({ primary }) => primary.intersects(live));
  }

  /** The most frequent primary words of products in `live` that begin with `prefix`, itself first. */
  complete(prefix: string, limit: number, live: Bitmap): string[] {
    const rank = ({ word, primary }: WordEntry) => (word === prefix ? Number.POSITIVE_INFINITY : primary.size);
    const best: WordEntry[] = [];
    for (const entry of this.#words.startingWith(prefix)) {
      const last = best[limit - 1];
      if ((last && rank(last) >= rank(entry)) || !entry.primary.intersects(live)) continue;
      const place = binarySearch(best.length, (at) => rank(best[at] as WordEntry) < rank(entry));
      best.splice(place, 0, entry);
      best.length = Math.min(best.length, limit);
    }
    return best.map(({ word }) => word);
  }

  /** Words of similar trigrams, most similar first, as `similarity` of PostgreSQL's pg_trgm computes it. */
  findSimilar(word: string, threshold: number, limit: number, live: Bitmap): string[] {
    const trigrams = trigramsOf(word);
    const byTrigram = this.#trigramIndex();
    const sharedCount = new Map<WordEntry, number>();
    for (const trigram of trigrams)
      for (const entry of byTrigram.get(trigram) ?? []) sharedCount.set(entry, (sharedCount.get(entry) ?? 0) + 1);
    const matches: { entry: WordEntry; similarity: number }[] = [];
    for (const [entry, shared] of sharedCount) {
      if (shared < threshold * trigrams.size) continue;
      const similarity = shared / (trigrams.size + trigramsOf(entry.word).size - shared);
      if (similarity >= threshold && isIn(entry, live)) matches.push({ entry, similarity });
    }
    matches.sort(
      (one, other) => other.similarity - one.similarity || frequencyOf(other.entry) - frequencyOf(one.entry),
    );
    return matches.slice(0, limit).map(({ entry }) => entry.word);
  }

  #isAdjective(word: string) {
    return word.endsWith("es") || this.#words.get(`${word.replace(/e[mnr]?$/, "")}es`) !== undefined;
  }

  #addForms(bitmap: Bitmap, word: string, scope: WordScope) {
    for (const entry of this.#words.forms(word)) addEntry(bitmap, entry, scope);
  }

  #getOrCreate(word: string): WordEntry {
    return this.#words.getOrCreate(word, () => {
      const entry = { word, primary: new PositionSet(), secondary: new PositionSet(), mainNoun: undefined };
      if (this.#byTrigram) addTrigrams(this.#byTrigram, entry);
      return entry;
    });
  }

  #trigramIndex() {
    if (this.#byTrigram) return this.#byTrigram;
    this.#byTrigram = new Map();
    for (const entry of this.#words.values()) addTrigrams(this.#byTrigram, entry);
    return this.#byTrigram;
  }
}

function addEntry(bitmap: Bitmap, { primary, secondary }: WordEntry, scope: WordScope) {
  primary.addTo(bitmap);
  if (scope === "all") secondary.addTo(bitmap);
}

const isIn = ({ primary, secondary }: WordEntry, live: Bitmap) =>
  primary.intersects(live) || secondary.intersects(live);
const frequencyOf = ({ primary, secondary }: WordEntry) => primary.size + secondary.size;

/** Three-letter pieces of a word, padded with two blanks before it and one after. */
function trigramsOf(word: string): Set<string> {
  const characters = [" ", " ", ...word, " "];
  return new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join("")));
}

function addTrigrams(byTrigram: Map<string, WordEntry[]>, entry: WordEntry) {
  for (const trigram of trigramsOf(entry.word)) {
    const known = byTrigram.get(trigram);
    if (known) known.push(entry);
    else byTrigram.set(trigram, [entry]);
  }
}
