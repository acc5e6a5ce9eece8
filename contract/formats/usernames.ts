/** Scripts whose names may not be mixed, except those that are written together. */
const scripts = [
  /\p{sc=Latin}/u,
  /\p{sc=Cyrillic}/u,
  /\p{sc=Greek}/u,
  /\p{sc=Armenian}/u,
  /\p{sc=Georgian}/u,
  /\p{sc=Hebrew}/u,
  /\p{sc=Arabic}/u,
  /\p{sc=Devanagari}/u,
  /\p{sc=Bengali}/u,
  /\p{sc=Tamil}/u,
  /\p{sc=Thai}/u,
  // Japanese, Korean and Chinese use Han characters as well as their own.
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}]/u,
];
/** A letter of an alphabet that is not listed. */
const otherScript = new RegExp(`^(?:${scripts.map(({ source }) => `(?!${source})`).join("")}\\p{L})$`, "u");

// Cyrillic, Greek and Armenian letters that look like Latin ones (Unicode's confusables.txt), in lower case.
const latinLookalikes = /^[аеорсухіїјѕһԁԛԝӏьѵгпоαοντρικυχγωօսոցհլ]+$/u;
// Latin letters that are not used in any language's spelling but look like those that are.
const phoneticLetters = /[\u0250-\u02af\u1d00-\u1dbf\u2c60-\u2c7f\ua720-\ua7ff]/u;
const digitSystems = [/[0-9]/, /[٠-٩]/, /[۰-۹]/, /[०-९]/];

/**
 * Whether a username could pass for another one: letters of several alphabets, letters that all look like Latin ones,
 * compatibility forms such as full-width letters, phonetic letters, or digits of several systems.
 */
export function isLookalike(name: string): boolean {
  const lower = name.toLowerCase();
  const letters = lower.replace(/[^\p{L}]/gu, "");
  return (
    name.normalize("NFKC") !== name.normalize("NFC") ||
    phoneticLetters.test(lower) ||
    countUsed(scripts, letters) + ([...letters].some((letter) => otherScript.test(letter)) ? 1 : 0) > 1 ||
    latinLookalikes.test(letters) ||
    countUsed(digitSystems, name) > 1
  );
}

const countUsed = (patterns: RegExp[], text: string) => patterns.filter((pattern) => pattern.test(text)).length;
