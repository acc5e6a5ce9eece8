const letters: Record<string, string> = {
  أ: "ا",
  إ: "ا",
  آ: "ا",
  ٱ: "ا",
  ى: "ي",
  ی: "ي",
  ئ: "ي",
  ؤ: "و",
  ة: "ه",
  ہ: "ه",
  ھ: "ه",
  ک: "ك",
  ς: "σ",
};
const otherForms = new RegExp(`[${Object.keys(letters).join("")}]`, "gu");
/** Of Arabic, Persian, Hindi and Thai, from 0. */
const digitForms = "٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९๐๑๒๓๔๕๖๗๘๙";
const digits = new RegExp(`[${digitForms}]`, "g");
/** Accents, vowel points of Arabic and Hebrew, the tatweel and joiners, but not the vowel signs of other scripts. */
const marks =
  /[\u0300-\u036f\u00ad\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u200b-\u200d\u2060\ufeff]/g;

/** Lower case without accents, as `plain_words` of the database, whose unaccent knows more letters. */
export const plainText = (text: string) =>
  text
    .replaceAll(/[™®©℠]/g, " ")
    .normalize("NFKC")
    .replaceAll(otherForms, (letter) => letters[letter] ?? letter)
    .replaceAll(/[\p{Script=Latin}\p{Script=Greek}]/gu, (letter) => letter.normalize("NFKD"))
    .replaceAll(marks, "")
    .toLowerCase()
    .replaceAll("ς", "σ")
    .replaceAll(digits, (digit) => String(digitForms.indexOf(digit) % 10));

/** Words of a text in lower case without accents; apostrophes join. As `words_of` of the database splits. */
export const splitPlainText = (text: string) =>
  text
    .replaceAll(/['’‘ʼʻ׳`]/g, "")
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== "");

/** Letters of scripts without blanks between words, where the beginning of any of them may be in a word. */
export const unspaced = /[\u0e01-\u0edf\u1000-\u109f\u1780-\u17d3\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/;
