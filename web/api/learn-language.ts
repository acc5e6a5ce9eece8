import { languageOf, speak, type Words } from "#words/say.ts";

const catalogues: Record<string, () => Promise<{ default: Words }>> = {
  ar: () => import("#words/ar.json"),
  de: () => import("#words/de.json"),
};

/**
 * Makes the browser speak as the document does, by its `lang` and `data-locale`. Undefined when nothing has to be
 * fetched for that; else it is done when the promise is. Words that can't be fetched leave the page in English.
 */
export function learnLanguage(): Promise<void> | undefined {
  const { lang, dataset } = document.documentElement;
  const locale = dataset.locale ?? lang;
  const catalogue = catalogues[languageOf(lang)];
  if (!catalogue) return void speak(locale, undefined);
  return catalogue().then(
    (words) => speak(locale, words.default),
    () => speak(locale, undefined),
  );
}
