import type { ProductForm, VariationForm } from "#contract/catalogue/product-form.ts";
import {
  type AttributeIds,
  createCategories,
  findOrCreateAttributes,
  listCurrentCategories,
  type NewCategory,
  type ProductState,
} from "#server/catalogue/catalogue.ts";
import type { VariationMatch } from "#server/imports/products/planning/current-product.ts";
import type { ProductPlan } from "#server/imports/products/planning/product-plan.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { type PlannedDraft, type ProductDraft, typeOf } from "./product-draft.ts";

export type ImportRun = Extract<ProductPlan, { kind: "create" | "update" }>;

/** Ids of the records that drafts reference by name. */
export interface ReferenceIds {
  vocabulary: AttributeIds;
  categoryId(names: readonly string[]): number;
  /** The categories that were missing. */
  madeCategories: { id: number; name: string }[];
}

/** The form to create a product from a draft. */
export const newProductForm = (draft: PlannedDraft, words: ReferenceIds): ProductForm => ({
  ...fields(draft, words),
  slug: draft.slug,
  product_type_id: words.vocabulary.typeId(typeOf(draft)),
  category_ids: [...new Set((draft.categories ?? []).map(words.categoryId))],
  variations: draft.variations.map((variation) =>
    variationForm({ draft: variation, current: undefined }, draft, words),
  ),
});

/**
 * The form to update a locked product from its draft; what the file does not contain stays as it is `now`, which may be
 * something else than when its update was planned.
 */
export function updatedProductForm(
  { draft, pairs, changes }: Extract<ProductPlan, { kind: "update" }>,
  words: ReferenceIds,
  now: ProductState,
): ProductForm & { replace_variations: boolean } {
  const { name, product_type_id, category_ids } = now;
  const changed = Object.entries({ ...fields(draft, words) }).filter(([field]) =>
    changes.includes(field === "tag_ids" ? "tags" : field),
  );
  return {
    name,
    ...Object.fromEntries(changed),
    product_type_id: changes.includes("type") && draft.type ? words.vocabulary.typeId(typeOf(draft)) : product_type_id,
    ...(changes.includes("category") && draft.categories
      ? { category_ids: [...new Set([...category_ids, ...draft.categories.map(words.categoryId)])] }
      : {}),
    variations: pairs.map((pair) => variationForm(pair, draft, words, now)),
    // Variations whose options differ from the product's could not be selected.
    replace_variations: changes.includes("options"),
  };
}

const fields = (
  { name, description_html, brand, status, tags, seo, safety, country_of_origin, energy_label }: PlannedDraft,
  { vocabulary }: ReferenceIds,
) => ({
  name,
  description_html,
  brand,
  status,
  seo,
  safety,
  country_of_origin,
  energy_label,
  tag_ids: tags && [...new Set(tags.map((tag) => vocabulary.tagId(tag)))],
});

function variationForm(
  { draft, current }: VariationMatch,
  { optionNames }: ProductDraft,
  { vocabulary }: ReferenceIds,
  now?: ProductState,
): VariationForm {
  const { options, compare_at_amount, on_hand } = draft;
  const before = (field: "price_amount" | "compare_at_amount") =>
    current && (now?.[`variation.${current.id}`]?.[field] ?? current[field]);
  const price_amount = draft.price_amount ?? before("price_amount") ?? 0;
  const compareAt = compare_at_amount === undefined ? (before("compare_at_amount") ?? null) : compare_at_amount;
  return {
    id: current?.id,
    sku: draft.sku,
    barcode: draft.barcode,
    price_amount,
    // A price raised above the compare-at price ends the reduction.
    compare_at_amount: compareAt !== null && compareAt > price_amount ? compareAt : null,
    cost_amount: draft.cost_amount,
    weight_g: draft.weight_g,
    measure: draft.measure,
    // A new variation of which the file says no stock is not counted: it would be sold out.
    track_stock: draft.track_stock ?? (current ? undefined : on_hand !== undefined),
    allow_backorder: draft.allow_backorder,
    is_active: draft.is_active,
    on_hand,
    low_stock_level: draft.low_stock_level,
    option_value_ids: options.map((label, at) => vocabulary.valueId(optionNames[at] ?? "", label)),
  };
}

/** Finds or creates the types, tags, options and categories that these plans need. */
export async function resolveReferences(tx: Tx, plans: readonly ImportRun[]): Promise<ReferenceIds> {
  const drafts = plans.map(({ draft }) => draft);
  const vocabulary = await findOrCreateAttributes(tx, {
    types: plans
      .filter((plan) => plan.kind === "create" || plan.changes.includes("type"))
      .map(({ draft }) => typeOf(draft)),
    tags: drafts.flatMap(({ tags = [] }) => tags),
    options: drafts.flatMap(({ optionNames, variations }) =>
      optionNames.map((name, at) => ({ name, labels: variations.map(({ options }) => options[at] ?? "") })),
    ),
  });
  const named = drafts.flatMap(({ categories }) => categories ?? []);
  return { vocabulary, ...(await resolveCategories(tx, named)) };
}

const keyOf = (names: readonly string[]) => names.join("\n").toLowerCase();

/** Finds or creates categories by their names from the top down; the id of none is 0. */
export async function resolveCategories(tx: Tx, wanted: string[][]): Promise<Omit<ReferenceIds, "vocabulary">> {
  if (wanted.length === 0) return { categoryId: () => 0, madeCategories: [] };
  const ids = new Map<string, number>();
  const chains = new Map<number, string[]>();
  for (const { id, parent_id, name } of await listCurrentCategories(tx)) {
    const chain = [...(chains.get(parent_id ?? 0) ?? []), name];
    chains.set(id, chain);
    if (!ids.has(keyOf(chain))) ids.set(keyOf(chain), id);
  }
  const missing = new Map<string, NewCategory>();
  for (const names of wanted)
    for (const [at, name] of names.entries()) {
      const key = keyOf(names.slice(0, at + 1));
      if (ids.has(key) || missing.has(key)) continue;
      const above = keyOf(names.slice(0, at));
      const known = ids.get(above);
      missing.set(key, { key, name, parent: at === 0 ? null : known ? { id: known } : { key: above } });
    }
  const made = await createCategories(tx, [...missing.values()]);
  for (const [key, id] of made) ids.set(key, id);
  const madeCategories = [...made].map(([key, id]) => ({ id, name: missing.get(key)?.name ?? "" }));
  return { categoryId: (names) => ids.get(keyOf(names)) ?? 0, madeCategories };
}
