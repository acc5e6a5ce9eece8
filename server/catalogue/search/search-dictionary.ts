import { type Bitmap, type BitmapPool, intersectInto } from "./bitmap.ts";
import { PositionSet } from "./position-set.ts";
import { binarySearch } from "./sorted-index.ts";

/** Matches products that have one of these words, or with `isPrefix` a word that begins with one of them. */
export interface SearchTerm {
  words: string[];
  isPrefix: boolean;
}
/** A word of the dictionary for one spelling of a typed word. */
export interface SpellingMatch {
  word: string;
  /** The word is the spelling, rather than beginning with it. */
  isExact: boolean;
  products: number;
  /** The index of the spelling among those given, from 1. */
  place: number;
}

interface ProductWords {
  /** Words of its name, brand, tags and categories. */
  primary: readonly string[];
  /** Words of its type and subtitle. */
  secondary: readonly string[];
  /** The first word of its name. */
  first: string;
}
interface WordEntry {
  word: string;
  /** Occurs in a name, brand, tag or category. */
  isPrimary: boolean;
  /** Products with this word. */
  positions: PositionSet;
  /** Products whose name begins with it. */
  firstIn: PositionSet | undefined;
}

/** The search words of the products on sale, each with the positions of its products. */
export class SearchDictionary {
  readonly #entries = new Map<string, WordEntry>();
  #sorted: WordEntry[] | undefined;
  #byTrigram: Map<string, WordEntry[]> | undefined;

  /** Adds the words of a product whose position is above all added before. */
  add(position: number, { primary, secondary, first }: ProductWords) {
    for (const word of primary) this.#getOrCreate(word).isPrimary = true;
    for (const word of new Set([...primary, ...secondary])) this.#getOrCreate(word).positions.add(position);
    if (first === "") return;
    const entry = this.#getOrCreate(first);
    entry.firstIn ??= new PositionSet();
    entry.firstIn.add(position);
  }

  /** Removes positions that don't match every term. `words` are the indexes of the only non-zero words, if known. */
  filter(bitmap: Bitmap, terms: readonly SearchTerm[], pool: BitmapPool, words?: number[]) {
    for (const term of terms) {
      const matching = pool.empty();
      for (const word of term.words)
        for (const entry of term.isPrefix ? this.#startingWith(word) : [this.#entries.get(word)])
          entry?.positions.addTo(matching);
      intersectInto(bitmap, matching, words);
    }
  }

  /** Adds products whose name begins with a word that starts with `prefix`. */
  addByFirstWord(bitmap: Bitmap, prefix: string) {
    for (const { firstIn } of this.#startingWith(prefix)) firstIn?.addTo(bitmap);
  }

  /** Whether some product in `live` has a word that starts with `prefix`. */
  hasPrefix(prefix: string, live: Bitmap): boolean {
    return this.#startingWith(prefix).some(({ positions }) => positions.intersects(live));
  }

  /** The most frequent primary words of products in `live` that start with `prefix`, itself first. */
  complete(prefix: string, limit: number, live: Bitmap): string[] {
    const rank = ({ word, positions }: WordEntry) => (word === prefix ? Number.POSITIVE_INFINITY : positions.size);
    const best: WordEntry[] = [];
    for (const entry of this.#startingWith(prefix)) {
      const last = best[limit - 1];
      if (!entry.isPrimary || (last && rank(last) >= rank(entry)) || !entry.positions.intersects(live)) continue;
      const place = binarySearch(best.length, (at) => rank(best[at] as WordEntry) < rank(entry));
      best.splice(place, 0, entry);
      best.length = Math.min(best.length, limit);
    }
    return best.map(({ word }) => word);
  }

  /** For each of these spellings of `word`, the most frequent word that is it or starts with it. */
  findSpellings(word: string, spellings: readonly string[], live: Bitmap): SpellingMatch[] {
    const sorted = this.#sortedEntries();
    // A spelling starts like the word, so the ranges of its prefixes are shared.
    const ranges: Range[] = [{ from: 0, to: sorted.length }];
    for (let end = 1; end <= word.length; end++) ranges.push(this.#rangeOf(word.slice(0, end), ranges[end - 1]));
    return spellings.flatMap((spelling, at) => {
      let shared = 0;
      while (shared < word.length && spelling[shared] === word[shared]) shared++;
      const { from, to } = this.#rangeOf(spelling, ranges[shared]);
      if (from === to) return [];
      const [found] = sorted[from]?.word === spelling ? [sorted[from]] : sorted.slice(from, to).sort(byFrequency);
      if (!found?.positions.intersects(live)) return [];
      return { word: found.word, isExact: found.word === spelling, products: found.positions.size, place: at + 1 };
    });
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
      if (similarity >= threshold && entry.positions.intersects(live)) matches.push({ entry, similarity });
    }
    matches.sort((one, other) => other.similarity - one.similarity || byFrequency(one.entry, other.entry));
    return matches.slice(0, limit).map(({ entry }) => entry.word);
  }

  #getOrCreate(word: string): WordEntry {
    const known = this.#entries.get(word);
    if (known) return known;
    const entry: WordEntry = { word, isPrimary: false, positions: new PositionSet(), firstIn: undefined };
    this.#entries.set(word, entry);
    this.#sorted?.splice(this.#rangeOf(word).from, 0, entry);
    if (this.#byTrigram) addTrigrams(this.#byTrigram, entry);
    return entry;
  }

  #trigramIndex() {
    if (this.#byTrigram) return this.#byTrigram;
    this.#byTrigram = new Map();
    for (const entry of this.#entries.values()) addTrigrams(this.#byTrigram, entry);
    return this.#byTrigram;
  }

  #sortedEntries() {
    this.#sorted ??= [...this.#entries.values()].sort((one, other) => (one.word < other.word ? -1 : 1));
    return this.#sorted;
  }

  #startingWith(prefix: string): WordEntry[] {
    const { from, to } = this.#rangeOf(prefix);
    return this.#sortedEntries().slice(from, to);
  }

  /** The entries, or those of a range of them, that start with `prefix`. */
  #rangeOf(prefix: string, within?: Range): Range {
    const sorted = this.#sortedEntries();
    const { from, to } = within ?? { from: 0, to: sorted.length };
    const wordAt = (at: number) => (sorted[from + at] as WordEntry).word;
    const first = binarySearch(to - from, (at) => wordAt(at) >= prefix);
    if (first === to - from || !wordAt(first).startsWith(prefix)) return { from: from + first, to: from + first };
    const end = binarySearch(to - from, (at) => at > first && !wordAt(at).startsWith(prefix));
    return { from: from + first, to: from + end };
  }
}

interface Range {
  from: number;
  to: number;
}

const byFrequency = (one: WordEntry, other: WordEntry) => other.positions.size - one.positions.size;

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
