import { shareOf } from "#contract/orders/order-shares.ts";
import type { Items } from "#contract/orders/orders.ts";
import type { LineRow } from "#server/orders/line-row.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { say } from "#words/say.ts";

export interface UnitValues {
  /** Value of all units after discount, including tax, in minor units. */
  amount: number;
  units: UnitValue[];
}
export interface UnitValue {
  order_line_id: number;
  quantity: number;
  amount: number;
  tax: number;
}

/** The value of units: the units of a line add up to its total. Throws `not_found` for an unknown line. */
export function valueUnits(lines: LineRow[], items: Items): UnitValues {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const units = items.map(({ order_item_id, quantity }) => {
    const line = byId.get(order_item_id);
    if (!line) throw new Problem("not_found");
    const before = line.cancelled_qty + line.returned_qty;
    const share = (total: number, given: number) =>
      shareOf({ total, quantity: line.quantity, given }, before, quantity);
    const amount = share(line.total_amount, line.credited_amount);
    return { order_line_id: line.id, quantity, amount, tax: share(line.tax_amount, line.credited_tax) };
  });
  return { units, amount: units.reduce((sum, unit) => sum + unit.amount, 0) };
}

/** Describes units: `2 × Cup, 1 × Lamp`. */
export const describeUnits = (lines: LineRow[], items: Items) =>
  items
    .map(
      ({ order_item_id, quantity }) =>
        `${quantity} × ${lines.find(({ id }) => id === order_item_id)?.name ?? say("item")}`,
    )
    .join(", ");
