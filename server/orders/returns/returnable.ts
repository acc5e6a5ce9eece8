import type { FulfilmentRow, LineRow, OrderRow } from "#server/orders/orders.sql.ts";

type OrderState = Pick<OrderRow, "fulfilments" | "coming_back">;
type Line = Pick<LineRow, "id" | "fulfilled_qty" | "returned_qty" | "return_days">;

/** Units of a line that can be sent back now and until when all of them can, and how many could be if time did not matter. */
export function returnableOf(
  order: OrderState,
  line: Line,
  now: Date,
): { inTime: number; until: Date | null; ever: number } {
  const arrived = (parcels: FulfilmentRow[]) =>
    parcels
      .flatMap((parcel) => parcel.items ?? [])
      .filter((item) => item.order_item_id === line.id)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  const delivered = order.fulfilments.filter((parcel) => parcel.delivered_at !== null);
  const gone = line.returned_qty + (order.coming_back[line.id] ?? 0);
  const ever = Math.max(0, arrived(delivered) - gone);
  const open = delivered.filter((parcel) => arrived([parcel]) > 0 && endOf(parcel, line) > now);
  const inTime = Math.min(ever, arrived(open));
  const ends = open.map((parcel) => endOf(parcel, line).getTime());
  return { inTime, until: inTime > 0 ? new Date(Math.min(...ends)) : null, ever };
}

/** When the time ends in which the last item can be sent back; undefined while none has arrived that ever can be. */
export function returnUntil({ fulfilments, lines }: Pick<OrderRow, "fulfilments" | "lines">): Date | undefined {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const ends = fulfilments
    .filter((parcel) => parcel.delivered_at !== null)
    .flatMap((parcel) =>
      (parcel.items ?? []).flatMap(({ order_item_id }) => {
        const line = byId.get(order_item_id);
        return line && line.return_days > 0 ? [endOf(parcel, line).getTime()] : [];
      }),
    );
  return ends.length > 0 ? new Date(Math.max(...ends)) : undefined;
}

const endOf = ({ delivered_at }: FulfilmentRow, { return_days }: Pick<LineRow, "return_days">) =>
  new Date(new Date(delivered_at ?? 0).getTime() + return_days * 86_400_000);
