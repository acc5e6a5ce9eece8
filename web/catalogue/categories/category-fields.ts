import type { CategoryDetails, CategoryForm } from "#contract/catalogue/categories.ts";
import type { Image } from "#contract/images.ts";
import { type Shelves, wholeName } from "./category-index.ts";

/** A category as its form holds it. */
export interface CategoryFields {
  name: string;
  slug: string;
  description: string;
  parent_id: number | null;
  image: Image | null;
  is_active: boolean;
}

export const fieldsOf = (category: CategoryDetails | undefined, parentId: number | null): CategoryFields => ({
  name: category?.name ?? "",
  slug: category?.slug ?? "",
  description: category?.description ?? "",
  parent_id: category ? category.parent_id : parentId,
  image: category?.image ?? null,
  is_active: category?.is_active ?? true,
});

/** What is sent. Without a slug the shop makes one from the name that is free; of one that is there it is the slug of before. */
export const formOf = ({ image, description, slug, ...fields }: CategoryFields): CategoryForm => ({
  ...fields,
  ...(slug.trim() ? { slug: slug.trim() } : {}),
  description: description.trim() || null,
  image_id: image?.id ?? null,
});

const shown: Record<keyof CategoryFields, string> = {
  name: "Name",
  slug: "Address",
  description: "Description",
  parent_id: "Where it is",
  image: "Picture",
  is_active: "Visibility",
};

export interface Difference {
  field: keyof CategoryFields;
  label: string;
}

/**
 * What somebody else changed while one typed: of these fields both have changed, so that one has to choose. Those that only
 * the other changed are taken over.
 */
export const bothChanged = (before: CategoryFields, mine: CategoryFields, theirs: CategoryFields): Difference[] =>
  (Object.keys(shown) as (keyof CategoryFields)[])
    .filter((field) => {
      const [was, is, other] = [before, mine, theirs].map((fields) => plain(fields[field]));
      return was !== is && was !== other && is !== other;
    })
    .map((field) => ({ field, label: shown[field] }));

/** What a field holds, in words. */
export function saidAs(field: keyof CategoryFields, fields: CategoryFields, { byId }: Shelves): string {
  if (field === "is_active") return fields.is_active ? "Visible" : "Hidden";
  if (field === "image") return fields.image ? "another picture" : "no picture";
  if (field !== "parent_id") return fields[field] || "nothing";
  const parent = byId.get(fields.parent_id ?? 0);
  return parent ? `below ${wholeName(parent)}` : "at the top";
}

const plain = (value: unknown) => (value !== null && typeof value === "object" ? (value as Image).id : value);
