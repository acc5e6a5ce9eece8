import { type Db, listValues } from "#server/platform/database/database.ts";
import type { ProductIndex } from "./product-index.ts";

/** Something typed that may be a SKU or barcode: it has a digit. */
const code = /^(?=.*\d).{3,64}$/;

/** The products on sale with a variation of this SKU or barcode, in any case and with or without blanks, hyphens and dots. */
export async function findProductsByCode(db: Db, index: ProductIndex, text: string): Promise<number[]> {
  const typed = text.trim();
  if (!code.test(typed) || typed.includes("\0")) return [];
  const ids = await listValues<number>(db)`
    select distinct v.product_id
    from variations v
    where v.deleted_at is null and v.is_active
      and (plain_code(v.sku) = plain_code(${typed}) or plain_code(v.barcode) = plain_code(${typed}))
    limit 100`;
  return ids.filter((id) => index.positionOf(id) !== undefined);
}
