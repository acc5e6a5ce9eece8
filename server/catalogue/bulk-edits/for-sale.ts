import type { BulkFields } from "#contract/catalogue/bulk-edits.ts";
import { checkAttributes } from "#server/catalogue/product-types/product-types.ts";
import { isForSale } from "#server/catalogue/products/products.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { BulkProduct } from "./bulk-products.sql.ts";

/** What fields of products are to be written. */
interface FieldChange {
  product: BulkProduct;
  fields: BulkFields;
}

/** Checks that what is set back for sale has the attributes that its type requires. Throws `bad_input`. */
export async function checkForSale(tx: Tx, changes: readonly FieldChange[]) {
  for (const { product, fields } of changes) {
    const { status, publish_at, product_type_id } = fields;
    if (status === undefined && publish_at === undefined && product_type_id === undefined) continue;
    const wanted = { ...product, ...fields };
    await checkAttributes(tx, wanted.product_type_id, { ...wanted, onSale: isForSale(wanted) });
  }
}
