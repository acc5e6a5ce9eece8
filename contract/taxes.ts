import { z } from "zod";
import { Country, Id, Instant, Version } from "./endpoint.ts";
import { resource } from "./resources/resource.ts";

export const TaxClassForm = z.object({
  name: z.string("Name required").trim().min(1, "Name required").max(60),
  /** Applies to products without a class of their own: exactly one class is the default. */
  is_default: z.boolean().default(false),
});
export const TaxClass = z.object({ id: z.int(), name: z.string(), is_default: z.boolean(), version: z.int() });
export type TaxClass = z.infer<typeof TaxClass>;

const Day = z.iso.date();
const TaxRateFields = z.object({
  tax_class_id: Id,
  country: Country,
  /** The state or province it is limited to, by its short code such as ON; null for the whole country. */
  region: z.string().trim().toUpperCase().min(1).max(10).nullable().default(null),
  /** The prefix of postal codes it is limited to; null for all. The longest matching prefix wins, then the region. */
  postal_prefix: z.string().trim().min(1).max(15).nullable().default(null),
  name: z.string("Name required").trim().min(1, "Name required").max(60),
  /** Parts per million: 210000 is 21%, 88750 is 8.875%. */
  rate_ppm: z.int().min(0).max(1_000_000),
  /** Whether it applies to shipping; used for the default class only. */
  includes_shipping: z.boolean().default(true),
  /** Whether it is added to the regular rate and charged on the price with that tax: 500 and then 1000 is 15.5%. */
  compound: z.boolean().default(false),
  /** Whether it is charged beside the regular rate, on the same price: 5% and 9.975% are 14.975%, each shown by its name. */
  additional: z.boolean().default(false),
  /** First and last day of validity; null for no limit. */
  valid_from: Day.nullable().default(null),
  valid_to: Day.nullable().default(null),
});
const isOneWay = ({ compound, additional }: { compound: boolean; additional: boolean }) => !(compound && additional);
const oneWay = { path: ["additional"] };
export const TaxRateForm = TaxRateFields.refine(isOneWay, oneWay);
export type TaxRateForm = z.infer<typeof TaxRateForm>;
export const TaxRate = TaxRateFields.extend({ id: z.int(), version: z.int() });
export type TaxRate = z.infer<typeof TaxRate>;

/** What the VAT ID of a buyer means for the tax; `message` is shown to the shopper. */
export const VatIdCheck = z.object({
  vat_id: z.string(),
  state: z.enum(["confirmed", "invalid", "unavailable", "not_cross_border"]),
  message: z.string(),
});
export type VatIdCheck = z.infer<typeof VatIdCheck>;

/** The proof of why a business in another member state of the EU is charged no VAT. */
export const ReverseCharge = z.object({
  vat_id: z.string(),
  /** The shop's own, for which it was checked. */
  seller_vat_id: z.string(),
  /** As the register has it; null where the member state doesn't say. */
  name: z.string().nullable(),
  consultation_number: z.string().nullable(),
  checked_at: Instant,
  /** Goods that are shipped are exempt by article 138 of Directive 2006/112/EC, of services the buyer owes the VAT (article 196). */
  supplies: z.array(z.enum(["goods", "services"])),
  /** The variations that are services, in an order of both. */
  services: z.array(z.int()).optional(),
});
export type ReverseCharge = z.infer<typeof ReverseCharge>;

const version = z.object({ version: Version });

const taxClass = resource("tax_class", ["settings"]);
const taxRate = resource("tax_rate", ["settings"]);

export const taxesApi = {
  "GET /tax/classes": taxClass.alsoFor("catalogue").list("List tax classes.", TaxClass),
  "GET /tax/classes/export": taxClass.export("Download tax classes as CSV."),
  "POST /tax/classes": taxClass.create("Create a tax class.", TaxClassForm, TaxClass, ["name_taken"]),
  "PUT /tax/classes/:id": taxClass.update(
    "Update a tax class, or make it the default.",
    TaxClassForm.extend(version.shape),
    TaxClass,
    ["stale", "name_taken", "in_use"],
  ),
  "DELETE /tax/classes/:id": taxClass.delete("Delete a tax class that no product, type or rate uses.", ["in_use"]),
  "GET /tax/rates": taxRate.list("List tax rates, by country.", TaxRate, {
    query: z.object({ country: Country.optional() }),
  }),
  "GET /tax/rates/export": taxRate.export("Download tax rates as CSV, by country."),
  "POST /tax/rates": taxRate.create("Create a tax rate.", TaxRateForm, TaxRate, ["not_found", "tax_rate_taken"]),
  "PUT /tax/rates/:id": taxRate.update(
    "Update a tax rate. Placed orders keep theirs.",
    TaxRateFields.extend(version.shape).refine(isOneWay, oneWay),
    TaxRate,
    ["stale", "tax_rate_taken"],
  ),
  "DELETE /tax/rates/:id": taxRate.delete("Delete a tax rate."),
};
