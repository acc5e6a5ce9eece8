import { createHash } from "node:crypto";
import { slugify } from "#contract/catalogue/slug.ts";
import type { ProductDraft, VariationDraft } from "#server/imports/products/product-draft.ts";
import { type RowRemark, toRemark } from "#server/imports/remarks.ts";
import type { CurrentProduct, KnownProducts, VariationMatch } from "./current-product.ts";

/** Identifiers used by the products read so far. Rows are numbers, as a whole file of them would not fit in memory. */
export interface Claims {
  /** The first row of each slug. */
  slugs: Map<string, number>;
  sku: Map<string, CodeClaim>;
  barcode: Map<string, CodeClaim>;
}
/** The row that uses a code, and the first row of its product. */
interface CodeClaim {
  row: number;
  product: number;
  slug: string;
}
export const createClaims = (): Claims => ({ slugs: new Map(), sku: new Map(), barcode: new Map() });

/**
 * Claims slug, SKUs and barcodes of a draft. A SKU or barcode of an earlier product of the file is taken from the draft,
 * and a slug that an earlier handle was read as gets an addition, both with a note.
 */
export function claimIdentifiers(draft: ProductDraft, claims: Claims): { draft: ProductDraft; notes: RowRemark[] } {
  const notes: RowRemark[] = [];
  const slug = claimSlug(draft, claims, notes);
  const variations = draft.variations.map((variation) => claimCodes(variation, draft, claims, notes));
  return { draft: { ...draft, slug, variations }, notes };
}

/** The address of a product whose title another has too: the same in every import of the file. */
export function slugWithCode({ first, handle, slug, variations }: ProductDraft): string {
  const [ownCode = ""] = variations.flatMap(({ sku, barcode }) => sku ?? barcode ?? []);
  const code = slugify(ownCode, 40);
  if (handle === "" && code !== "") return `${slug.slice(0, 200)}-${code}`;
  const addition = createHash("sha256")
    .update(handle || `row ${first.row}`)
    .digest("hex")
    .slice(0, 8);
  return `${slug.slice(0, 200)}-${addition}`;
}

/** The earlier row with the title and the SKU or barcode of a draft without handle: it is the same product. */
export function findRepeatedRow({ handle, slug, variations }: ProductDraft, claims: Claims): number | undefined {
  const [only, ...more] = variations;
  if (handle !== "" || !only || more.length > 0) return undefined;
  const earlier = claims.sku.get(only.sku ?? "") ?? claims.barcode.get(only.barcode ?? "");
  return earlier?.slug === slug ? earlier.row : undefined;
}

function claimSlug(draft: ProductDraft, { slugs }: Claims, notes: RowRemark[]): string {
  const { first, slug } = draft;
  const earlier = slugs.get(slug);
  if (earlier === undefined) {
    slugs.set(slug, first.row);
    return slug;
  }
  const free = slugWithCode(draft);
  const message = `Row ${earlier} already uses this handle, so it was changed to "${free}".`;
  // Without a handle it has none to keep.
  if (draft.handle !== "") notes.push(toRemark(first, "Handle", "handle_renamed", message));
  slugs.set(free, first.row);
  return free;
}

export const codeKinds = ["sku", "barcode"] as const;
export type CodeKind = (typeof codeKinds)[number];
export const codeNames = { sku: "SKU", barcode: "barcode" } as const;
export const codeColumns = { sku: "SKU", barcode: "Barcode" } as const;

function claimCodes(variation: VariationDraft, draft: ProductDraft, claims: Claims, notes: RowRemark[]) {
  let claimed = variation;
  for (const kind of codeKinds) {
    const code = variation[kind];
    if (code === undefined) continue;
    const earlier = claims[kind].get(code);
    if (!earlier) claims[kind].set(code, { row: variation.row.row, product: draft.first.row, slug: draft.slug });
    // Which variation of the product has it depends on the shop.
    else if (earlier.product !== draft.first.row) {
      const { [kind]: _taken, ...rest } = claimed;
      claimed = rest;
      const message = `Row ${earlier.row} already uses the ${codeNames[kind]} ${code}. This variation was imported without it.`;
      notes.push(toRemark(variation.row, codeColumns[kind], `${kind}_repeated`, message));
    }
  }
  return claimed;
}

/**
 * Takes SKUs and barcodes from the variations of a product in the file that belong to another variation: of another
 * product of the shop, of a variation of the product that keeps it, or of an earlier row. A note names the owner.
 */
export function dropTakenCodes(
  matches: VariationMatch[],
  current: CurrentProduct | undefined,
  known: KnownProducts,
): { matches: VariationMatch[]; notes: RowRemark[] } {
  const notes: RowRemark[] = [];
  let left = matches;
  for (const kind of codeKinds)
    for (;;) {
      const conflicts = findConflicts(kind, left, current, known);
      if (conflicts.size === 0) break;
      // A variation that lost its new code keeps its old one, which another may have been given: look again.
      left = left.map((match) => {
        const owner = conflicts.get(match);
        if (owner === undefined) return match;
        const { [kind]: code, ...draft } = match.draft;
        const message = `The ${codeNames[kind]} ${code} is used by ${owner}. This variation was imported without it.`;
        notes.push(toRemark(draft.row, codeColumns[kind], `${kind}_taken`, message));
        return { ...match, draft };
      });
    }
  return { matches: left, notes };
}

/** The matches whose code in the file belongs to another variation, with a description of that. */
function findConflicts(
  kind: CodeKind,
  matches: VariationMatch[],
  current: CurrentProduct | undefined,
  known: KnownProducts,
): Map<VariationMatch, string> {
  const conflicts = new Map<VariationMatch, string>();
  const matched = new Set(matches.map((match) => match.current));
  const owners = new Map<string, string>();
  for (const variation of current?.variations ?? [])
    if (variation[kind] !== null && !matched.has(variation))
      owners.set(variation[kind], "another variation of this product");
  // Those that have it already come first.
  for (const match of matches.toSorted((one, other) => Number(keepsCode(kind, other)) - Number(keepsCode(kind, one)))) {
    const code = match.draft[kind] ?? match.current?.[kind];
    if (code === undefined || code === null) continue;
    const product = known[kind === "sku" ? "bySku" : "byBarcode"].get(code);
    const owner = product && product.id !== current?.id ? `"${product.name}"` : owners.get(code);
    if (owner !== undefined && match.draft[kind] !== undefined) conflicts.set(match, owner);
    else owners.set(code, `row ${match.draft.row.row}`);
  }
  return conflicts;
}

const keepsCode = (kind: CodeKind, { draft, current }: VariationMatch) =>
  current !== undefined && current[kind] !== null && (draft[kind] ?? current[kind]) === current[kind];
