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

const fieldLabels: Record<keyof CategoryFields, string> = {
  name: "Name",
  slug: "URL handle",
  description: "Description",
  parent_id: "Where it is",
  image: "Image",
  is_active: "Visibility",
  match: "Products match",
  conditions: "Conditions",
};

export interface FieldConflict {
  field: keyof CategoryFields;
  label: string;
}

/**
 * The fields both sides changed differently, which need a choice. Fields that only the other side changed are taken
 * over.
 */
export const findConflicts = (before: CategoryFields, mine: CategoryFields, theirs: CategoryFields): FieldConflict[] =>
  (Object.keys(fieldLabels) as (keyof CategoryFields)[])
    .filter((field) => {
      const [was, is, other] = [before, mine, theirs].map((fields) => comparable(fields[field]));
      return was !== is && was !== other && is !== other;
    })
    .map((field) => ({ field, label: fieldLabels[field] }));

export function displayValue(field: keyof CategoryFields, fields: CategoryFields, { byId }: CategoryIndex): string {
  if (field === "is_active") return fields.is_active ? "Visible" : "Hidden";
  if (field === "image") return fields.image ? "another image" : "no image";
  if (field === "match") return fields.match === "all" ? "all conditions" : "any condition";
  if (field === "conditions") return `${fields.conditions.length}`;
  if (field !== "parent_id") return fields[field] || "nothing";
  const parent = byId.get(fields.parent_id ?? 0);
  return parent ? `below ${fullPath(parent)}` : "at the top level";
}

function comparable(value: CategoryFields[keyof CategoryFields]) {
  if (Array.isArray(value)) return JSON.stringify(value);
  return value !== null && typeof value === "object" ? value.id : value;
}
