import { sql } from "kysely";
import { createProduct } from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import { listRows } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";

export interface Goods {
  product_id: number;
  variation_id: number;
}
export interface ProductOptions {
  price?: number;
  stock?: number;
  max?: number;
  name?: string;
}

/** A product with one variation on sale: 10.00 each and 50 in stock, by default. */
export async function createProductOnSale(
  app: App,
  { price = 1000, stock = 50, max, name = "Blue mug" }: ProductOptions = {},
): Promise<Goods> {
  const { db } = app;
  const type = await sql<{ id: number }>`
    insert into product_types (name, slug) values ('Things', 'things')
    on conflict (slug) do update set name = excluded.name
    returning id`.execute(db);
  const product_id = await inTransaction(db, (tx) =>
    createProduct(
      app,
      tx,
      {
        name,
        product_type_id: type.rows[0]?.id ?? 0,
        variations: [{ option_value_ids: [], price_amount: price, max_per_order: max, on_hand: stock }],
      },
      null,
    ),
  );
  const rows = await listRows<{ id: number }>(db)`select id from variations where product_id = ${product_id}`;
  return { product_id, variation_id: rows[0]?.id ?? 0 };
}

/** Changes a variation and its stock, as an administrator would while a customer shops. */
export const setPrice = (db: App["db"], { variation_id }: Goods, price: number) =>
  sql`update variations set price_amount = ${price} where id = ${variation_id}`.execute(db);
export const setOnHand = (db: App["db"], { variation_id }: Goods, onHand: number) =>
  sql`update stock_levels set on_hand = ${onHand} where variation_id = ${variation_id}`.execute(db);
export const archiveProduct = (db: App["db"], { product_id }: Goods) =>
  sql`update products set status = 'archived' where id = ${product_id}`.execute(db);
