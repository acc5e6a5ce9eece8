import { toAsciiDigits } from "#contract/formats/digits.ts";
import { euCountries } from "#contract/formats/european-union.ts";

/** The prefixes of VAT IDs by country. Monaco counts as France. */
const prefixes = new Map([
  ...euCountries.map((code) => [code, code === "GR" ? "EL" : code] as const),
  ["MC", "FR"] as const,
]);

/**
 * Postal codes of member states where the VAT directive doesn't apply (article 6), by their beginning: Canary Islands,
 * Ceuta and Melilla; Livigno and Campione d'Italia; Büsingen and Heligoland; Mount Athos; Åland; overseas departments and
 * collectivities of France, which also have country codes of their own.
 */
export const outsideVat: Record<string, RegExp> = {
  ES: /^(35|38|51|52)/,
  IT: /^(23041|22061)$/,
  DE: /^(78266|27498)$/,
  GR: /^6308[67]$/,
  FI: /^22/,
  FR: /^(97|98[4-8])/,
};

/** A place, as far as it decides who may tax a delivery. */
export interface VatPlace {
  country: string;
  postalCode?: string | null | undefined;
}

const bareCode = (code: string | null | undefined) =>
  toAsciiDigits(code ?? "")
    .replace(/[\s-]/g, "")
    .replace(/^[A-Z]{1,2}(?=\d)/i, "");

/** Whether a place belongs to a member state but not to the territory of the EU's VAT. */
export const isOutsideVatTerritory = ({ country, postalCode }: VatPlace): boolean =>
  outsideVat[country]?.test(bareCode(postalCode)) ?? false;

/**
 * The prefix of VAT IDs of the member state that goods delivered to a place arrive in: EL for Greece, XI for Northern
 * Ireland, FR for Monaco. Null outside the territory of the EU's VAT.
 */
export function memberStateOf(place: VatPlace): string | null {
  const { country, postalCode } = place;
  if (country === "GB") return /^BT\d/i.test((postalCode ?? "").trim()) ? "XI" : null;
  return isOutsideVatTerritory(place) ? null : (prefixes.get(country) ?? null);
}

/** The country of the VAT IDs with a prefix: GR for EL, GB for XI. */
export const countryOfPrefix = (prefix: string): string => ({ EL: "GR", XI: "GB" })[prefix] ?? prefix;

/** Whether VAT IDs with this prefix are those of a member state, or of Northern Ireland. */
export const isMemberPrefix = (prefix: string): boolean => prefix === "XI" || [...prefixes.values()].includes(prefix);
