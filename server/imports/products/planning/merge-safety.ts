import { isDeepStrictEqual } from "node:util";
import { noSafety, type ProductSafety, type SafetyContact } from "#contract/catalogue/product-safety.ts";
import type { SaidContact, SaidSafety } from "#server/imports/products/product-draft.ts";

/**
 * The safety data of a product itself, once its file is imported; undefined if it says nothing that is new. `own` is what the
 * product has, `inherited` what it shows of its brand or type: what the file only repeats of these stays theirs.
 */
export function mergeSafety(
  said: SaidSafety,
  own: ProductSafety = noSafety,
  inherited: ProductSafety = noSafety,
): ProductSafety | undefined {
  const contact = (part: "manufacturer" | "responsible_person") => mergeContact(said[part], own[part], inherited[part]);
  const isInherited = own.warnings === null && said.warnings === inherited.warnings;
  const merged = {
    manufacturer: contact("manufacturer"),
    responsible_person: contact("responsible_person"),
    warnings: isInherited ? null : (said.warnings ?? own.warnings),
  };
  return isDeepStrictEqual(merged, { ...noSafety, ...own }) ? undefined : merged;
}

/** Cells complete the contact of the same name; another one has nothing of the one before. */
function mergeContact(
  said: SaidContact | null | undefined,
  own: SafetyContact | null,
  inherited: SafetyContact | null,
) {
  if (!said) return own;
  if (own && isSameName(own, said)) return { ...own, ...said };
  if (!inherited || !isSameName(inherited, said)) return { address: "", contact: "", country: null, ...said };
  const completed = { ...inherited, ...said };
  return isDeepStrictEqual(completed, inherited) ? null : completed;
}

const isSameName = (one: { name: string }, other: { name: string }) =>
  one.name.toLowerCase() === other.name.toLowerCase();

/** What products of a brand and a type show without data of their own. */
export const inheritSafety = (
  brand: ProductSafety | null | undefined,
  type: ProductSafety | null | undefined,
): ProductSafety => ({
  manufacturer: brand?.manufacturer ?? type?.manufacturer ?? null,
  responsible_person: brand?.responsible_person ?? type?.responsible_person ?? null,
  warnings: brand?.warnings ?? type?.warnings ?? null,
});
