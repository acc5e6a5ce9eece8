import type { FacetLabels, SearchLabels } from "#server/catalogue/search/product-index.sql.ts";
import type { SearchLanguage, SynonymGroup } from "./language.ts";
import { readCategoryName } from "./main-noun.ts";
import { splitPlainText } from "./plain-text.ts";
import { WordIndex } from "./word-index.ts";

interface NamedCategory {
  id: number;
  words: string[];
  mainNoun: string;
}
interface NamedOption {
  id: number;
  words: string[];
  isColor: boolean;
}
type Synonyms = ReadonlyMap<string, readonly string[][]>;

/** The search words of categories and option values, and the synonyms. */
export class CatalogueWords {
  readonly #synonyms: Synonyms;
  readonly #synonymParts: ReadonlySet<string>;
  readonly #stemOf: (word: string) => string;
  readonly #categories: WordIndex<NamedCategory[]>;
  readonly #options: WordIndex<NamedOption[]>;

  constructor({ options, categories, synonyms }: FacetLabels & SearchLabels, language: SearchLanguage) {
    this.#stemOf = language.stemOf;
    this.#categories = new WordIndex(language.stemOf);
    this.#options = new WordIndex(language.stemOf);
    for (const { id, name } of categories) {
      const category = { id, ...readCategoryName(name, language) };
      for (const word of new Set(category.words)) this.#categories.getOrCreate(word, () => []).push(category);
    }
    for (const { id, words, display } of options) {
      const option = { id, words, isColor: display === "swatch" };
      for (const word of new Set(words)) this.#options.getOrCreate(word, () => []).push(option);
    }
    this.#synonyms = bySearchText([...language.synonyms, ...synonyms], language.stemOf);
    this.#synonymParts = new Set([...this.#synonyms.keys()].flatMap((key) => key.split(" ")));
  }

  /** The synonyms of a phrase, each as its words. */
  synonymsOf(phrase: readonly string[]): readonly string[][] {
    return this.#synonyms.get(phrase.map(this.#stemOf).join(" ")) ?? [];
  }

  /** Whether a word or phrase with synonyms has the word, in any form. */
  isSynonymPart(word: string): boolean {
    return this.#synonymParts.has(this.#stemOf(word));
  }

  /** Whether a category or option value has the word, in any form. */
  has(word: string): boolean {
    return this.#categories.forms(word).length > 0 || this.#options.forms(word).length > 0;
  }

  hasPrefix(prefix: string): boolean {
    return this.#categories.hasPrefix(prefix);
  }

  /** Categories whose name has all these words: those named by one noun, and those that list several. */
  categoriesNamed(phrase: readonly string[]): { single: number[]; several: number[]; mainNoun: number[] } {
    const found = havingAll(this.#categories, phrase);
    if (found.length === 0) return { single: [], several: [], mainNoun: [] };
    const stems = new Set(phrase.map(this.#stemOf));
    return {
      single: found.filter(({ mainNoun }) => mainNoun !== "").map(({ id }) => id),
      several: found.filter(({ mainNoun }) => mainNoun === "").map(({ id }) => id),
      mainNoun: found
        .filter(({ mainNoun }) => mainNoun !== "" && stems.has(this.#stemOf(mainNoun)))
        .map(({ id }) => id),
    };
  }

  categoriesStartingWith(prefix: string): number[] {
    return this.#categories.startingWith(prefix).flatMap((named) => named.map(({ id }) => id));
  }

  /** Option values called so. Of colors one word is enough: "blue" finds "Light blue". */
  optionsNamed(phrase: readonly string[]): number[] {
    return havingAll(this.#options, phrase)
      .filter(({ words, isColor }) => isColor || words.length === phrase.length)
      .map(({ id }) => id);
  }
}

function havingAll<T>(words: WordIndex<T[]>, phrase: readonly string[]): T[] {
  const [first = [], ...others] = phrase.map((word) => words.forms(word).flat());
  if (first.length === 0) return first;
  return [...new Set(first)].filter((named) => others.every((other) => other.includes(named)));
}

/** What each word or phrase of the groups also finds. */
function bySearchText(groups: readonly SynonymGroup[], stemOf: (word: string) => string): Synonyms {
  const found = new Map<string, string[][]>();
  for (const { words, includes } of groups)
    for (const word of words) {
      const key = splitPlainText(word).map(stemOf).join(" ");
      const others = [...words.filter((other) => other !== word), ...includes].map(splitPlainText);
      const isOther = (phrase: string[]) => phrase.length > 0 && phrase.map(stemOf).join(" ") !== key;
      if (key !== "") found.set(key, [...(found.get(key) ?? []), ...others.filter(isOther)]);
    }
  return found;
}
