// Latin letters that do not fall apart into a letter and an accent.
const spelled: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i" };

/**
 * The address part of a name: small letters, digits and '_' of any script, joined by '-' and cut to `longest` characters; ''
 * when nothing is left.
 */
export function slugify(text: string, longest = 100): string {
  const plain = text
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, "$1")
    .replace(/[ßæœøđðþłı]/g, (letter) => spelled[letter] ?? letter)
    .normalize("NFC");
  const parts = plain.replace(/['’]/g, "").match(/[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*/gu) ?? [];
  if (!/[\p{L}\p{N}]/u.test(plain)) return "";
  return [...parts.join("-")].slice(0, longest).join("").replace(/-+$/, "");
}
