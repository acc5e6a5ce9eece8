import type { BulkChange, PriceRounding } from "#contract/catalogue/bulk-edits.ts";
import { parseMeasure } from "#contract/catalogue/measures.ts";
import type { ProductStatus } from "#contract/catalogue/product-form.ts";
import { toAsciiDigits } from "#contract/formats/digits.ts";
import { type SafetyFields, safetyProblems, toSafety, toSafetyFields } from "#web/catalogue/safety/safety-fields.ts";
import { instantOfInput, isBefore } from "#web/ui/text/shop-time.ts";
import { amountFromText } from "#web/ui/text/typed-amount.ts";

/** The form of a bulk change: texts as typed. */
export interface BulkChangeFields {
  kind: BulkChange["kind"];
  status: ProductStatus;
  publish_at: string;
  unpublish_at: string;
  direction: "increase" | "decrease";
  by: "percent" | "amount";
  value: string;
  rounding: PriceRounding;
  compare_at: "unchanged" | "previous" | "none";
  /** Percent of the compare-at price above the price; empty removes it. */
  above: string;
  units_by: "set" | "add";
  units: string;
  /** Empty for the default of the shop. */
  low_stock_level: string;
  /** Empty for none. */
  measure: string;
  /** Empty for that of brands and types. */
  safety: SafetyFields;
  /** As `safety`. */
  country_of_origin: string;
  action: "add" | "remove";
  category_id: number | null;
  tag_id: string;
  product_type_id: string;
}
export type ChangeErrors = Partial<Record<keyof BulkChangeFields, string>>;

export const noChange: BulkChangeFields = {
  kind: "price",
  status: "active",
  publish_at: "",
  unpublish_at: "",
  direction: "increase",
  by: "percent",
  value: "",
  rounding: "none",
  compare_at: "unchanged",
  above: "",
  units_by: "set",
  units: "",
  low_stock_level: "",
  measure: "",
  safety: toSafetyFields(),
  country_of_origin: "",
  action: "add",
  category_id: null,
  tag_id: "",
  product_type_id: "",
};

type Result = { change: BulkChange } | { errors: ChangeErrors };

/** The change of a filled-in form, or the errors of its fields. */
export const toBulkChange = (fields: BulkChangeFields, currency: string): Result =>
  readers[fields.kind](fields, currency);

const readers: Record<BulkChange["kind"], (fields: BulkChangeFields, currency: string) => Result> = {
  status: ({ status }) => ({ change: { kind: "status", status } }),
  schedule: (fields) => {
    const [publish_at, unpublish_at] = [instantOfInput(fields.publish_at), instantOfInput(fields.unpublish_at)];
    if (!isBefore(fields.publish_at, fields.unpublish_at))
      return { errors: { unpublish_at: "Choose a time after the product is published." } };
    return { change: { kind: "schedule", publish_at, unpublish_at } };
  },
  price: ({ direction, by, value, rounding, compare_at }, currency) => {
    const size = by === "percent" ? basisPoints(value) : amountFromText(value, currency);
    if (size === null || size <= 0) return { errors: { value: by === "percent" ? percentExample : amountExample } };
    if (by === "percent" && direction === "decrease" && size > 10_000)
      return { errors: { value: "Enter at most 100%." } };
    const change = { by, value: direction === "increase" ? size : -size, rounding };
    return { change: { kind: "price", ...change, compare_at } };
  },
  compare_at: ({ above, rounding }) => {
    if (above.trim() === "") return { change: { kind: "compare_at", percent: null, rounding: "none" } };
    const percent = basisPoints(above);
    if (percent === null || percent <= 0) return { errors: { above: percentExample } };
    return { change: { kind: "compare_at", percent, rounding } };
  },
  stock: ({ units_by, units }) => {
    const text = toAsciiDigits(units.trim()).replace("−", "-");
    const isWhole = units_by === "set" ? /^\d{1,6}$/ : /^[+-]?\d{1,6}$/;
    if (!isWhole.test(text)) return { errors: { units: "Enter a whole number, such as 12." } };
    return { change: { kind: "stock", by: units_by, units: Number(text) } };
  },
  low_stock_level: ({ low_stock_level }) => {
    const text = toAsciiDigits(low_stock_level.trim());
    if (!/^\d{0,5}$/.test(text)) return { errors: { low_stock_level: "Enter a whole number, such as 12." } };
    return { change: { kind: "low_stock_level", level: text === "" ? null : Number(text) } };
  },
  measure: ({ measure: typed }) => {
    const text = toAsciiDigits(typed.trim());
    const measure = parseMeasure(text);
    if (text && !measure) return { errors: { measure: "Enter a quantity, such as 500 g or 250 g per 100 g." } };
    return { change: { kind: "measure", measure } };
  },
  safety: ({ safety }) =>
    safetyProblems(safety).length > 0
      ? { errors: { safety: "Enter the name of each company." } }
      : { change: { kind: "safety", safety: toSafety(safety) } },
  country_of_origin: ({ country_of_origin }) => ({
    change: { kind: "country_of_origin", country: country_of_origin || null },
  }),
  category: ({ action, category_id }) =>
    category_id === null
      ? { errors: { category_id: "Select a category." } }
      : { change: { kind: "category", action, category_id } },
  tag: ({ action, tag_id }) =>
    tag_id ? { change: { kind: "tag", action, tag_id: Number(tag_id) } } : { errors: { tag_id: "Select a tag." } },
  type: ({ product_type_id }) =>
    product_type_id
      ? { change: { kind: "type", product_type_id: Number(product_type_id) } }
      : { errors: { product_type_id: "Select a product type." } },
};

const percentExample = "Enter a percentage, such as 10.";
const amountExample = "Enter an amount, such as 5.";

/** "12.5" is 1250; null if it is no percentage of up to 9,999. */
function basisPoints(text: string): number | null {
  const parts = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(toAsciiDigits(text.trim()));
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? "").padEnd(2, "0")) : null;
}
