import { checkVAT, countries } from "jsvat";
import { fieldProblem, type Problem } from "#server/platform/http/problem.ts";
import { text } from "#words/say.ts";

/** A VAT ID as tax authorities write it: the prefix (EL for Greece, XI for Northern Ireland) and the number after it. */
export interface VatId {
  prefix: string;
  number: string;
}

const longest = 20;

/** Reads a VAT ID without regard to case, spaces, dots and hyphens; undefined for what can't be one. */
export function parseVatId(typed: string | null | undefined): VatId | undefined {
  if (typeof typed !== "string" || typed.length > 2 * longest) return undefined;
  const [, prefix, number] = /^([A-Z]{2})([A-Z0-9+*]{2,18})$/.exec(typed.replace(/[\s.-]/g, "").toUpperCase()) ?? [];
  return prefix && number ? { prefix: prefix === "GR" ? "EL" : prefix, number } : undefined;
}

/** A VAT ID in one piece, such as DE123456788. */
export const writeVatId = ({ prefix, number }: VatId): string => prefix + number;

/**
 * Whether a VAT ID has the format and the check digits of its country; true for countries whose rules aren't known.
 * It can still be one that nobody has: only the tax authority knows.
 */
export function isPossibleVatId({ prefix, number }: VatId): boolean {
  // Numbers of Northern Ireland are British ones.
  const { isSupportedCountry, isValid } = checkVAT(`${prefix === "XI" ? "GB" : prefix}${number}`, countries);
  return isValid || !isSupportedCountry || (newNumbers[prefix]?.(number) ?? false);
}

/** Numbers that member states began to give after the last release of jsvat. */
const newNumbers: Record<string, (number: string) => boolean> = {
  // Since 2023 they also begin with 1.
  BE: (number) => /^1\d{9}$/.test(number) && 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8)),
  // Since 2023 they also begin with 6, whose check letter follows a rule that isn't published.
  CY: (number) => /^6\d{7}[A-Z]$/.test(number),
  // Personal codes since 2017 begin with 32 and have no date of birth.
  LV: (number) => /^32\d{9}$/.test(number),
};

/** Throws a problem of `field` for a VAT ID that the rules of its country exclude. Null and empty ones pass. */
export function assertVatId(typed: string | null | undefined, field = "vat_id"): void {
  if (typed?.trim() && !isPossible(typed)) throw vatIdProblem(field);
}

interface VatAddress {
  company?: string | null | undefined;
  vat_id?: string | null | undefined;
}

/** The VAT ID of an address; without a company it is nobody's. Addresses saved before can be so. */
export const companyVatId = (address: VatAddress | undefined): string | null =>
  (address?.company?.trim() && address.vat_id) || null;

/** Throws for an address, at `field`, with a wrong VAT ID, and with one but without a company. */
export function assertCompanyVatId(address: VatAddress | null | undefined, field = ""): void {
  assertVatId(address?.vat_id, `${field}vat_id`);
  assertVatCompany(address, field);
}

/** Throws for an address, at `field`, with a VAT ID but without a company. */
export function assertVatCompany(address: VatAddress | null | undefined, field = ""): void {
  if (address?.vat_id?.trim() && !companyVatId(address))
    throw fieldProblem(`${field}company`, "required", text("Enter the company that the VAT ID belongs to."));
}

function isPossible(typed: string): boolean {
  const id = parseVatId(typed);
  return id !== undefined && isPossibleVatId(id);
}

const vatIdProblem = (field: string): Problem =>
  fieldProblem(field, "invalid", text("Check the VAT ID: a digit or letter is wrong."));
