import { z } from "zod";
import { Country } from "#contract/endpoint.ts";

/** Who answers for the safety of a product: a maker, or who represents it in the EU. */
export const SafetyContact = z.object({
  name: z.string().trim().min(1, "Name required").max(200),
  /** The postal address, in lines. */
  address: z.string().trim().max(500),
  /** An email address or a URL. */
  contact: z.string().trim().max(300),
  country: Country.nullable(),
});
export type SafetyContact = z.infer<typeof SafetyContact>;

/** What regulation (EU) 2023/988 (product safety), article 19, asks to be shown with an offer. */
export const ProductSafety = z.object({
  manufacturer: SafetyContact.nullable(),
  /** Needed if the manufacturer isn't established in the EU. */
  responsible_person: SafetyContact.nullable(),
  /** Warnings and safety information, as plain text. */
  warnings: z.string().trim().max(5000).nullable(),
});
export type ProductSafety = z.infer<typeof ProductSafety>;

/** Nothing is said. */
export const noSafety: ProductSafety = { manufacturer: null, responsible_person: null, warnings: null };
