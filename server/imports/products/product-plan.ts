import type { CurrentVariation, CurrentProduct as Product } from "#server/catalogue/catalogue.ts";
import { type BadRow, toRemark } from "#server/imports/remarks.ts";
import type { ProductDraft, VariationDraft } from "./product-draft.ts";

/** A product of the shop with the source URLs of its pictures. */
export type CurrentProduct = Product & { sources: string[] };
/** The products a batch of drafts may match. */
export interface KnownProducts {
  bySlug: ReadonlyMap<string, CurrentProduct>;
  bySku: ReadonlyMap<string, CurrentProduct>;
  byBarcode: ReadonlyMap<string, CurrentProduct>;
}
export type ProductPlan =
  | { kind: "create"; draft: ProductDraft }
  | { kind: "update"; draft: ProductDraft; current: CurrentProduct; pairs: VariationMatch[]; changes: string[] }
  | { kind: "skip" }
  | { kind: "error"; errors: BadRow[] };
/** A variation in the file and the shop's variation it matches. */
export interface VariationMatch {
  draft: VariationDraft;
  current: CurrentVariation | undefined;
}

export const indexProducts = (products: CurrentProduct[]): KnownProducts => {
  const keyed = (key: (variation: CurrentVariation) => string | null) =>
    new Map(
      products.flatMap((product) =>
        product.variations.flatMap((variation) => {
          const value = key(variation);
          return value === null ? [] : [[value, product] as const];
        }),
      ),
    );
  return {
    bySlug: new Map(products.map((product) => [product.slug, product])),
    bySku: keyed(({ sku }) => sku),
    byBarcode: keyed(({ barcode }) => barcode),
  };
};

/**
 * Plans the import of a draft. Products match by SKUs, then by handle; variations by SKU, then by options. `clean`
 * sanitises HTML as the shop does.
 */
export function planProduct(draft: ProductDraft, known: KnownProducts, clean: (html: string) => string): ProductPlan {
  const current = known.bySlug.get(draft.slug) ?? findOnlyOwner(draft, known);
  const errors = listConflictingKeys(draft, current, known);
  if (errors.length > 0) return { kind: "error", errors };
  if (!current) return { kind: "create", draft };
  const pairs = matchVariations(draft, current);
  const clashes = listOptionConflicts(draft, current, pairs);
  if (clashes.length > 0) return { kind: "error", errors: clashes };
  const changes = listChanges(draft, current, pairs, clean);
  return changes.length === 0 ? { kind: "skip" } : { kind: "update", draft, current, pairs, changes };
}

/** The only product that has the known SKUs of a draft. */
function findOnlyOwner(draft: ProductDraft, { bySku }: KnownProducts): CurrentProduct | undefined {
  const owners = new Set(draft.variations.flatMap(({ sku }) => (sku && bySku.get(sku)) || []));
  return owners.size === 1 ? [...owners][0] : undefined;
}

function listConflictingKeys(draft: ProductDraft, current: CurrentProduct | undefined, known: KnownProducts): BadRow[] {
  return draft.variations.flatMap(({ row, sku, barcode }) => {
    const skuOwner = sku ? known.bySku.get(sku) : undefined;
    const barcodeOwner = barcode ? known.byBarcode.get(barcode) : undefined;
    return [
      ...(skuOwner && skuOwner !== current
        ? [toRemark(row, "SKU", "sku_taken", `The SKU ${sku} belongs to "${skuOwner.name}".`)]
        : []),
      ...(barcodeOwner && barcodeOwner !== current
        ? [toRemark(row, "Barcode", "barcode_taken", `The barcode ${barcode} belongs to "${barcodeOwner.name}".`)]
        : []),
    ];
  });
}

const lowerCase = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());
const optionKey = (options: readonly string[]) => lowerCase(options).join("\n");
const isSameSet = (some: readonly string[], others: readonly string[]) =>
  [...new Set(lowerCase(some))].sort().join("\n") === [...new Set(lowerCase(others))].sort().join("\n");
const haveSameOptionNames = (draft: ProductDraft, current: CurrentProduct) =>
  isSameSet(draft.optionNames, current.option_names);

/** A variation's option values in the order of the file's option names. */
const reorderOptions = (draft: ProductDraft, current: CurrentProduct, variation: CurrentVariation) =>
  draft.optionNames.map((name) => variation.options[lowerCase(current.option_names).indexOf(name.toLowerCase())] ?? "");

function matchVariations(draft: ProductDraft, current: CurrentProduct): VariationMatch[] {
  const left = new Set(current.variations);
  const take = (variation: CurrentVariation | undefined) => {
    if (variation) left.delete(variation);
    return variation;
  };
  const bySku = new Map(
    draft.variations.map((wanted) => [
      wanted,
      take(wanted.sku ? [...left].find((variation) => variation.sku === wanted.sku) : undefined),
    ]),
  );
  const pairs = draft.variations.map((wanted) => {
    const same = (variation: CurrentVariation) =>
      optionKey(reorderOptions(draft, current, variation)) === optionKey(wanted.options);
    const found = bySku.get(wanted) ?? (haveSameOptionNames(draft, current) ? take([...left].find(same)) : undefined);
    return { draft: wanted, current: found };
  });
  // A product without options keeps its only variation (and the carts that contain it) when it gets options.
  const [only] = left;
  const [firstPair] = pairs;
  if (only && firstPair && current.option_names.length === 0 && pairs.every((pair) => !pair.current))
    return [{ ...firstPair, current: only }, ...pairs.slice(1)];
  return pairs;
}

/** Variations missing in the file stay, so no variation in the file may have their options. */
function listOptionConflicts(draft: ProductDraft, current: CurrentProduct, pairs: VariationMatch[]): BadRow[] {
  if (!haveSameOptionNames(draft, current)) return [];
  const paired = new Set(pairs.map((pair) => pair.current));
  const kept = current.variations.filter((variation) => !paired.has(variation));
  const taken = new Map(kept.map((variation) => [optionKey(reorderOptions(draft, current, variation)), variation]));
  return draft.variations.flatMap(({ row, options }) => {
    const other = taken.get(optionKey(options));
    return other
      ? [
          toRemark(
            row,
            null,
            "duplicate_variation",
            `These options are those of the variation ${other.sku ?? other.id}.`,
          ),
        ]
      : [];
  });
}

function listChanges(
  draft: ProductDraft,
  current: CurrentProduct,
  pairs: VariationMatch[],
  clean: (html: string) => string,
) {
  const { type, category } = draft;
  const has = new Set(current.sources);
  const found: [string, boolean][] = [
    ["name", draft.name !== current.name],
    [
      "description_html",
      draft.description_html !== undefined && clean(draft.description_html) !== current.description_html,
    ],
    ["brand", draft.brand !== undefined && draft.brand !== current.brand],
    ["status", draft.status !== undefined && draft.status !== current.status],
    ["type", type !== undefined && !isSameType(type, current.type)],
    ["tags", draft.tags !== undefined && !isSameSet(draft.tags, current.tags)],
    ["seo", draft.seo !== undefined && !isSameSeo(draft.seo, current.seo)],
    [
      "category",
      category !== undefined && !current.categories.some((names) => optionKey(names) === optionKey(category)),
    ],
    ["options", !haveSameOptionNames(draft, current)],
    ["variations", pairs.some((pair) => isChanged(draft, current, pair))],
    ["pictures", draft.pictures.some(({ source_url }) => !has.has(source_url))],
  ];
  return found.filter(([, differs]) => differs).map(([field]) => field);
}

/** If a type of that name existed for other goods, the imported type got a suffix. */
const isSameType = (wanted: { name: string; ships: boolean }, current: { name: string; ships: boolean }) =>
  wanted.ships === current.ships &&
  lowerCase([wanted.name, `${wanted.name} (delivered)`, `${wanted.name} (not delivered)`]).includes(
    current.name.toLowerCase(),
  );
const isSameSeo = (one: { title?: string; description?: string }, other: { title?: string; description?: string }) =>
  (one.title ?? "") === (other.title ?? "") && (one.description ?? "") === (other.description ?? "");

const listComparisons = [
  "sku",
  "barcode",
  "price_amount",
  "compare_at_amount",
  "cost_amount",
  "weight_g",
  "track_stock",
  "allow_backorder",
  "on_hand",
] as const;

function isChanged(draft: ProductDraft, product: CurrentProduct, { draft: wanted, current }: VariationMatch): boolean {
  if (!current) return true;
  if (optionKey(reorderOptions(draft, product, current)) !== optionKey(wanted.options)) return true;
  return listComparisons.some((field) => wanted[field] !== undefined && wanted[field] !== current[field]);
}
