import { sql } from "kysely";
import type { Db } from "#server/platform/database/database.ts";

export interface RefusedQuantity {
  variation_id: number;
  /** Units that were missing. */
  units: number;
}

export const addRefusedQuantities = (db: Db, day: Date, refused: RefusedQuantity[]) =>
  sql`
    insert into refused_quantities as r (day, variation_id, units)
    select (${day}::timestamptz at time zone 'UTC')::date, w.variation_id, sum(w.units)
    from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as w (variation_id bigint, units int)
    where w.units > 0
    group by w.variation_id
    order by w.variation_id
    on conflict (day, variation_id) do update
    set units = least(r.units::bigint + excluded.units, 1000000), requests = r.requests + 1`.execute(db);

export const deleteRefusedQuantities = (db: Db, before: Date) =>
  sql`delete from refused_quantities where day < (${before}::timestamptz at time zone 'UTC')::date`.execute(db);
