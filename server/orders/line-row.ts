import type { Measure } from "#contract/catalogue/measures.ts";
import type { WithdrawalExclusion } from "#contract/catalogue/product-types.ts";
import type { OrderItem } from "#contract/orders/orders.ts";

/** A line of an order, as the database has it. */
export interface LineRow
  extends Omit<
    OrderItem,
    | "returnable_qty"
    | "returnable_until"
    | "unit_price"
    | "price_per_measure"
    | "discount"
    | "tax"
    | "total"
    | "credited"
  > {
  unit_price_amount: number;
  /** How much it contained when it was ordered. */
  measure: Measure | null;
  discount_amount: number;
  tax_rate_ppm: number;
  tax_amount: number;
  total_amount: number;
  /** Credit for cancelled and returned units, and its tax. */
  credited_amount: number;
  credited_tax: number;
  tracks_stock: boolean;
  /** Days after delivery in which it can be returned; 0 never, null if none were set. */
  return_days: number | null;
  withdrawal_exclusion: WithdrawalExclusion;
}
