import type { StockMovement, StockStatus } from "#contract/stock.ts";
import type { StatusLabel } from "#web/ui/text/badge.tsx";
import { withMinusSign } from "#words/numbers.ts";

export const stockStatusLabels: Record<StockStatus, StatusLabel> = {
  in_stock: { label: "In stock", tone: "neutral" },
  low: { label: "Low", tone: "warning" },
  out: { label: "Out of stock", tone: "danger" },
};

export const movementLabels: Record<StockMovement["reason"], string> = {
  receipt: "Received",
  adjust: "Counted",
  correction: "Corrected",
  reserve: "Reserved",
  release: "Reservation released",
  commit: "Shipped",
  return: "Returned",
  import: "Imported",
};

/** A change with its sign: "+5", "−2". */
export const signed = (change: number) => (change > 0 ? `+${change}` : withMinusSign(String(change)));
