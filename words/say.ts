/**
 * What the shop says, in its language. English stands in the code and is its own key; every other language is a catalogue
 * beside this file (docs/decisions/0013). A shop speaks one language at a time, so which one it is is kept here.
 */

import { formatNumber } from "./numbers.ts";

/** A text, or its forms by number: `{ one: "1 Produkt", other: "{n} Produkte" }`. */
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
/** The English text, and what is said in its place. What depends on a number stands under the English of many. */
export type Messages = Record<string, Message>;
type Values = Record<string, string | number>;

const rightToLeft = ["ar", "fa", "he", "ur"];
let spoken: { locale: string; language: string; words: Messages } = { locale: "en", language: "en", words: {} };

/** From now on texts are of this locale (BCP 47). Without words for its language they stay English. */
export function setLanguage(locale: string, words: Messages | undefined) {
  spoken = { locale, language: words ? locale : "en", words: words ?? {} };
}

/** What `work` says is English, whatever the shop speaks: for what can't be shown in its letters. */
export function inEnglish<T>(work: () => T): T {
  const before = spoken;
  setLanguage("en", undefined);
  try {
    return work();
  } finally {
    spoken = before;
  }
}

/** The locale for prices, dates and numbers. */
export const shopLocale = () => spoken.locale;
/** The language of the texts, for the document. */
export const shopLanguage = () => spoken.language;
export const direction = () => (rightToLeft.includes(languageOf(spoken.language)) ? "rtl" : "ltr");
/** `de` of `de-AT`. */
export const languageOf = (of: string) => of.split("-")[0] as string;

/**
 * A text in the shop's language: `say("Remove {name}", { name })`. What is in no catalogue is said as it is. A number in a gap
 * is written as it is, for most are names, as that of an order; how much or how many is for `formatShopNumber` and `sayCount`.
 */
export function say(text: string, values?: Values): string {
  const known = spoken.words[text];
  return fillGaps(typeof known === "string" ? known : text, values);
}

/** The same for a text that depends on a number, `{n}` in it: `sayCount("1 product", "{n} products", total)`. */
export function sayCount(one: string, many: string, n: number, values?: Values): string {
  const forms = spoken.words[many];
  const known = typeof forms === "object" ? (forms[rules(spoken.language).select(n)] ?? forms.other) : undefined;
  return fillGaps(known ?? (n === 1 ? one : many), { n: formatShopNumber(n), ...values });
}

/** Marks a text that is said later, by `say(text)`: tables of words are made before the language is known. */
export const text = <T extends string>(english: T): T => english;

/** A text in pieces, for those who put more than words into its gaps: every other piece is the name of a gap. */
export const splitMessage = (english: string): string[] => say(english).split(/\{(\w+)\}/);

/** A text that is in its language already, with its gaps filled. */
export const fillGaps = (said: string, values?: Values) =>
  values ? said.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap)) : said;

/** A number as people of the shop's locale write it, with at most one digit after the point; 0.14 as "percent" is "14%". */
export function formatShopNumber(value: number, style: "decimal" | "percent" = "decimal"): string {
  // By its digits, as 1.005 is none of a computer's numbers; those too small for them have an exponent of their own.
  const [digits, exponent = 0] = String(Math.abs(value)).split("e");
  const tenths = Math.round(Number(`${digits}e${Number(exponent) + (style === "percent" ? 3 : 1)}`));
  return formatNumber(spoken.locale, style, `${value < 0 && tenths ? "-" : ""}${tenths / 10}`);
}

const made = new Map<string, Intl.PluralRules>();
function rules(language: string): Intl.PluralRules {
  const one = made.get(language) ?? new Intl.PluralRules(language);
  made.set(language, one);
  return one;
}
