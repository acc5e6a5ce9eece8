import { type RawBuilder, sql } from "kysely";
import type { Measure } from "#contract/catalogue/measures.ts";
import type { WithdrawalExclusion } from "#contract/catalogue/product-types.ts";
import { isOnSale } from "#server/catalogue/products/on-sale.sql.ts";
import type { StoredCard } from "#server/catalogue/products/stored-card.ts";
import { type Db, listRows, listValues, type Tx } from "#server/platform/database/database.ts";

export interface SaleVariation {
  variation_id: number;
  product_id: number;
  slug: string;
  name: string;
  thumbnail: string;
  options: { name: string; value: string }[];
  sku: string | null;
  price_amount: number;
  compare_at_amount: number | null;
  measure: Measure | null;
  for_sale: boolean;
  /** Whether its product was ever published and is neither deleted nor hidden. */
  is_public: boolean;
  /** Units available to the given carts; null if stock is not tracked or backorders are allowed. */
  available: number | null;
  /** Units among them that are held for these carts. */
  held: number;
  /** Whether stock is tracked and backorders are allowed. */
  on_backorder: boolean;
  max_per_order: number | null;
  requires_shipping: boolean;
  weight_g: number;
  /** Days after delivery in which a return can be requested; 0 for final sale, null if it isn't set. */
  return_days: number | null;
  withdrawal_exclusion: WithdrawalExclusion;
  /** Null for the default class. */
  tax_class_id: number | null;
  product_type_id: number;
  /** Its categories and their ancestors. */
  category_ids: number[];
  tag_ids: number[];
}

const reservedUnits = (cartIds: readonly string[]) =>
  cartIds.length === 0
    ? sql`select 0 as held`
    : sql`
      select coalesce(sum(quantity), 0)::int as held
      from cart_stock_holds
      where cart_id = any(${cartIds}::uuid[]) and variation_id = v.id`;

// `array(select unnest(…))` lets the planner reuse one plan for lists of any length.
export const selectSaleVariations = (
  db: Db | Tx,
  variationIds: readonly number[] | RawBuilder<number[]>,
  cartIds: readonly string[],
) =>
  sql<SaleVariation>`
    select v.id as variation_id, v.product_id, p.slug, p.name, v.sku, v.price_amount, v.compare_at_amount,
      v.measure, v.max_per_order,
      coalesce(v.thumbnail, p.card ->> 'thumbnail', '/failed_image.png') as thumbnail, v.options,
      ${isOnSale} and v.is_active and v.deleted_at is null as for_sale,
      p.published_at is not null and p.deleted_at is null and not p.is_hidden as is_public,
      case when v.track_stock and not v.allow_backorder
        then greatest(coalesce(units.available, 0) + own.held, 0) end as available,
      own.held,
      v.track_stock and v.allow_backorder as on_backorder, y.is_shippable as requires_shipping,
      coalesce(v.weight_g, 0) as weight_g, y.return_days, y.withdrawal_exclusion,
      coalesce(p.tax_class_id, y.tax_class_id) as tax_class_id, p.product_type_id, p.category_ids, p.tag_ids
    from variations v
    join products p on p.id = v.product_id
    join product_types y on y.id = p.product_type_id
    left join (
      select variation_id, available
      from available_stock
      where variation_id = any(array(select unnest(${variationIds}::bigint[])))
    ) units on units.variation_id = v.id
    cross join lateral (${reservedUnits(cartIds)}) own
    where v.id = any(array(select unnest(${variationIds}::bigint[])))`.execute(db);

/** Those of these variations that are deleted, by themselves or with their product. */
export const listDeletedVariations = (tx: Tx, variationIds: readonly number[]) =>
  listValues<number>(tx)`
    select v.id
    from variations v
    join products p on p.id = v.product_id
    where v.id = any(${variationIds}::bigint[]) and (v.deleted_at is not null or p.deleted_at is not null)`;

export const selectProductCards = (db: Db | Tx, productIds: readonly number[]) =>
  sql<{ id: number; card: StoredCard }>`
    select p.id, p.card
    from products p
    where p.id = any(${productIds}::bigint[]) and ${isOnSale}`.execute(db);

/** Name and thumbnail of products by id, also of those that are not on sale. */
export async function getProductTitles(db: Db | Tx, productIds: readonly number[]) {
  const rows = await listRows<{ id: number; name: string; thumbnail: string }>(db)`
    select id, name, coalesce(card ->> 'thumbnail', '/failed_image.png') as thumbnail
    from products
    where id = any(${productIds}::bigint[])`;
  return new Map(rows.map(({ id, ...title }) => [id, title]));
}
