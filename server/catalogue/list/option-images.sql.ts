import { sql } from "kysely";
import type { Image } from "#contract/images.ts";
import { imageUrlOf } from "#server/images/images.ts";
import { type Db, listRows } from "#server/platform/database/database.ts";

/** The image of each product that shows the first of the option values it can; products without one are left out. */
export const listOptionImages = (db: Db, productIds: readonly number[], valueIds: readonly number[]) =>
  listRows<Image & { product_id: number }>(db)`
    select distinct on (product_id) product_id, id, url, alt, width, height, dominant
    from product_images
    where product_id = any(${productIds}::bigint[]) and option_value_id = any(${valueIds}::bigint[])
    order by product_id, array_position(${valueIds}::bigint[], option_value_id), position, id`;

/** Images of option values as thumbnails, with the option value that each shows. */
export const listOptionThumbnails = (db: Db, productIds: readonly number[], valueIds: readonly number[]) =>
  listRows<{ product_id: number; option_value_id: number; thumbnail: string }>(db)`
    select distinct on (product_id) product_id, option_value_id, ${imageUrlOf(sql`sha256`, 150)} as thumbnail
    from product_images
    where product_id = any(${productIds}::bigint[]) and option_value_id = any(${valueIds}::bigint[])
      and sha256 is not null
    order by product_id, array_position(${valueIds}::bigint[], option_value_id), position, id`;
