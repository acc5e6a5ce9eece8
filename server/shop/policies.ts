import { type AllSettings, type Policy, type PolicyTranslation, policies } from "#contract/shop/settings.ts";
import { sanitizeRichText } from "#server/platform/rich-text.ts";
import { defaultLanguage, languageOf } from "#words/say.ts";

/** The texts of the policy pages: sanitized HTML, null where there is none. */
type PolicyTexts = Record<Policy, string | null>;
interface WrittenPolicies extends PolicyTexts {
  policy_translations: Record<string, PolicyTranslation>;
}

/** The language (ISO 639) of texts that aren't translations. */
export const firstLanguage = () => languageOf(defaultLanguage().locale);

/**
 * The text of a policy in a language, else in the shop's first one, with its language. A translation in that itself, as of
 * another `SHOP_LOCALE` before, is read only where there is no text.
 */
export function policyIn(
  written: WrittenPolicies,
  policy: Policy,
  language: string,
): { html: string | null; language: string } {
  const [first, original] = [firstLanguage(), written[policy]];
  if (original !== null && language === first) return { html: original, language };
  const translated = written.policy_translations[language]?.[policy];
  return translated ? { html: translated, language } : { html: original, language: first };
}

/**
 * The policies after another language became the shop's first one: its translations become the texts, and the texts
 * translations of the language before. A text without a translation stays, so that its page isn't empty, and is a
 * translation too, so that it isn't lost once it is replaced.
 */
export function exchangePolicies(written: WrittenPolicies, before: string, after: string): WrittenPolicies {
  const { [before]: left, [after]: promoted, ...others } = written.policy_translations;
  const texts = { ...pickPolicies(written), ...promoted } as PolicyTexts;
  const moved = Object.entries(pickPolicies(written)).filter(
    ([policy, html]) => html !== null && html !== promoted?.[policy as Policy],
  );
  const translations = { ...others, [before]: { ...left, ...Object.fromEntries(moved) } };
  return {
    ...texts,
    policy_translations: Object.fromEntries(
      Object.entries(translations).filter(([, translated]) => Object.keys(translated).length > 0),
    ),
  };
}

const pickPolicies = (written: PolicyTexts) =>
  Object.fromEntries(policies.map((policy) => [policy, written[policy]])) as PolicyTexts;

/** Policies with sanitized HTML; one without text shows the template again, and a translation without text the original. */
export const cleanPolicies = (texts: Omit<AllSettings["policies"], "version">) => ({
  ...texts,
  ...(Object.fromEntries(policies.map((policy) => [policy, cleanText(texts[policy])])) as PolicyTexts),
  policy_translations: Object.fromEntries(
    Object.entries(texts.policy_translations).flatMap(([language, translated]) => {
      const cleaned = Object.entries(translated).flatMap(([policy, html]) => {
        const text = cleanText(html ?? null);
        return text === null ? [] : [[policy, text] as const];
      });
      return cleaned.length === 0 ? [] : [[language, Object.fromEntries(cleaned)] as const];
    }),
  ),
  pages: texts.pages.map((page) => ({ ...page, html: sanitizeRichText(page.html) })),
});

const cleanText = (html: string | null) => (html === null ? null : sanitizeRichText(html) || null);
