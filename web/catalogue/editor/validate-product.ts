import type { FieldErrors, FieldPath } from "react-hook-form";
import { set } from "react-hook-form";
import { withPlainDigits } from "#contract/digits.ts";
import { minorDigits } from "#contract/minor-digits.ts";
import { amountFromText } from "#web/ui/money-format.ts";
import type { TypedProduct, TypedVariation } from "./product-fields.ts";

type Path = FieldPath<TypedProduct>;
export type Mistake = [field: Path, message: string];

/** What is wrong with what was typed, field by field; the shop would refuse it. */
export function checkTyped(typed: TypedProduct, currency: string, isNew: boolean): Mistake[] {
  const { name, slug, product_type_id, variations } = typed;
  const mistakes: Mistake[] = [];
  if (!name.trim()) mistakes.push(["name", "Name required"]);
  if (!slug.trim() && !isNew) mistakes.push(["slug", "Address required, such as oak-chair."]);
  if (!product_type_id) mistakes.push(["product_type_id", "Choose what kind of product it is."]);
  for (const [at, variation] of variations.entries())
    for (const [field, message] of checkVariation(variation, currency))
      mistakes.push([`variations.${at}.${field}`, message]);
  return [...mistakes, ...twice(variations, "sku", "SKU"), ...twice(variations, "barcode", "barcode")];
}

type VariationMistake = [field: keyof TypedVariation & string, message: string];

export function checkVariation(variation: TypedVariation, currency: string): VariationMistake[] {
  const mistakes: VariationMistake[] = [];
  const example = `Type an amount such as ${minorDigits(currency) === 0 ? "20" : `19.${"9".repeat(minorDigits(currency))}`}.`;
  const amount = (field: "price" | "compare_at" | "cost") => {
    const text = variation[field];
    if (!text.trim()) return null;
    const value = amountFromText(text, currency);
    if (value === null || value < 0) mistakes.push([field, example]);
    return value;
  };
  const price = amount("price");
  if (!variation.price.trim()) mistakes.push(["price", "Price required"]);
  const before = amount("compare_at");
  if (price !== null && before !== null && before <= price)
    mistakes.push(["compare_at", "The former price must be above the price."]);
  amount("cost");
  const whole = (field: "weight" | "on_hand" | "max_per_order", least: number, most: number) => {
    const text = withPlainDigits(variation[field].trim());
    if (text && !(/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most))
      mistakes.push([field, `A whole number from ${least} to ${most.toLocaleString("en")}.`]);
  };
  whole("on_hand", 0, 10_000_000);
  whole("weight", 0, 10_000_000);
  whole("max_per_order", 1, 999);
  return mistakes;
}

function twice(variations: readonly TypedVariation[], field: "sku" | "barcode", called: string): Mistake[] {
  const first = new Map<string, number>();
  return variations.flatMap((variation, at): Mistake[] => {
    const code = variation[field].trim();
    if (!code) return [];
    if (!first.has(code)) return first.set(code, at) && [];
    return [[`variations.${at}.${field}`, `Another variation of this product has the ${called} ${code}.`]];
  });
}

/** The mistakes as react-hook-form keeps them. */
export function errorsOf(mistakes: readonly Mistake[]): FieldErrors<TypedProduct> {
  const errors = {};
  for (const [field, message] of mistakes) set(errors, field, { type: "shop", message });
  return errors;
}

const renamed: Record<string, string> = {
  price_amount: "price",
  compare_at_amount: "compare_at",
  cost_amount: "cost",
  weight_g: "weight",
  "seo.title": "seo_title",
  "seo.description": "seo_description",
};

/** The field of the form that a complaint of the shop is about (`variations.2.price_amount`). */
export function fieldOf(complaint: string): Path {
  const field = complaint.replace(/^body\./, "");
  const variation = /^(variations\.\d+)\.(\w+)$/.exec(field);
  if (variation) return `${variation[1]}.${renamed[variation[2] ?? ""] ?? variation[2]}` as Path;
  return (renamed[field] ?? field.replace(/^(images|category_ids|tag_ids)\..*$/, "$1")) as Path;
}
