import type { ReactNode } from "react";
import type { Money } from "#contract/money.ts";
import { shareOf } from "#contract/orders/order-shares.ts";
import type { Order, OrderItem } from "#contract/orders/orders.ts";
import { QuantityField } from "#web/ui/forms/fields/quantity-field.tsx";
import { InlineList } from "#web/ui/text/inline-list.tsx";
import { say } from "#words/say.ts";

type Line = Pick<OrderItem, "id" | "name" | "options">;
type Props<Item extends Line> = {
  label: string;
  units: Units<Item>[];
  /** Text of a quantity, such as "3 left to ship". */
  describe: (quantity: number, item: Item) => string;
  quantities: Map<number, number>;
  onChange: (quantities: Map<number, number>) => void;
  /** Further fields of a line with selected units. */
  more?: (unit: Units<Item>) => ReactNode;
};

/** Selects a quantity of each line. */
export const UnitsPicker = <Item extends Line>({ label, units, describe, quantities, onChange, more }: Props<Item>) => (
  <ul aria-label={label} className="grid gap-3">
    {units.map((unit) => (
      <li key={unit.item.id} className="grid gap-2 text-sm">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{unit.item.name}</span>
            <span className="text-muted">
              <InlineList of={[...unit.item.options.map(({ value }) => value), describe(unit.quantity, unit.item)]} />
            </span>
          </span>
          <QuantityField
            size="small"
            immediate
            label={say("Quantity of {name}", { name: unit.item.name })}
            value={quantities.get(unit.item.id) ?? 0}
            min={0}
            max={unit.quantity}
            onValueChange={(value) => onChange(new Map(quantities).set(unit.item.id, value))}
          />
        </div>
        {(quantities.get(unit.item.id) ?? 0) > 0 && more?.(unit)}
      </li>
    ))}
  </ul>
);

/** A number of units of a line. */
export interface Units<Item = OrderItem> {
  item: Item;
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
