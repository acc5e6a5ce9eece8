// Latin letters that Unicode does not decompose into a letter and an accent.
const transliterations: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
};

/** The slug of a name: lower-case letters, digits and `_`, joined by `-`, at most `longest`; empty if it has none. */
export function slugify(text: string, longest = 100): string {
  const plain = text
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, "$1")
    .replace(/[ßæœøđðþłı]/g, (character) => transliterations[character] ?? character)
    .normalize("NFC");
  const parts = plain.replace(/['’]/g, "").match(/[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*/gu) ?? [];
  if (!/[\p{L}\p{N}]/u.test(plain)) return "";
  return [...parts.join("-")].slice(0, longest).join("").replace(/-+$/, "");
}
