import { inOrder, type Tx } from "#server/platform/database/database.ts";
import * as rows from "./backorders.sql.ts";
import { createLevels, type LineToReserve, type LineUnits, lockLevels } from "./stock.sql.ts";

/** Records what is missing for lines sold on backorder; returns the lines with the quantity to reserve. */
export async function recordBackorders(tx: Tx, orderId: string, lines: LineToReserve[]): Promise<LineToReserve[]> {
  const ids = [...new Set(lines.map((line) => line.variation_id))].sort((one, other) => one - other);
  const [, left] = await inOrder(
    tx,
    () => createLevels(tx, ids),
    () => lockLevels(tx, ids),
  );
  const owed: rows.Backorder[] = [];
  const available = lines.map((line) => {
    const free = left.get(line.variation_id) ?? 0;
    const quantity = line.on_backorder ? Math.min(line.quantity, free) : line.quantity;
    left.set(line.variation_id, Math.max(0, free - quantity));
    if (quantity < line.quantity) owed.push({ ...line, quantity: line.quantity - quantity });
    return { ...line, quantity };
  });
  if (owed.length > 0) await rows.insertBackorders(tx, orderId, owed);
  return available.filter(({ quantity }) => quantity > 0);
}

/**
 * Ships backordered units, with the stock levels of all lines locked; returns the units to take from stock, or undefined if
 * it is too many.
 */
export async function shipBackorderedUnits(tx: Tx, lines: LineUnits[]): Promise<LineUnits[] | undefined> {
  const waiting = await rows.listBackorderedLines(tx, lines);
  if (waiting.size === 0) return lines;
  const missing = lines.flatMap(({ order_line_id, quantity }) => {
    const { held, owed } = waiting.get(order_line_id) ?? { held: quantity, owed: 0 };
    const beyond = Math.min(owed, quantity - held);
    return beyond > 0 ? [{ order_line_id, quantity: beyond }] : [];
  });
  if (missing.length > 0 && (await rows.shipBackorders(tx, missing)) < missing.length) return undefined;
  return subtractUnits(lines, missing);
}

/** Reduces backorders first, with the stock levels of all lines locked; returns the units to release from reservations. */
export async function reduceBackorders(tx: Tx, lines: LineUnits[]): Promise<LineUnits[]> {
  const waiting = await rows.listBackorderedLines(tx, lines);
  const less = lines.flatMap(({ order_line_id, quantity }) => {
    const { owed } = waiting.get(order_line_id) ?? { owed: 0 };
    return owed > 0 ? [{ order_line_id, quantity: Math.min(owed, quantity) }] : [];
  });
  if (less.length > 0) await rows.decreaseBackorders(tx, less);
  return subtractUnits(lines, less);
}

/** Reserves available stock of these variations for open backorders, oldest first; returns the stock moves. */
export async function allocateToBackorders(tx: Tx, variationIds: number[]) {
  if (variationIds.length === 0) return [];
  const ids = [...new Set(variationIds)];
  const [left, waiting] = await inOrder(
    tx,
    () => lockLevels(tx, ids),
    () => rows.lockOpenBackorders(tx, ids),
  );
  const fills = waiting.flatMap((one) => {
    const free = left.get(one.variation_id) ?? 0;
    const quantity = Math.min(one.quantity, free);
    left.set(one.variation_id, free - quantity);
    return quantity > 0 ? [{ ...one, quantity }] : [];
  });
  return fills.length > 0 ? rows.reserveForBackorders(tx, fills) : [];
}

/** Subtracts units line by line and drops lines with none left. */
export function subtractUnits(lines: LineUnits[], gone: LineUnits[]): LineUnits[] {
  const less = new Map(gone.map(({ order_line_id, quantity }) => [order_line_id, quantity]));
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - (less.get(line.order_line_id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}
