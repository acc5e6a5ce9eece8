import type { ProductForm, VariationForm } from "#contract/catalogue/product-form.ts";
import {
  type AttributeIds,
  createCategories,
  findOrCreateAttributes,
  listCurrentCategories,
  type NewCategory,
} from "#server/catalogue/catalogue.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { ProductDraft } from "./product-draft.ts";
import type { CurrentProduct, ProductPlan, VariationMatch } from "./product-plan.ts";

/** Ids of the records that drafts reference by name. */
export interface ReferenceIds {
  vocabulary: AttributeIds;
  categoryId(names: readonly string[]): number;
  /** The categories that were missing. */
  madeCategories: number[];
}
const generalType = { name: "General", ships: true };
/** The type of a draft, of goods that are shipped unless it says something else. */
export const typeOf = ({ type }: ProductDraft) => ({ ...generalType, ...type, ships: type?.ships ?? true });

/** The form to create a product from a draft. */
export const newProductForm = (draft: ProductDraft, words: ReferenceIds): ProductForm => ({
  ...fields(draft, words),
  slug: draft.slug,
  product_type_id: words.vocabulary.typeId(typeOf(draft)),
  category_ids: [...new Set((draft.categories ?? []).map(words.categoryId))],
  variations: draft.variations.map((variation) =>
    variationForm({ draft: variation, current: undefined }, draft, words),
  ),
});

/** The form to update a product from its draft; what the file does not contain stays. */
export function updatedProductForm(
  { draft, current, pairs, changes }: Extract<ProductPlan, { kind: "update" }>,
  words: ReferenceIds,
): ProductForm & { replace_variations: boolean } {
  return {
    ...fields(draft, words),
    product_type_id: changes.includes("type") && draft.type ? words.vocabulary.typeId(typeOf(draft)) : current.type.id,
    category_ids: categories(draft, current, changes, words),
    variations: pairs.map((pair) => variationForm(pair, draft, words)),
    // Variations whose options differ from the product's could not be selected.
    replace_variations: changes.includes("options"),
  };
}

const fields = ({ name, description_html, brand, status, tags, seo }: ProductDraft, { vocabulary }: ReferenceIds) => ({
  name,
  description_html,
  brand,
  status,
  seo,
  tag_ids: tags?.map((tag) => vocabulary.tagId(tag)),
});

function categories(draft: ProductDraft, current: CurrentProduct, changes: string[], words: ReferenceIds): number[] {
  if (!changes.includes("category") || !draft.categories) return current.category_ids;
  return [...new Set([...current.category_ids, ...draft.categories.map(words.categoryId)])];
}

function variationForm(
  { draft, current }: VariationMatch,
  { optionNames }: ProductDraft,
  { vocabulary }: ReferenceIds,
): VariationForm {
  const { options, compare_at_amount, on_hand } = draft;
  const price_amount = draft.price_amount ?? current?.price_amount ?? 0;
  return {
    id: current?.id,
    sku: draft.sku ?? current?.sku,
    barcode: draft.barcode ?? current?.barcode,
    price_amount,
    compare_at_amount:
      compare_at_amount === undefined
        ? compareAtAfter(price_amount, current)
        : aboveOrNull(compare_at_amount, price_amount),
    cost_amount: draft.cost_amount ?? current?.cost_amount,
    weight_g: draft.weight_g ?? current?.weight_g,
    // A new variation of which the file says no stock is not counted: it would be sold out.
    track_stock: draft.track_stock ?? current?.track_stock ?? on_hand !== undefined,
    allow_backorder: draft.allow_backorder ?? current?.allow_backorder,
    max_per_order: current?.max_per_order,
    is_active: current?.is_active,
    on_hand,
    option_value_ids: options.map((label, at) => vocabulary.valueId(optionNames[at] ?? "", label)),
  };
}

/** A price raised above the compare-at price ends the reduction. */
const compareAtAfter = (price: number, current: VariationMatch["current"]): number | null =>
  aboveOrNull(current?.compare_at_amount ?? null, price);

const aboveOrNull = (amount: number | null, price: number) => (amount !== null && amount > price ? amount : null);

/** Finds or creates the types, tags, options and categoriesOf of these drafts. */
export async function resolveReferences(tx: Tx, drafts: readonly ProductDraft[]): Promise<ReferenceIds> {
  const vocabulary = await findOrCreateAttributes(tx, {
    types: drafts.map(typeOf),
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
  return { categoryId: (names) => ids.get(keyOf(names)) ?? 0, madeCategories: [...made.values()] };
}
