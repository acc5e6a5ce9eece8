import type { Money } from "#contract/money.ts";
import { shareOf } from "#contract/orders/order-shares.ts";
import type { Order, OrderItem } from "#contract/orders/orders.ts";

/** A number of units of a line. */
export interface Units {
  item: OrderItem;
  quantity: number;
}

const selectUnits = (order: Pick<Order, "items">, count: (item: OrderItem) => number): Units[] =>
  order.items.map((item) => ({ item, quantity: count(item) })).filter(({ quantity }) => quantity > 0);

/** Units neither shipped nor cancelled. */
export const leftToShip = (order: Pick<Order, "items">) =>
  selectUnits(order, (item) => item.quantity - item.fulfilled_qty - item.cancelled_qty);

/** Units shipped and not returned. */
export const withCustomer = (order: Pick<Order, "items">) =>
  selectUnits(order, (item) => item.fulfilled_qty - item.returned_qty);

/** Units the customer can return now. */
export const returnable = (order: Pick<Order, "items">) => selectUnits(order, (item) => item.returnable_qty);

/** The request items; zero quantities are left out. */
export const toItems = (quantities: Map<number, number>) =>
  [...quantities].flatMap(([order_item_id, quantity]) => (quantity > 0 ? [{ order_item_id, quantity }] : []));

/** The value of selected units, by the server's calculation. */
export function unitsValue({ items, total }: Pick<Order, "items" | "total">, quantities: Map<number, number>): Money {
  const amount = items.reduce((sum, item) => {
    const line = { total: item.total.amount, quantity: item.quantity, given: item.credited.amount };
    return sum + shareOf(line, item.cancelled_qty + item.returned_qty, quantities.get(item.id) ?? 0);
  }, 0);
  return { amount, currency: total.currency };
}
