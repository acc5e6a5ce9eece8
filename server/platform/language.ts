import { AsyncLocalStorage } from "node:async_hooks";
import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import { currentLanguage, type Language, languageOf, type Messages, provideLanguage, toLanguage } from "#words/say.ts";

const storage = new AsyncLocalStorage<Language | undefined>();
provideLanguage(() => storage.getStore());

/** Runs `work`, and all it awaits, in a language; undefined is the default language of the shop. */
export const inLanguage = <T>(language: Language | undefined, work: () => T): T => storage.run(language, work);

let others: readonly Language[] = [];
/** The languages besides the default one that customers can choose. */
export const otherLanguages = () => others;
export const setOtherLanguages = (languages: readonly Language[]) => void (others = languages);

/** Runs `work` in the language of an order or account; in the default one if customers can't choose its language. */
export const inLanguageOf = <T>({ language }: { language: string | null }, work: () => T): T =>
  inLanguage(
    others.find(({ locale }) => languageOf(locale) === language),
    work,
  );

/** Distinguishes what is cached by language; empty for the default one. */
export function languageKey(): string {
  const language = storage.getStore();
  return language ? `${language.locale} ` : "";
}

/** The headers that choose the language of a response. */
export const varyByLanguage = "accept-language, cookie";

const folder = new URL("../../words/", import.meta.url);
/** The languages the shop's texts are in (ISO 639). English ones are in the code. */
export const translatedLanguages: ReadonlySet<string> = new Set(
  readdirSync(folder).flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -".json".length)] : [])),
);

/** Reads the language of a locale, without texts if the shop has none in it. */
export function loadLanguage(locale: string): Language {
  const language = languageOf(locale);
  const hasTexts = language !== "en" && translatedLanguages.has(language);
  const read = () => JSON.parse(readFileSync(new URL(`${language}.json`, folder), "utf8")) as Messages;
  return toLanguage(locale, hasTexts ? read() : undefined);
}

// Zod's own messages, where the contract has none.
const zodLocales = z.locales as Record<string, typeof z.locales.en | undefined>;
const zodMessages = new Map<string, ReturnType<typeof z.locales.en>["localeError"]>();
z.config({
  localeError: (issue) => {
    const language = languageOf(currentLanguage().language);
    const messages = zodMessages.get(language) ?? (zodLocales[language] ?? z.locales.en)().localeError;
    zodMessages.set(language, messages);
    return messages(issue);
  },
});
