/**
 * Translations. English texts are in the code and are the keys of the catalogs in this folder (docs/decisions/0013). A
 * browser has one language, which is module state; a server has that of the request or email it works on.
 */

import { formatNumber } from "./numbers.ts";

/** A text, or its plural forms: `{ one: "1 Produkt", other: "{n} Produkte" }`. */
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
/** Translations by English text; plural texts by the English plural. */
export type Messages = Record<string, Message>;
export interface Language {
  /** For prices, dates and numbers (BCP 47). */
  locale: string;
  /** Of the texts: the locale, or English without translations. */
  language: string;
  messages: Messages;
}
type Values = Record<string, string | number>;

const rightToLeft = ["ar", "fa", "he", "ur"];
/** The language of a locale (BCP 47) with its translations. Without translations texts stay English. */
export const toLanguage = (locale: string, messages: Messages | undefined): Language => ({
  locale,
  language: messages ? locale : "en",
  messages: messages ?? {},
});

let main = toLanguage("en", undefined);
let current = () => main;

/** Sets the language of this browser, or the default one of this server. */
export const setLanguage = (locale: string, messages: Messages | undefined) =>
  void (main = toLanguage(locale, messages));

/** Makes all texts be in the language that `find` returns, or in the default one. */
export const provideLanguage = (find: () => Language | undefined) => void (current = () => find() ?? main);

/** The default language of this server. */
export const defaultLanguage = () => main;
/** The language of the texts now. */
export const currentLanguage = () => current();
/** The locale for prices, dates and numbers. */
export const shopLocale = () => current().locale;
/** The language of the texts, for the `lang` of documents. */
export const shopLanguage = () => current().language;
export const direction = () => (rightToLeft.includes(languageOf(shopLanguage())) ? "rtl" : "ltr");
/** `de` of `de-AT`. */
export const languageOf = (of: string) => of.split("-")[0] as string;

/**
 * A text in the current language: `say("Remove {name}", { name })`. Texts without translation stay English. Numbers are
 * inserted as they are, such as order numbers; use `formatShopNumber` or `sayCount` for quantities.
 */
export function say(text: string, values?: Values): string {
  const known = current().messages[text];
  return fillPlaceholders(typeof known === "string" ? known : text, values);
}

/** A text that depends on a number, `{n}`: `sayCount("1 product", "{n} products", total)`. */
export function sayCount(one: string, many: string, n: number, values?: Values): string {
  const { messages, language } = current();
  const forms = messages[many];
  const known = typeof forms === "object" ? (forms[rules(language).select(n)] ?? forms.other) : undefined;
  return fillPlaceholders(known ?? (n === 1 ? one : many), { n: formatShopNumber(n), ...values });
}

/** Marks a text that is translated later by `say(text)`, for constants created before the language is known. */
export const text = <T extends string>(english: T): T => english;

/** A translated text split at its placeholders, to insert elements: every other piece is the name of a placeholder. */
export const splitMessage = (english: string): string[] => say(english).split(/\{(\w+)\}/);

/** Fills the placeholders of a translated text. A value that ends with a period ("1. Dez.") ends the sentence too. */
export const fillPlaceholders = (message: string, values: Values = {}) =>
  message.replace(/\{(\w+)\}(\.?)/g, (placeholder, name: string, period: string) => {
    const value = String((Object.hasOwn(values, name) ? values[name] : undefined) ?? placeholder);
    return value.endsWith(".") ? value : value + period;
  });

/** Formats a number for the current locale with at most one decimal; 0.14 as "percent" is "14%". */
export function formatShopNumber(value: number, style: "decimal" | "percent" = "decimal"): string {
  // Rounds the decimal digits, as binary fractions are inexact; very small numbers have an exponent already.
  const [digits, exponent = 0] = String(Math.abs(value)).split("e");
  const tenths = Math.round(Number(`${digits}e${Number(exponent) + (style === "percent" ? 3 : 1)}`));
  return formatNumber(shopLocale(), style, `${value < 0 && tenths ? "-" : ""}${tenths / 10}`);
}

const pluralRules = new Map<string, Intl.PluralRules>();
function rules(language: string): Intl.PluralRules {
  const one = pluralRules.get(language) ?? new Intl.PluralRules(language);
  pluralRules.set(language, one);
  return one;
}
