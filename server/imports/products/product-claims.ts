import { type BadRow, toRemark } from "#server/imports/remarks.ts";
import type { ProductDraft } from "./product-draft.ts";

/** Identifiers used by the products read so far, by row. */
export interface Claims {
  slugs: Map<string, number>;
  skus: Map<string, number>;
  barcodes: Map<string, number>;
}
export const createClaims = (): Claims => ({ slugs: new Map(), skus: new Map(), barcodes: new Map() });

/** Claims handle, SKUs and barcodes of a draft; returns those an earlier row has claimed. */
export function claimIdentifiers(draft: ProductDraft, claims: Claims): BadRow[] {
  const errors: BadRow[] = [];
  const earlier = claims.slugs.get(draft.slug);
  if (earlier !== undefined)
    errors.push(
      toRemark(
        draft.first,
        "Handle",
        "handle_repeated",
        `This handle is already used from row ${earlier} on. Keep the rows of a product together.`,
      ),
    );
  else claims.slugs.set(draft.slug, draft.first.row);
  for (const { row, sku, barcode } of draft.variations) {
    const skuRow = sku && claims.skus.get(sku);
    if (skuRow) errors.push(toRemark(row, "SKU", "sku_repeated", `The SKU ${sku} is already that of row ${skuRow}.`));
    else if (sku) claims.skus.set(sku, row.row);
    const barcodeRow = barcode && claims.barcodes.get(barcode);
    if (barcodeRow)
      errors.push(
        toRemark(row, "Barcode", "barcode_repeated", `The barcode ${barcode} is already that of row ${barcodeRow}.`),
      );
    else if (barcode) claims.barcodes.set(barcode, row.row);
  }
  return errors;
}
