import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { plainText } from "./plain-text.ts";

const Words = z.array(z.string().transform(plainText)).default([]);

/** Words that mean the same. `includes` are also found by them, but not the other way round. */
export const SynonymGroup = z.object({ words: Words, includes: Words });
export type SynonymGroup = z.infer<typeof SynonymGroup>;

const LanguageFile = z.object({
  /** Left out of a search that has other words. */
  stop_words: Words,
  /** What follows one of them in a name says what the product is for or made of. */
  connectors: Words,
  /** Words between the nouns of a category's name. */
  separators: Words,
  /** Nouns of products made for other products: a phone comes before its case. */
  accessories: Words,
  /** Irregular plurals with their singular. */
  plurals: z.record(z.string(), z.string()).default({}),
  /** What often describes a thing in one word with it, known also where no product has it: wintercoat. */
  descriptions: Words,
  /** What an amount follows that a price may not exceed: "under 200". */
  price_limits: Words,
  synonyms: z.array(SynonymGroup).default([]),
});

/** What search knows of a language. Words are in lower case without accents. */
export interface SearchLanguage {
  code: string;
  /** Whether nouns are joined to one word, whose last part is the main noun: an Esstisch is a Tisch. */
  hasCompounds: boolean;
  stopWords: ReadonlySet<string>;
  connectors: ReadonlySet<string>;
  separators: ReadonlySet<string>;
  /** By their stem. */
  accessories: ReadonlySet<string>;
  descriptions: ReadonlySet<string>;
  /** Each as its words. */
  priceLimits: readonly string[][];
  synonyms: readonly SynonymGroup[];
  /** The form that singular and plural share; it need not be a word. */
  stemOf: (word: string) => string;
}

const loaded = new Map<string, SearchLanguage>();

/** The search words of a language from the folder `languages`; English without such a file. */
export function getSearchLanguage(code: string): SearchLanguage {
  const known = loaded.get(code);
  if (known) return known;
  const language = readLanguage(code);
  loaded.set(code, language);
  return language;
}

const compounding = new Set(["de"]);
const stemmers: Record<string, (word: string) => string> = { en: stemEnglish, de: stemGerman, ar: stemArabic };

function readLanguage(code: string): SearchLanguage {
  const file = new URL(`./languages/${code}.json`, import.meta.url);
  if (!existsSync(file)) return { ...getSearchLanguage("en"), code };
  const { plurals, ...words } = LanguageFile.parse(JSON.parse(readFileSync(file, "utf8")));
  const singulars = new Map(Object.entries(plurals));
  const stem = stemmers[code] ?? ((word: string) => word);
  const stemOf = (word: string) => stem(singulars.get(word) ?? word);
  return {
    code,
    hasCompounds: compounding.has(code),
    stopWords: new Set(words.stop_words),
    connectors: new Set(words.connectors),
    separators: new Set(words.separators),
    accessories: new Set(words.accessories.map(stemOf)),
    descriptions: new Set(words.descriptions),
    priceLimits: words.price_limits.map((limit) => limit.split(" ")),
    synonyms: words.synonyms,
    stemOf,
  };
}

/** Plurals of English nouns: watches, berries, cookies, shoes. */
function stemEnglish(word: string): string {
  if (word.length > 4 && /[^aeiou]ies?$/.test(word)) return word.replace(/ies?$/, "y");
  if (word.length < 4 || !word.endsWith("s") || /(ss|us|is)$/.test(word)) return word;
  return /(ch|sh|ss|x|zz)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** Endings of German nouns and adjectives: Hemd, Hemden; Hose, Hosen; blau, blaue. */
function stemGerman(word: string): string {
  if (word.length === 4) return word.replace(/e$/, "");
  return word.length < 5 ? word : word.replace(/(?<=^.{3,})(ern|em|en|er|es|e|n|s)$/, "");
}

/** The Arabic article, and the endings of regular plurals and of the feminine. */
function stemArabic(word: string): string {
  return word.replace(/^و?ال(?=.{3})/, "").replace(/(?<=^.{3,})(ات|ون|ين|ه)$/, "");
}
