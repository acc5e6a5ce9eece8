import { isDeepStrictEqual } from "node:util";
import type { CurrentVariation, InheritedSafety } from "#server/catalogue/catalogue.ts";
import {
  type PlannedDraft,
  type ProductDraft,
  typeOf,
  type VariationDraft,
} from "#server/imports/products/product-draft.ts";
import { mergeEnergyLabel } from "#server/imports/products/reading/read-energy-label.ts";
import { listChanged, type RowRemark, toRemark } from "#server/imports/remarks.ts";
import type { CurrentProduct, KnownProducts, VariationMatch } from "./current-product.ts";
import { fitLists, tooManyVariations } from "./fit-limits.ts";
import { fitOptions, isGuessed } from "./fit-options.ts";
import { inheritSafety, mergeSafety } from "./merge-safety.ts";
import { codeKinds, dropTakenCodes, slugWithCode } from "./product-claims.ts";

export type ProductPlan =
  | { kind: "create"; draft: PlannedDraft }
  | { kind: "update"; draft: PlannedDraft; current: CurrentProduct; pairs: VariationMatch[]; changes: string[] }
  | { kind: "skip"; current: CurrentProduct }
  | { kind: "error"; errors: RowRemark[] };

/** The numbers of the rows of a product and its plan. */
export interface PlannedProduct {
  rows: number[];
  notes: RowRemark[];
  /** Rows that are not imported although the product is. */
  lost: RowRemark[];
  /** Currencies other than the shop's in its prices. */
  currencies: string[];
  plan: ProductPlan;
}

/**
 * `inherited`: what brands and product types say of the safety of their products. `renamed`: former slugs, which still find
 * their product unless another one has them.
 */
export const indexProducts = (
  products: CurrentProduct[],
  renamed: readonly { old_slug: string; slug: string }[] = [],
  inherited: readonly InheritedSafety[] = [],
): KnownProducts => {
  const keyed = (key: (variation: CurrentVariation) => string | null) =>
    new Map(
      products.flatMap((product) =>
        product.variations.flatMap((variation) => {
          const value = key(variation);
          return value === null ? [] : [[value, product] as const];
        }),
      ),
    );
  const own = new Map(products.map((product) => [product.slug, product]));
  const former = renamed.flatMap(({ old_slug, slug }) => {
    const product = own.get(slug);
    return product ? [[old_slug, product] as const] : [];
  });
  return {
    bySlug: new Map([...former, ...own]),
    bySku: keyed(({ sku }) => sku),
    byBarcode: keyed(({ barcode }) => barcode),
    brandSafety: new Map(inherited.flatMap(({ brand, safety }) => (brand === null ? [] : [[brand, safety]]))),
    typeSafety: new Map(inherited.flatMap(({ type, safety }) => (type === null ? [] : [[type.toLowerCase(), safety]]))),
  };
};

/**
 * Plans the import of a draft. A product matches by its handle, or by its SKUs if the file has no handle for it; its
 * variations by their options, then by SKU, then by barcode. `clean` sanitizes HTML as the shop does. `lost` are rows left out.
 */
export function planProduct(
  given: ProductDraft,
  known: KnownProducts,
  clean: (html: string) => string,
): { plan: ProductPlan; notes: RowRemark[]; lost: RowRemark[] } {
  const current = findCurrent(given, known);
  const { draft, ...fitted } = fitOptions(given, current);
  const { lost } = fitted;
  const unknown = draft.variations.filter(({ options }) => options.length < draft.optionNames.length);
  if (unknown.length > 0) return { plan: { kind: "error", errors: unknown.map(missingOptions) }, notes: [], lost };
  const found = matchVariations(draft, current);
  const isUnpriced = (match: VariationMatch) => current !== undefined && !match.current && !hasPrice(match);
  const unpriced = found.filter(isUnpriced).map(missingPrice);
  if (unpriced.length === found.length) return { plan: { kind: "error", errors: unpriced }, notes: [], lost };
  lost.push(...unpriced);
  const priced = unpriced.length === 0 ? found : found.filter((match) => !isUnpriced(match));
  const { matches, notes: taken } = dropTakenCodes(priced, current, known);
  const fitting = fitLists(draft, current);
  const notes = [...fitted.notes, ...taken, ...noteSoldOut(matches), ...fitting.notes];
  const planned: PlannedDraft = {
    ...draft,
    // A feed has titles of items, of which that of the product was made.
    ...(current && isGuessed(draft) && current.option_names.length > 0 ? { name: current.name } : {}),
    variations: matches.map((match) => match.draft),
    images: fitting.images,
    categories: fitting.categories,
    // What the file does not say about the type and the search engine listing stays.
    type: draft.type && { ...draft.type, ships: draft.type.ships ?? current?.type.ships ?? true },
    ...(draft.seo ? { seo: mergeSeo(current?.seo ?? {}, draft.seo) } : {}),
    safety: draft.safety && mergeSafety(draft.safety, current?.safety ?? undefined, inheritedBy(draft, current, known)),
    energy_label: draft.energy_label && mergeEnergyLabel(draft.energy_label, current?.energy_label),
    ...((draft.status ?? "active") === "active" ? statusWithoutPrice(matches, current) : {}),
  };
  if (!current) {
    const slug = known.bySlug.has(given.slug) ? slugWithCode(given) : given.slug;
    return { plan: { kind: "create", draft: { ...planned, slug } }, notes, lost };
  }
  const changes = listChanges(planned, current, matches, clean);
  const replaces = changes.includes("options");
  const errors = [...listHeld(matches, null), ...(replaces ? [] : tooManyVariations(draft, current, matches))];
  if (errors.length > 0) return { plan: { kind: "error", errors }, notes, lost };
  if (changes.length === 0) return { plan: { kind: "skip", current }, notes, lost };
  if (replaces) notes.push(...noteDeleted(planned, current, matches));
  return { plan: { kind: "update", draft: planned, current, pairs: matches, changes }, notes, lost };
}

/**
 * Plans each draft of a file in turn. Rows without a handle may be variations of one product of the shop: those
 * after the first change its variations only, with a note. `planned` has the first row by the id of each product.
 */
export function planNext(
  draft: ProductDraft,
  known: KnownProducts,
  clean: (html: string) => string,
  planned: Map<number, number>,
): ReturnType<typeof planProduct> {
  const made = planProduct(draft, known, clean);
  if (made.plan.kind !== "update" && made.plan.kind !== "skip") return made;
  const { current } = made.plan;
  const earlier = planned.get(current.id);
  if (earlier === undefined || earlier === draft.first.row) {
    planned.set(current.id, draft.first.row);
    return made;
  }
  if (made.plan.kind === "skip") return made;
  const { plan, notes, lost } = planProduct(onlyVariations(draft, current), known, clean);
  const message = `Row ${earlier} is of "${current.name}" too. Only the variations of this row were imported.`;
  return { plan, notes: [...notes, toRemark(draft.first, null, "product_repeated", message)], lost };
}

/** A draft that says nothing of the product itself. */
const onlyVariations = (
  { first, handle, slug, hasOptions, optionNames, variations }: ProductDraft,
  { name }: CurrentProduct,
): ProductDraft => ({
  first,
  handle,
  slug,
  name,
  type: undefined,
  hasOptions,
  optionNames,
  variations,
  images: [],
});

/** Says how many variations go because the product gets other options. */
function noteDeleted({ first }: ProductDraft, { variations }: CurrentProduct, matches: VariationMatch[]): RowRemark[] {
  const count = variations.length - matches.filter(({ current }) => current).length;
  if (count === 0) return [];
  const what = count === 1 ? "1 variation of this product" : `${count} variations of this product`;
  const message = `${what} will be deleted, as the file has other options than the product.`;
  return [toRemark(first, null, "variations_deleted", message)];
}

/**
 * A product without a price is not on sale. An empty cell changes nothing, though: a product that is free stays on sale,
 * and one that was imported without a price stays a draft.
 */
function statusWithoutPrice(
  matches: VariationMatch[],
  current: CurrentProduct | undefined,
): Pick<ProductDraft, "status"> {
  const unpriced = matches.filter((match) => !hasPrice(match));
  if (unpriced.length === 0) return {};
  return { status: current?.status ?? "draft" };
}

/** Stock below what open orders have reserved, which can't be set. */
export const listHeld = (matches: VariationMatch[], column: string | null): RowRemark[] =>
  matches.flatMap(({ draft: { row, on_hand }, current }) => {
    if (on_hand === undefined || !current || on_hand === current.on_hand || on_hand >= current.reserved) return [];
    const message =
      `Open orders have reserved ${current.reserved}, more than the ${on_hand} in the file. ` +
      "Ship or cancel some of them first.";
    return [toRemark(row, column, "stock_held", message)];
  });

/** The file says that there is stock, not how much, and the shop counts none: the number is the merchant's to say. */
const noteSoldOut = (matches: VariationMatch[]): RowRemark[] =>
  matches.flatMap(({ draft, current }) => {
    if (!draft.is_in_stock || !current?.track_stock || current.on_hand > current.reserved) return [];
    if (draft.allow_backorder ?? current.allow_backorder) return [];
    const message =
      "The file says that this is in stock, but the shop counts none. Enter its stock, or don't count it.";
    return [toRemark(draft.row, null, "stock_unknown", message)];
  });

/** A new variation of a product on sale, which would be free. */
const missingPrice = ({ draft: { row } }: VariationMatch) =>
  toRemark(row, null, "price_missing", "This variation is new and has no price. It is not imported.");

const missingOptions = ({ row }: VariationDraft) =>
  toRemark(
    row,
    null,
    "options_missing",
    "The product has several variations. Add their options, a known SKU or a known barcode to the file.",
  );

/** 0 is a price in a file; in the shop it may be that of a variation imported without one. */
const hasPrice = ({ draft, current }: VariationMatch) =>
  draft.price_amount !== undefined || (current?.price_amount ?? 0) > 0;

/**
 * The product by its handle, or, of a draft without one or of a feed, by its SKUs, else by the address of its title
 * unless that product has other SKUs: another product may have the same title.
 */
function findCurrent(draft: ProductDraft, known: KnownProducts): CurrentProduct | undefined {
  const bySlug = known.bySlug.get(draft.slug);
  if (draft.handle !== "" && !isGuessed(draft)) return bySlug;
  return findOnlyOwner(draft, known) ?? (bySlug && hasOtherCodes(draft, bySlug) ? undefined : bySlug);
}

/** Whether both have SKUs or both have barcodes, and no code of either kind is in both. */
function hasOtherCodes(draft: ProductDraft, current: CurrentProduct) {
  const kinds = codeKinds.map((kind) => {
    const wanted = draft.variations.flatMap((variation) => variation[kind] ?? []);
    const present = new Set(current.variations.flatMap((variation) => variation[kind] ?? []));
    return { areBoth: wanted.length > 0 && present.size > 0, isShared: wanted.some((code) => present.has(code)) };
  });
  return kinds.some(({ areBoth }) => areBoth) && !kinds.some(({ isShared }) => isShared);
}

/** The only product that has the known SKUs of a draft, or, where the shop knows none of them, its known barcodes. */
function findOnlyOwner(draft: ProductDraft, { bySku, byBarcode }: KnownProducts): CurrentProduct | undefined {
  const bySkus = new Set(draft.variations.flatMap(({ sku }) => (sku && bySku.get(sku)) || []));
  const byBarcodes = new Set(draft.variations.flatMap(({ barcode }) => (barcode && byBarcode.get(barcode)) || []));
  const owners = bySkus.size > 0 ? bySkus : byBarcodes;
  return owners.size === 1 ? [...owners][0] : undefined;
}

const lowerCase = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());
const optionKey = (options: readonly string[]) => lowerCase(options).join("\n");
const isSameSet = (some: readonly string[], others: readonly string[]) =>
  [...new Set(lowerCase(some))].sort().join("\n") === [...new Set(lowerCase(others))].sort().join("\n");
const haveSameOptionNames = (draft: ProductDraft, current: CurrentProduct) =>
  isSameSet(draft.optionNames, current.option_names);

/** Tells a variation's option values in the order of the file's option names. */
function optionOrder(draft: ProductDraft, current: CurrentProduct) {
  const names = lowerCase(current.option_names);
  const places = draft.optionNames.map((name) => names.indexOf(name.toLowerCase()));
  return ({ options }: CurrentVariation) => places.map((at) => options[at] ?? "");
}

function matchVariations(draft: ProductDraft, current: CurrentProduct | undefined): VariationMatch[] {
  if (!current) return draft.variations.map((variation) => ({ draft: variation, current: undefined }));
  const left = new Set(current.variations);
  const take = (alike: readonly CurrentVariation[] = []) => {
    const found = alike.find((variation) => left.has(variation));
    if (found) left.delete(found);
    return found;
  };
  const reorder = optionOrder(draft, current);
  const byOptions = haveSameOptionNames(draft, current)
    ? Map.groupBy(current.variations, (variation) => optionKey(reorder(variation)))
    : undefined;
  let pairs: VariationMatch[] = draft.variations.map((variation) => ({
    draft: variation,
    current: take(byOptions?.get(optionKey(variation.options))),
  }));
  for (const kind of codeKinds) {
    const byCode = Map.groupBy(current.variations, (variation) => variation[kind]);
    pairs = pairs.map((pair) => {
      const code = pair.draft[kind];
      return { ...pair, current: pair.current ?? (code ? take(byCode.get(code)) : undefined) };
    });
  }
  // A product without options keeps its only variation (and the carts that contain it) when it gets options.
  const [only] = left;
  const [firstPair] = pairs;
  if (only && firstPair && current.option_names.length === 0 && pairs.every((pair) => !pair.current))
    return [{ ...firstPair, current: only }, ...pairs.slice(1)];
  return pairs;
}

/** What the product will show of its brand and type. */
function inheritedBy(draft: ProductDraft, current: CurrentProduct | undefined, known: KnownProducts) {
  const brand = draft.brand === undefined ? current?.brand : draft.brand;
  const isOfType = current && (!draft.type || isSameType(draft.type, current.type));
  const type = isOfType ? current.type.name : typeOf(draft).name;
  return inheritSafety(known.brandSafety.get(brand ?? ""), known.typeSafety.get(type.toLowerCase()));
}

function listChanges(
  draft: PlannedDraft,
  current: CurrentProduct,
  pairs: VariationMatch[],
  clean: (html: string) => string,
) {
  const { type, categories = [], description_html: html } = draft;
  const failed = new Set(current.failedSources);
  const has = new Set(current.sources);
  const reorder = optionOrder(draft, current);
  return listChanged({
    name: draft.name !== current.name,
    description_html: html !== undefined && clean(html) !== current.description_html,
    brand: draft.brand !== undefined && draft.brand !== current.brand,
    status: draft.status !== undefined && draft.status !== current.status,
    type: type !== undefined && !isSameType(type, current.type),
    tags: draft.tags !== undefined && !isSameSet(draft.tags, current.tags),
    seo: draft.seo !== undefined && !isSameSeo(draft.seo, current.seo),
    safety: draft.safety !== undefined,
    country_of_origin: draft.country_of_origin !== undefined && draft.country_of_origin !== current.country_of_origin,
    energy_label: draft.energy_label !== undefined && !isDeepStrictEqual(draft.energy_label, current.energy_label),
    category: categories.some((wanted) => !current.categories.some((names) => optionKey(names) === optionKey(wanted))),
    options: !haveSameOptionNames(draft, current),
    variations: pairs.some((pair) => isChanged(reorder, pair)),
    images: draft.images.some(({ source_url }) => !has.has(source_url)),
    // They are downloaded again.
    failed_images: draft.images.some(({ source_url }) => failed.has(source_url)),
  });
}

/** If a type of that name existed for other goods, the imported type got a suffix. */
const isSameType = (wanted: { name: string; ships: boolean | undefined }, current: { name: string; ships: boolean }) =>
  (wanted.ships ?? current.ships) === current.ships &&
  lowerCase([wanted.name, `${wanted.name} (delivered)`, `${wanted.name} (not delivered)`]).includes(
    current.name.toLowerCase(),
  );
/** Fields the file has a column for replace those before; empty ones end them. */
const mergeSeo = (before: { title?: string; description?: string }, said: { title?: string; description?: string }) =>
  Object.fromEntries(Object.entries({ ...before, ...said }).filter(([, text]) => text !== ""));
const isSameSeo = (one: { title?: string; description?: string }, other: { title?: string; description?: string }) =>
  (one.title ?? "") === (other.title ?? "") && (one.description ?? "") === (other.description ?? "");

function isChanged(reorder: ReturnType<typeof optionOrder>, { draft: wanted, current }: VariationMatch): boolean {
  if (!current) return true;
  if (optionKey(reorder(current)) !== optionKey(wanted.options)) return true;
  const { row: _row, options: _options, is_in_stock: _stock, ...fields } = wanted;
  return (Object.keys(fields) as (keyof typeof fields)[]).some((field) => {
    // A compare-at price is saved only above the price, which the file may lack.
    const value = field === "compare_at_amount" && !isReduced(wanted, current) ? null : fields[field];
    return fields[field] !== undefined && !isDeepStrictEqual(value, current[field]);
  });
}

const isReduced = (wanted: VariationDraft, current: CurrentVariation) =>
  (wanted.compare_at_amount ?? 0) > (wanted.price_amount ?? current.price_amount);
