import type { Money } from "#contract/money.ts";
import { shareOf } from "#contract/order-shares.ts";
import type { Order, OrderItem } from "#contract/orders.ts";

/** Some units of a line. */
export interface Units {
  item: OrderItem;
  quantity: number;
}

const some = (order: Pick<Order, "items">, count: (item: OrderItem) => number): Units[] =>
  order.items.map((item) => ({ item, quantity: count(item) })).filter(({ quantity }) => quantity > 0);

/** What of an order is neither shipped nor cancelled. */
export const leftToShip = (order: Pick<Order, "items">) =>
  some(order, (item) => item.quantity - item.fulfilled_qty - item.cancelled_qty);

/** What was shipped and did not come back. */
export const kept = (order: Pick<Order, "items">) => some(order, (item) => item.fulfilled_qty - item.returned_qty);

/** What its customer can send back now. */
export const returnable = (order: Pick<Order, "items">) => some(order, (item) => item.returnable_qty);

/** Chosen units as the shop takes them; what none is chosen of is left out. */
export const itemsOf = (quantities: Map<number, number>) =>
  [...quantities].flatMap(([order_item_id, quantity]) => (quantity > 0 ? [{ order_item_id, quantity }] : []));

/** What chosen units are worth, as the shop will work it out. */
export function worthOf({ items, total }: Pick<Order, "items" | "total">, quantities: Map<number, number>): Money {
  const amount = items.reduce((sum, item) => {
    const line = { total: item.total.amount, quantity: item.quantity, given: item.given_up.amount };
    return sum + shareOf(line, item.cancelled_qty + item.returned_qty, quantities.get(item.id) ?? 0);
  }, 0);
  return { amount, currency: total.currency };
}
