import type { AdminProduct } from "#contract/catalogue/product-form.ts";
import type { VariationFields } from "#server/catalogue/variations/lost-variations.ts";

/**
 * What changes of a product record: the fields of its form, with a field for each variation and one for the units of it
 * on hand, by its id, so that each is undone by itself.
 */
export type ProductState = Omit<
  AdminProduct,
  "id" | "variations" | "rule_category_ids" | "published_at" | "currency" | "version" | "created_at" | "updated_at"
> & {
  /** The ids of its variations. */
  variation_order: number[];
  [variation: `variation.${number}`]: VariationFields | null;
  [stock: `stock.${number}`]: number;
};

/** The variations among the fields of a product, by id; null for one that is not there. */
export const variationsIn = (fields: Partial<ProductState>): Map<number, VariationFields | null> =>
  new Map(idsOf(fields, "variation").map((id) => [id, fields[`variation.${id}`] ?? null]));

/** The units on hand among the fields of a product, by the id of the variation. */
export const stockIn = (fields: Partial<ProductState>): Map<number, number> =>
  new Map(idsOf(fields, "stock").map((id) => [id, fields[`stock.${id}`] ?? 0]));

const idsOf = (fields: Partial<ProductState>, kind: string) =>
  Object.keys(fields).flatMap((field) => (field.startsWith(`${kind}.`) ? [Number(field.slice(kind.length + 1))] : []));
