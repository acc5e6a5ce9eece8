import { createHash } from "node:crypto";
import { type BadRow, type RowRemark, toRemark } from "#server/imports/remarks.ts";
import type { ProductDraft, VariationDraft } from "./product-draft.ts";

/** Identifiers used by the products read so far. */
export interface Claims {
  slugs: Map<string, { handle: string; row: number }>;
  sku: Map<string, VariationDraft>;
  barcode: Map<string, VariationDraft>;
}
export const createClaims = (): Claims => ({ slugs: new Map(), sku: new Map(), barcode: new Map() });

export interface Claimed {
  draft: ProductDraft;
  notes: RowRemark[];
  errors: BadRow[];
}

/**
 * Claims slug, SKUs and barcodes of a draft. A SKU or barcode of an earlier product of the file is taken from the draft,
 * with a note; a slug that an earlier handle was read as gets an addition; the same handle once more is an error.
 */
export function claimIdentifiers(draft: ProductDraft, claims: Claims): Claimed {
  const { slug, notes, errors } = claimSlug(draft, claims);
  const variations = draft.variations.map((variation) => claimCodes(variation, draft, claims, notes));
  return { draft: { ...draft, slug, variations }, notes, errors };
}

function claimSlug({ first, handle, slug }: ProductDraft, { slugs }: Claims) {
  const notes: RowRemark[] = [];
  const earlier = slugs.get(slug);
  if (earlier?.handle === handle && handle !== "") {
    const message = `This handle is already used from row ${earlier.row} on. Keep the rows of a product together.`;
    return { slug, notes, errors: [toRemark(first, "Handle", "handle_repeated", message)] };
  }
  // The addition is the same in every import of the file.
  const addition = createHash("sha256")
    .update(handle === "" ? `row ${first.row}` : handle)
    .digest("hex")
    .slice(0, 8);
  const free = earlier ? `${slug.slice(0, 200)}-${addition}` : slug;
  if (earlier)
    notes.push(
      toRemark(
        first,
        "Handle",
        "handle_renamed",
        `The handle is like that of row ${earlier.row}. It became "${free}".`,
      ),
    );
  slugs.set(free, { handle, row: first.row });
  return { slug: free, notes, errors: [] };
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
    if (!earlier) claims[kind].set(code, variation);
    // Within the product it depends on the shop which variation has it.
    else if (!draft.variations.includes(earlier)) {
      const { [kind]: _taken, ...rest } = claimed;
      claimed = rest;
      const message = `The ${codeNames[kind]} ${code} is already that of row ${earlier.row.row}. This variation was imported without it.`;
      notes.push(toRemark(variation.row, codeColumns[kind], `${kind}_repeated`, message));
    }
  }
  return claimed;
}
