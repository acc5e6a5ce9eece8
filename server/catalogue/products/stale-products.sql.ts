import { sql } from "kysely";
import { type Db, hasRows, listValues, type Tx } from "#server/platform/database/database.ts";

/** Marks products to be refreshed, each anew: another transaction may be taking the mark of an earlier change. */
export const markStale = (tx: Tx, ids: readonly number[]) =>
  sql`
    insert into stale_products (product_id)
    select distinct id from unnest(${ids}::bigint[]) as id`.execute(tx);

/** Takes the next products that are to be refreshed. */
export const takeStale = (tx: Tx, limit: number) =>
  listValues<number>(tx)`
    with taken as (
      delete from stale_products
      where id in (select id from stale_products order by product_id, id limit ${limit} for update)
      returning product_id
    )
    select distinct product_id from taken`;

export const hasStale = (db: Db) => hasRows(db)`select from stale_products limit 1`;
