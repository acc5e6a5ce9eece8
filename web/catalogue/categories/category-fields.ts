import type { CategoryDetails, CategoryForm } from "#contract/catalogue/categories.ts";
import type { CategoryRules } from "#contract/catalogue/category-rules.ts";
import type { Image } from "#contract/images.ts";
import { type CategoryIndex, fullPath } from "./category-index.ts";
import { type ConditionFields, toConditionFields, toRules } from "./rule-fields.ts";

export interface CategoryFields {
  name: string;
  slug: string;
  description: string;
  parent_id: number | null;
  image: Image | null;
  is_active: boolean;
  match: CategoryRules["match"];
  conditions: ConditionFields[];
}

export const toFields = (
  category: CategoryDetails | undefined,
  parentId: number | null,
  currency: string,
): CategoryFields => ({
  name: category?.name ?? "",
  slug: category?.slug ?? "",
  description: category?.description ?? "",
  parent_id: category ? category.parent_id : parentId,
  image: category?.image ?? null,
  is_active: category?.is_active ?? true,
  match: category?.rules?.match ?? "all",
  conditions: (category?.rules?.conditions ?? []).map((condition) => toConditionFields(condition, currency)),
});

/**
 * The request body of fields without problems. Without a slug a new category gets one from its name, and an existing one
 * keeps its slug.
 */
export const toCategoryForm = (
  { image, description, slug, match, conditions, ...fields }: CategoryFields,
  currency: string,
): CategoryForm => ({
  ...fields,
  rules: toRules(match, conditions, currency),
  ...(slug.trim() ? { slug: slug.trim() } : {}),
  description: description.trim() || null,
  image_id: image?.id ?? null,
});

export const categoryFieldLabels: Record<keyof CategoryFields, string> = {
  name: "Name",
  slug: "URL handle",
  description: "Description",
  parent_id: "Where it is",
  image: "Image",
  is_active: "Visibility",
  match: "Products match",
  conditions: "Conditions",
};

/** The text of a field's value, in a choice between two. */
export function describeField(field: keyof CategoryFields, value: unknown, { byId }: CategoryIndex): string {
  if (field === "is_active") return value ? "Visible" : "Hidden";
  if (field === "image") return value ? "another image" : "no image";
  if (field === "match") return value === "all" ? "all conditions" : "any condition";
  if (field === "conditions") return String((value as ConditionFields[]).length);
  if (field !== "parent_id") return (value as string) || "nothing";
  const parent = byId.get((value as number | null) ?? 0);
  return parent ? `below ${fullPath(parent)}` : "at the top level";
}
