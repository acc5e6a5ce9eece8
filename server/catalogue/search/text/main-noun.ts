import type { SearchLanguage } from "./language.ts";
import { splitPlainText, unspaced } from "./plain-text.ts";

/**
 * The main noun of a name: the last word before punctuation or a connector, numbers aside. "back cover for iphone 14"
 * is about a cover, "apple iphone 14 (128 gb)" about an iphone. Empty if there is none.
 */
export function mainNounOf(name: string, { connectors }: SearchLanguage): string {
  const [main = ""] = name.split(/[,(|;:/[]|\s[-–—]\s/, 1);
  const words = splitPlainText(main);
  const connector = words.findIndex((word, at) => at > 0 && connectors.has(word));
  return (
    (connector > 0 ? words.slice(0, connector) : words).findLast(
      (word) => !/^\p{L}?\d|^\p{L}$/u.test(word) || unspaced.test(word),
    ) ?? ""
  );
}

/** What a category's name says: its words, and its main noun if it names one kind of product rather than several. */
export interface CategoryName {
  words: string[];
  /** Empty if the name lists several, as "TV, audio & cameras" does. */
  mainNoun: string;
}

export function readCategoryName(name: string, language: SearchLanguage): CategoryName {
  const words = splitPlainText(name);
  const listsSeveral = /[,&+/]/.test(name) || words.some((word) => language.separators.has(word));
  return { words, mainNoun: listsSeveral ? "" : mainNounOf(name, language) };
}
