import { sql } from "kysely";
import type { Tx } from "#server/platform/database/database.ts";

/** Records the current price of the variations, and whether it is reduced, where either has changed. */
export const recordPrices = (tx: Tx, variationIds: readonly number[]) =>
  sql`
    with ended as (
      update price_history h set effective_to = now()
      from variations v
      where v.id = any(${variationIds}::bigint[]) and h.variation_id = v.id
        and h.effective_to is null and not ${isUnchanged}
    )
    insert into price_history (variation_id, price_amount, is_reduced)
    select v.id, v.price_amount, v.compare_at_amount is not null
    from variations v
    where v.id = any(${variationIds}::bigint[]) and not exists (
      select from price_history h
      where h.variation_id = v.id and h.effective_to is null and ${isUnchanged}
    )`.execute(tx);

const isUnchanged = sql`(h.price_amount = v.price_amount and h.is_reduced = (v.compare_at_amount is not null))`;
