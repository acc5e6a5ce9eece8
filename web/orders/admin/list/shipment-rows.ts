import type { OrderSummary } from "#contract/orders/orders.ts";

/** A row of a pasted list of shipments. */
export interface ShipmentRow {
  /** The first cell, as written. */
  text: string;
  number: number | null;
  carrier: string;
  tracking: string;
}

/** Parses rows of number, carrier and tracking number, separated by tabs, semicolons or commas; a head row is skipped. */
export function parseShipmentRows(text: string): ShipmentRow[] {
  const rows = text.split("\n").flatMap((line) => {
    const [first = "", carrier = "", tracking = ""] = line.split(/[\t;,]/).map((cell) => cell.trim());
    return first === "" ? [] : [{ text: first, number: numberOf(first), carrier, tracking }];
  });
  return rows[0]?.number === null && /[a-z]/i.test(rows[0].text) ? rows.slice(1) : rows;
}

const numberOf = (text: string) => (/^#?\d{1,15}$/.test(text) ? Number(text.replace("#", "")) : null);

/** Why a row can't be shipped; undefined if it can. `earlier` are the numbers of the rows above it. */
export function rowProblem({ number }: ShipmentRow, order: OrderSummary | undefined, earlier: Set<number>) {
  if (number === null) return "No order number";
  if (earlier.has(number)) return "Listed twice";
  if (!order) return "Not found";
  if (!["unfulfilled", "partial"].includes(order.fulfilment_status)) return "Already shipped";
  if (!["confirmed", "processing"].includes(order.status)) return "Can't be shipped now";
  return undefined;
}
