import type { LineRow } from "#server/orders/line-row.ts";
import type { FulfilmentRow, OrderRow } from "#server/orders/orders.sql.ts";

type ShippedOrder = Pick<OrderRow, "fulfilments" | "pending_returns">;
type Line = Pick<LineRow, "id" | "fulfilled_qty" | "returned_qty" | "return_days">;

/** Units of a line that can be returned now, until when all of them can, and how many `ever` could without a time limit. */
export function returnableOf(
  order: ShippedOrder,
  line: Line,
  now: Date,
): { inTime: number; until: Date | null; ever: number } {
  const unitsIn = (shipments: FulfilmentRow[]) =>
    shipments
      .flatMap((shipment) => shipment.items ?? [])
      .filter((item) => item.order_item_id === line.id)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  const delivered = order.fulfilments.filter((shipment) => shipment.delivered_at !== null);
  const returned = line.returned_qty + (order.pending_returns[line.id] ?? 0);
  const ever = Math.max(0, unitsIn(delivered) - returned);
  const open = delivered.filter((shipment) => unitsIn([shipment]) > 0 && endOf(shipment, line) > now);
  const inTime = Math.min(ever, unitsIn(open));
  const ends = open.map((shipment) => endOf(shipment, line).getTime());
  return { inTime, until: inTime > 0 ? new Date(Math.min(...ends)) : null, ever };
}

/** When the last delivered item can no longer be returned; undefined if no delivered item can be returned. */
export function returnUntil({ fulfilments, lines }: Pick<OrderRow, "fulfilments" | "lines">): Date | undefined {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const ends = fulfilments
    .filter((shipment) => shipment.delivered_at !== null)
    .flatMap((shipment) =>
      (shipment.items ?? []).flatMap(({ order_item_id }) => {
        const line = byId.get(order_item_id);
        return line?.return_days ? [endOf(shipment, line).getTime()] : [];
      }),
    );
  return ends.length > 0 ? new Date(Math.max(...ends)) : undefined;
}

const endOf = ({ delivered_at }: FulfilmentRow, { return_days }: Pick<LineRow, "return_days">) =>
  new Date(new Date(delivered_at ?? 0).getTime() + (return_days ?? 0) * 86_400_000);
