import type { FulfilmentRow, LineRow, OrderRow } from "./orders.sql.ts";

/** Days after its arrival in which an item may be sent back. */
const returnDays = 30;

type Told = Pick<OrderRow, "fulfilments" | "coming_back">;
type Line = Pick<LineRow, "id" | "fulfilled_qty" | "returned_qty">;

/** Units of a line that can be sent back now, and how many could be if time did not matter. */
export function returnableOf(order: Told, line: Line, now: Date): { inTime: number; ever: number } {
  const arrived = (parcels: FulfilmentRow[]) =>
    parcels
      .flatMap((parcel) => parcel.items ?? [])
      .filter((item) => item.order_item_id === line.id)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  const delivered = order.fulfilments.filter((parcel) => parcel.delivered_at !== null);
  const gone = line.returned_qty + (order.coming_back[line.id] ?? 0);
  const ever = Math.max(0, arrived(delivered) - gone);
  return { inTime: Math.min(ever, arrived(delivered.filter((parcel) => endOf(parcel) > now))), ever };
}

/** When the time ends in which the last parcel can be sent back; undefined while none has arrived. */
export function returnUntil({ fulfilments }: Pick<OrderRow, "fulfilments">): Date | undefined {
  const ends = fulfilments.filter((parcel) => parcel.delivered_at !== null).map((parcel) => endOf(parcel).getTime());
  return ends.length > 0 ? new Date(Math.max(...ends)) : undefined;
}

const endOf = ({ delivered_at }: FulfilmentRow) =>
  new Date(new Date(delivered_at ?? 0).getTime() + returnDays * 86_400_000);
