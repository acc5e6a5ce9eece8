import { slugify } from "#contract/catalogue/slug.ts";
import { lockCategoryTree } from "#server/catalogue/categories/categories.sql.ts";
import { takeSlug } from "#server/catalogue/slug.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import {
  type CategoryToInsert,
  type CurrentCategory,
  insertCategoryRows,
  listCurrentCategories,
  reserveCategoryIds,
} from "./import-categories.sql.ts";

/** A category to be made, with a key of the caller's own so that others in the list can stand below it. */
export interface NewCategory {
  key: string;
  /** An id of the shop, the key of one earlier in the list, or null for the top. */
  parent: { id: number } | { key: string } | null;
  name: string;
  slug?: string | undefined;
  position?: number | undefined;
  description?: string | null | undefined;
  is_active?: boolean | undefined;
  import_key?: string | undefined;
}

/**
 * Makes many categories in one statement, parents before children in `wanted`; answers their ids by key. Slugs that are
 * taken among siblings are numbered. The caller has checked that none is deeper than eight levels.
 */
export async function createCategories(tx: Tx, wanted: readonly NewCategory[]): Promise<Map<string, number>> {
  if (wanted.length === 0) return new Map();
  await lockCategoryTree(tx);
  const existing = await listCurrentCategories(tx);
  const ids = await reserveCategoryIds(tx, wanted.length);
  const byId = new Map<number, Pick<CurrentCategory, "id" | "path" | "depth" | "ancestor_ids">>(
    existing.map((category) => [category.id, category]),
  );
  const childrenOf = indexChildren(existing);
  const idOf = new Map<string, number>();
  const rows = wanted.map((category, at): CategoryToInsert => {
    const id = ids[at] ?? 0;
    const parentId = category.parent && ("id" in category.parent ? category.parent.id : idOf.get(category.parent.key));
    const above = parentId ? byId.get(parentId) : undefined;
    if (category.parent && !above) throw new Error(`the parent of "${category.name}" is not known`);
    const siblings = childrenOf(above?.id ?? null);
    const slug = takeSlug(slugify(category.slug ?? "") || slugify(category.name) || `c-${id}`, siblings.slugs);
    const row = {
      id,
      slug,
      parent_id: above?.id ?? null,
      name: category.name,
      path: above ? `${above.path}/${slug}` : slug,
      depth: (above?.depth ?? 0) + 1,
      ancestor_ids: [...(above?.ancestor_ids ?? []), id],
      position: category.position ?? siblings.count,
      description: category.description ?? null,
      is_active: category.is_active ?? true,
      import_key: category.import_key ?? null,
    };
    siblings.count++;
    byId.set(id, row);
    idOf.set(category.key, id);
    return row;
  });
  await insertCategoryRows(tx, rows);
  await invalidate(tx, "categories", "catalogue");
  return idOf;
}

function indexChildren(existing: CurrentCategory[]) {
  const below = new Map<number | null, { slugs: Set<string>; count: number }>();
  const at = (parentId: number | null) => {
    const known = below.get(parentId) ?? { slugs: new Set<string>(), count: 0 };
    below.set(parentId, known);
    return known;
  };
  for (const { parent_id, slug } of existing) {
    const siblings = at(parent_id);
    siblings.slugs.add(slug);
    siblings.count++;
  }
  return at;
}
