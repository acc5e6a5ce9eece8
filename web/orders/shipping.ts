import type { Order, OrderItem } from "#contract/orders.ts";

/** What of an order has not been shipped yet. */
export const leftToShip = ({ items }: Pick<Order, "items">): { item: OrderItem; quantity: number }[] =>
  items.map((item) => ({ item, quantity: item.quantity - item.fulfilled_qty })).filter(({ quantity }) => quantity > 0);

/** A parcel's content as the shop takes it; what none is taken of is left out. */
export const itemsOf = (quantities: Map<number, number>) =>
  [...quantities].flatMap(([order_item_id, quantity]) => (quantity > 0 ? [{ order_item_id, quantity }] : []));
