import { noSafety, type ProductSafety, type SafetyContact } from "#contract/catalogue/product-safety.ts";

export interface ContactFields {
  name: string;
  address: string;
  contact: string;
  country: string;
}
/** The form values of safety data. */
export interface SafetyFields {
  manufacturer: ContactFields;
  responsible_person: ContactFields;
  warnings: string;
}
export type SafetyField = "warnings" | `${"manufacturer" | "responsible_person"}.${keyof ContactFields}`;

const toContactFields = (contact: SafetyContact | null): ContactFields => ({
  name: contact?.name ?? "",
  address: contact?.address ?? "",
  contact: contact?.contact ?? "",
  country: contact?.country ?? "",
});

export const toSafetyFields = (safety: ProductSafety | null = null): SafetyFields => ({
  manufacturer: toContactFields((safety ?? noSafety).manufacturer),
  responsible_person: toContactFields((safety ?? noSafety).responsible_person),
  warnings: safety?.warnings ?? "",
});

/** The safety data of form values; null if nothing is entered. */
export function toSafety({ manufacturer, responsible_person, warnings }: SafetyFields): ProductSafety | null {
  const safety = {
    manufacturer: toContact(manufacturer),
    responsible_person: toContact(responsible_person),
    warnings: warnings.trim() || null,
  };
  return Object.values(safety).every((part) => part === null) ? null : safety;
}

function toContact({ name, address, contact, country }: ContactFields): SafetyContact | null {
  const texts = { name: name.trim(), address: address.trim(), contact: contact.trim() };
  const isEmpty = Object.values(texts).every((text) => text === "");
  return isEmpty ? null : { ...texts, country: country || null };
}

/** The fields of a contact without a name, which have to have one. */
export const safetyProblems = (fields: SafetyFields): [field: SafetyField, message: string][] =>
  (["manufacturer", "responsible_person"] as const).flatMap((part): [SafetyField, string][] =>
    toContact(fields[part])?.name === "" ? [[`${part}.name`, "Name required"]] : [],
  );

/** Safety data in a line. */
export function safetyText(fields: SafetyFields): string {
  const contacts = [fields.manufacturer, fields.responsible_person].map(({ name }) => name.trim());
  return [...contacts, fields.warnings.trim()].filter(Boolean).join("; ") || "none";
}
