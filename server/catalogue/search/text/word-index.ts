import { binarySearch } from "#server/catalogue/search/sorted-index.ts";

/** Values by word, found by the word, by its other forms (singular and plural) and by its beginning. */
export class WordIndex<T> {
  readonly #byWord = new Map<string, T>();
  readonly #byStem = new Map<string, T[]>();
  readonly #stemOf: (word: string) => string;
  #sorted: string[] | undefined;
  /** The stems written backwards, for languages with compounds only. */
  #reversed: string[] | undefined;

  constructor(stemOf: (word: string) => string) {
    this.#stemOf = stemOf;
  }

  get(word: string): T | undefined {
    return this.#byWord.get(word);
  }

  getOrCreate(word: string, create: () => T): T {
    const known = this.#byWord.get(word);
    if (known !== undefined) return known;
    const value = create();
    this.#byWord.set(word, value);
    const stem = this.#stemOf(word);
    const forms = this.#byStem.get(stem);
    if (forms) forms.push(value);
    else {
      this.#byStem.set(stem, [value]);
      const backwards = reverse(stem);
      this.#reversed?.splice(this.#firstFrom(this.#reversed, backwards), 0, backwards);
    }
    if (this.#sorted) this.#sorted.splice(this.#firstFrom(this.#sorted, word), 0, word);
    return value;
  }

  /** The values of a word and of its other forms. */
  forms(word: string): readonly T[] {
    return this.#byStem.get(this.#stemOf(word)) ?? [];
  }

  /** The values of words that begin with `prefix`, in the order of the words. */
  startingWith(prefix: string): T[] {
    const sorted = this.#sortedWords();
    const found: T[] = [];
    for (let at = this.#firstFrom(sorted, prefix); sorted[at]?.startsWith(prefix); at++)
      found.push(this.#byWord.get(sorted[at] as string) as T);
    return found;
  }

  /** The values of words whose stem ends with `ending` and is longer by at least three letters. */
  endingWith(ending: string): T[] {
    this.#reversed ??= [...this.#byStem.keys()].map(reverse).sort();
    const [reversed, found] = [this.#reversed, [] as T[]];
    const wanted = reverse(ending);
    for (let at = this.#firstFrom(reversed, wanted); reversed[at]?.startsWith(wanted); at++) {
      const stem = reversed[at] as string;
      if (stem.length >= wanted.length + 3) found.push(...(this.#byStem.get(reverse(stem)) ?? []));
    }
    return found;
  }

  /** Whether some word begins with `prefix`. */
  hasPrefix(prefix: string): boolean {
    const sorted = this.#sortedWords();
    return sorted[this.#firstFrom(sorted, prefix)]?.startsWith(prefix) ?? false;
  }

  words(): IterableIterator<string> {
    return this.#byWord.keys();
  }

  values(): IterableIterator<T> {
    return this.#byWord.values();
  }

  #firstFrom(sorted: readonly string[], word: string) {
    return binarySearch(sorted.length, (at) => (sorted[at] as string) >= word);
  }

  #sortedWords(): string[] {
    this.#sorted ??= [...this.#byWord.keys()].sort();
    return this.#sorted;
  }
}

const reverse = (word: string) => [...word].reverse().join("");
