/**
 * Legal forms and words between names, which people write, leave out or abbreviate as they like. Without dots, accents and
 * umlauts.
 */
const forms = new Set(
  `ab ag ad ae and as asbl aps bt bv bvba co company cv dd dac doo di e eg ek ent es et eood epe eu eurl gesellschaft gesmbh
  gmbh haftung haftungsbeschrankt ike inc is kb kft kg kgaa lda limitada limited llc llp ltd mbh mit beschrankter nv nyrt oe
  og ohg oo ood ou oy oyj plc sa sapa sarl sas sasu sc sca scs sia sl slu snc soc societa societe spol spolka spa sp sprl sr
  sro srl srls the ua uab ug und unipessoal v vof vzw y z zoo zrt αε εε επε ικε οε`.split(/\s+/),
);
/** Letters that aren't a letter with an accent. */
const letters: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ς: "σ" };

/**
 * Whether the name that a buyer entered can be the registered one: the words of one are all in the other, or both are the
 * same but for spaces. Case, accents, punctuation and legal forms don't count.
 */
export function resemblesCompany(entered: string, registered: string): boolean {
  const [one, other] = [wordsOf(entered), wordsOf(registered)];
  if (one.length === 0 || other.length === 0) return false;
  const [few, many] = one.length < other.length ? [one, other] : [other, one];
  return few.every((word) => many.includes(word)) || one.join("") === other.join("");
}

/** The words of a name; with its legal forms only if there are no others. */
function wordsOf(name: string): string[] {
  const all = name
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøłđðþς]/g, (letter) => letters[letter] ?? letter)
    .replace(/(?<=[\p{L}\p{N}])[.'’/](?=[\p{L}\p{N}])/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const named = all.filter((word) => !forms.has(word) && !forms.has(withoutUmlauts(word)));
  return (named.length > 0 ? named : all).map(withoutUmlauts);
}

/** Umlauts are also written as two letters. */
const withoutUmlauts = (word: string) => word.replace(/([aou])e/g, "$1");
