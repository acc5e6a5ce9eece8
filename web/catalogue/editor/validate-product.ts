import type { FieldErrors, FieldPath } from "react-hook-form";
import { set } from "react-hook-form";
import { attributeProblems } from "#contract/catalogue/attributes.ts";
import { parseMeasure } from "#contract/catalogue/measures.ts";
import type { ProductType } from "#contract/catalogue/product-types.ts";
import { minorDigits } from "#contract/formats/currency-decimals.ts";
import { toAsciiDigits } from "#contract/formats/digits.ts";
import { energyLabelProblems } from "#web/catalogue/energy-label/energy-label-fields.ts";
import { safetyProblems } from "#web/catalogue/safety/safety-fields.ts";
import { isBefore } from "#web/ui/text/shop-time.ts";
import { amountFromText } from "#web/ui/text/typed-amount.ts";
import { gramsFromText } from "#web/ui/text/weight-format.ts";
import type { ProductFields, VariationFields } from "./product-fields.ts";

type Path = FieldPath<ProductFields>;
export type FieldProblem = [field: Path, message: string];

/** The invalid fields, by the rules the server applies. */
export function validateProduct(
  fields: ProductFields,
  { currency, isNew, types }: { currency: string; isNew: boolean; types: readonly ProductType[] },
): FieldProblem[] {
  const { name, slug, product_type_id, variations, publish_at, unpublish_at } = fields;
  const problems: FieldProblem[] = [];
  if (!name.trim()) problems.push(["name", "Name required"]);
  if (!slug.trim() && !isNew) problems.push(["slug", "URL handle required, such as oak-chair."]);
  if (!product_type_id) problems.push(["product_type_id", "Select a product type."]);
  if (fields.status === "draft" && !isBefore(publish_at, unpublish_at))
    problems.push(["unpublish_at", "Choose a time after the product is published."]);
  const onSale = fields.status === "active" || (fields.status === "draft" && publish_at !== "");
  const schema = types.find(({ id }) => id === Number(product_type_id))?.attribute_schema ?? [];
  for (const { key, problem } of attributeProblems(schema, fields.attributes, { onSale }))
    problems.push([`attributes.${key}`, problem]);
  for (const [field, problem] of safetyProblems(fields.safety)) problems.push([`safety.${field}`, problem]);
  for (const [field, problem] of energyLabelProblems(fields.energy_label))
    problems.push([`energy_label.${field}`, problem]);
  for (const [at, variation] of variations.entries())
    for (const [field, message] of validateVariation(variation, currency))
      problems.push([`variations.${at}.${field}`, message]);
  return [
    ...problems,
    ...findDuplicates(variations, "sku", "SKU"),
    ...findDuplicates(variations, "barcode", "barcode"),
  ];
}

export const measureExample = "Enter a quantity with its unit, such as 500 g, 0.75 l or 250 g per 100 g.";

type VariationProblem = [field: keyof VariationFields & string, message: string];

export function validateVariation(variation: VariationFields, currency: string): VariationProblem[] {
  const problems: VariationProblem[] = [];
  const example = `Enter an amount, such as ${minorDigits(currency) === 0 ? "20" : `19.${"9".repeat(minorDigits(currency))}`}.`;
  const amount = (field: "price" | "compare_at" | "cost") => {
    const text = variation[field];
    if (!text.trim()) return null;
    const value = amountFromText(text, currency);
    if (value === null || value < 0) problems.push([field, example]);
    return value;
  };
  const price = amount("price");
  if (!variation.price.trim()) problems.push(["price", "Price required"]);
  const before = amount("compare_at");
  if (price !== null && before !== null && before <= price)
    problems.push(["compare_at", "The compare-at price must be higher than the price."]);
  amount("cost");
  const whole = (field: "on_hand" | "low_stock_level" | "max_per_order", least: number, most: number) => {
    const text = toAsciiDigits(variation[field].trim());
    if (text && !(/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most))
      problems.push([field, `Enter a whole number from ${least} to ${most.toLocaleString("en")}.`]);
  };
  whole("on_hand", 0, 10_000_000);
  whole("low_stock_level", 0, 100_000);
  if (variation.weight.trim() && gramsFromText(variation.weight) === null)
    problems.push(["weight", "Enter a weight, such as 1.5."]);
  if (variation.measure.trim() && !parseMeasure(toAsciiDigits(variation.measure.trim())))
    problems.push(["measure", measureExample]);
  whole("max_per_order", 1, 999);
  return problems;
}

function findDuplicates(
  variations: readonly VariationFields[],
  field: "sku" | "barcode",
  label: string,
): FieldProblem[] {
  const first = new Map<string, number>();
  return variations.flatMap((variation, at): FieldProblem[] => {
    const code = variation[field].trim();
    if (!code) return [];
    if (!first.has(code)) return first.set(code, at) && [];
    return [[`variations.${at}.${field}`, `Another variation of this product uses the ${label} ${code}.`]];
  });
}

/** The problems as react-hook-form errors. */
export function toFieldErrors(problems: readonly FieldProblem[]): FieldErrors<ProductFields> {
  const errors = {};
  for (const [field, message] of problems) set(errors, field, { type: "shop", message });
  return errors;
}

const formNames: Record<string, string> = {
  price_amount: "price",
  compare_at_amount: "compare_at",
  cost_amount: "cost",
  weight_g: "weight",
  "seo.title": "seo_title",
  "seo.description": "seo_description",
};

/** The form field of a field named by the server (`variations.2.price_amount`). */
export function toFormField(complaint: string): Path {
  const field = complaint.replace(/^body\./, "");
  const variation = /^(variations\.\d+)\.(\w+)$/.exec(field);
  if (variation) return `${variation[1]}.${formNames[variation[2] ?? ""] ?? variation[2]}` as Path;
  return (formNames[field] ?? field.replace(/^(images|category_ids|tag_ids|related_ids)\..*$/, "$1")) as Path;
}
