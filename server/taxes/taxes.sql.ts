import { sql } from "kysely";
import type { TaxRate } from "#contract/taxes.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";

/** A rate as needed for calculation. */
export interface RateRow extends Omit<TaxRate, "id" | "country" | "version"> {
  class_name: string;
  is_default: boolean;
}

/** The rates of a country, most specific first: by length of postal prefix, then region, then start date. */
export async function listCountryRates(db: Db | Tx, country: string): Promise<RateRow[]> {
  const { rows } = await sql<RateRow>`
    select r.tax_class_id, c.name as class_name, c.is_default, r.region, r.postal_prefix, r.name, r.rate_bp,
      r.includes_shipping, r.compound, r.valid_from::text, r.valid_to::text
    from tax_rates r
    join tax_classes c on c.id = r.tax_class_id
    where r.country = ${country}
    order by length(r.postal_prefix) desc nulls last, r.region nulls last, r.valid_from desc nulls last, r.id`.execute(
    db,
  );
  return rows;
}
